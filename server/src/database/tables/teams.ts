import type { Generated } from 'kysely';

export interface TeamTables {
  invitations: InvitationsTable;
  audit_log: AuditLogTable;
}

interface InvitationsTable {
  id: string;
  team_id: string;
  /** In lower case; null if anyone with the link may join. */
  email: string | null;
  role: string;
  hash: string;
  created_at: number;
  expires_at: number;
  invited_by: string;
  token_id: Generated<string | null>;
}

/** Stores copies of names, because the named users and resources may be deleted. */
interface AuditLogTable {
  id: Generated<number>;
  team_id: string;
  at: number;
  actor_kind: string;
  actor_user_id: string | null;
  actor_name: string;
  actor_email: string;
  actor_token: string | null;
  action: string;
  target_kind: string | null;
  target_id: string | null;
  target_name: string | null;
  details: string;
  remote_address: string;
}

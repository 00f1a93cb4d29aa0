import type { Generated } from 'kysely';

/** Tables of teams beyond memberships; see {@link import('../schema.ts').Schema}. */
export interface TeamTables {
  invitations: InvitationsTable;
  audit_log: AuditLogTable;
}

interface InvitationsTable {
  id: string;
  team_id: string;
  /** In lower case; null for whoever has the link. */
  email: string | null;
  role: string;
  /** Of the token in the link. */
  hash: string;
  created_at: number;
  expires_at: number;
  /** A membership. */
  invited_by: string;
}

/** Names are kept as they were: who or what they name may be gone. */
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
  /** JSON. */
  details: string;
  remote_address: string;
}

import { ID, TEXT } from './column-types.ts';

/** Invitations and the audit log. */
export const teams: readonly string[] = [
  // Deleted with the member who sent it, so that a removed member can't return through an invitation.
  `CREATE TABLE invitations (
    id ${TEXT} PRIMARY KEY, team_id ${TEXT} NOT NULL REFERENCES teams (id) ON DELETE CASCADE, email ${TEXT},
    role ${TEXT} NOT NULL, hash ${TEXT} NOT NULL UNIQUE, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
    invited_by ${TEXT} NOT NULL REFERENCES members (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX invitations_team ON invitations (team_id, id)`,
  `CREATE INDEX invitations_email ON invitations (email, id) WHERE email IS NOT NULL`,
  `CREATE INDEX invitations_invited_by ON invitations (invited_by)`,
  `CREATE TABLE audit_log (
    id ${ID}, team_id ${TEXT} NOT NULL, at BIGINT NOT NULL, actor_kind ${TEXT} NOT NULL, actor_user_id ${TEXT},
    actor_name ${TEXT} NOT NULL, actor_email ${TEXT} NOT NULL, actor_token ${TEXT}, action ${TEXT} NOT NULL,
    target_kind ${TEXT}, target_id ${TEXT}, target_name ${TEXT}, details ${TEXT} NOT NULL, remote_address ${TEXT} NOT NULL
  )`,
  `CREATE INDEX audit_log_team ON audit_log (team_id, id)`,
  `CREATE INDEX audit_log_actor ON audit_log (team_id, actor_email, id)`,
  `CREATE INDEX audit_log_action ON audit_log (team_id, action, id)`,
];

import { TEXT } from './column-types.ts';

/** Known and trusted browsers, the time of a session's last authentication, and the last accepted time step of a TOTP secret. */
export const signIn: readonly string[] = [
  `ALTER TABLE sessions ADD COLUMN authenticated_at BIGINT`,
  `ALTER TABLE two_factors ADD COLUMN last_step BIGINT`,
  `CREATE TABLE known_browsers (
    id ${TEXT} PRIMARY KEY, user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, token_hash ${TEXT} NOT NULL,
    created_at BIGINT NOT NULL, used_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, trusted_until BIGINT,
    remote_address ${TEXT} NOT NULL, user_agent ${TEXT} NOT NULL, UNIQUE (token_hash, user_id)
  )`,
  `CREATE INDEX known_browsers_user ON known_browsers (user_id)`,
  `CREATE INDEX known_browsers_expiry ON known_browsers (expires_at)`,
  // Deletes browser trust from earlier versions, which could not be listed or revoked. Only these rows live for more than a day.
  `DELETE FROM verifications WHERE expires_at::timestamptz - created_at::timestamptz > interval '1 day'`,
];

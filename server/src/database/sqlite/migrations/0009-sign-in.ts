/** Known and trusted browsers, the time of a session's last authentication, and the last accepted time step of a TOTP secret. */
export const signIn: readonly string[] = [
  `ALTER TABLE sessions ADD COLUMN authenticated_at INTEGER`,
  `ALTER TABLE two_factors ADD COLUMN last_step INTEGER`,
  `CREATE TABLE known_browsers (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, token_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL, used_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, trusted_until INTEGER,
    remote_address TEXT NOT NULL, user_agent TEXT NOT NULL, UNIQUE (token_hash, user_id)
  ) STRICT`,
  `CREATE INDEX known_browsers_user ON known_browsers (user_id)`,
  `CREATE INDEX known_browsers_expiry ON known_browsers (expires_at)`,
  // Deletes browser trust from earlier versions, which could not be listed or revoked. Other rows live for an hour or less.
  `DELETE FROM verifications WHERE julianday(expires_at) - julianday(created_at) > 1`,
];

/** Accounts. Existing users count as verified, because the operator added them. */
export const accounts: readonly string[] = [
  `ALTER TABLE users ADD COLUMN two_factor_enabled INTEGER NOT NULL DEFAULT 0`,
  `UPDATE users SET email_verified = 1`,
  `ALTER TABLE accounts ADD COLUMN access_token TEXT`,
  `ALTER TABLE accounts ADD COLUMN refresh_token TEXT`,
  `ALTER TABLE accounts ADD COLUMN id_token TEXT`,
  `ALTER TABLE accounts ADD COLUMN access_token_expires_at TEXT`,
  `ALTER TABLE accounts ADD COLUMN refresh_token_expires_at TEXT`,
  `ALTER TABLE accounts ADD COLUMN scope TEXT`,
  `CREATE TABLE sessions (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, token TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, ip_address TEXT, user_agent TEXT,
    active_team_id TEXT
  ) STRICT`,
  `CREATE INDEX sessions_user ON sessions (user_id)`,
  `CREATE INDEX sessions_expiry ON sessions (expires_at)`,
  `CREATE TABLE verifications (
    id TEXT PRIMARY KEY, identifier TEXT NOT NULL, value TEXT NOT NULL, expires_at TEXT NOT NULL, created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX verifications_identifier ON verifications (identifier)`,
  `CREATE INDEX verifications_expiry ON verifications (expires_at)`,
  `CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, name TEXT, public_key TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE, counter INTEGER NOT NULL, device_type TEXT NOT NULL, backed_up INTEGER NOT NULL,
    transports TEXT, created_at TEXT, aaguid TEXT
  ) STRICT`,
  `CREATE INDEX passkeys_user ON passkeys (user_id)`,
  `CREATE TABLE two_factors (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE, secret TEXT NOT NULL,
    backup_codes TEXT NOT NULL, verified INTEGER NOT NULL DEFAULT 1, failed_verification_count INTEGER NOT NULL DEFAULT 0,
    locked_until TEXT
  ) STRICT`,
  `CREATE TABLE sign_in_attempts (
    key TEXT PRIMARY KEY, attempts INTEGER NOT NULL, since_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX sign_in_attempts_since ON sign_in_attempts (since_at)`,
  `CREATE TABLE first_setup (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT`,
];

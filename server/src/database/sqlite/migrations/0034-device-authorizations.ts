/** Program logins that wait for a person's confirmation. */
export const deviceAuthorizations: readonly string[] = [
  `CREATE TABLE device_authorizations (
    token_hash TEXT PRIMARY KEY, token_prefix TEXT NOT NULL, user_code_hash TEXT NOT NULL UNIQUE, host_name TEXT NOT NULL,
    remote_address TEXT NOT NULL, scope TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    interval_seconds INTEGER NOT NULL, polled_at INTEGER, decision TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX device_authorizations_expiry ON device_authorizations (expires_at)',
];

/** Browsers that show alerts as notifications. Deleted with their account, and when their session is ended. */
export const pushDevices: readonly string[] = [
  `CREATE TABLE push_devices (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE, name TEXT NOT NULL, subscription TEXT NOT NULL,
    address_hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, used_at INTEGER
  ) STRICT`,
  'CREATE INDEX push_devices_user ON push_devices (user_id, id)',
  'CREATE INDEX push_devices_session ON push_devices (session_id)',
];

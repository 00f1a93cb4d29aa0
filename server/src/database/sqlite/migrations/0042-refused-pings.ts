/** Pings that the database refused to store. They are tried again, in the order of their IDs for each monitor. */
export const refusedPings: readonly string[] = [
  `CREATE TABLE refused_pings (
    id INTEGER PRIMARY KEY, monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE, reason TEXT NOT NULL,
    tried_at INTEGER NOT NULL, at INTEGER NOT NULL, happened_at INTEGER, type TEXT NOT NULL, rid TEXT, new_run_id TEXT,
    duration_ms INTEGER, warnings TEXT NOT NULL, method TEXT NOT NULL, user_agent TEXT NOT NULL,
    remote_address TEXT NOT NULL, exit_status INTEGER, body BLOB
  ) STRICT`,
  'CREATE INDEX refused_pings_monitor ON refused_pings (monitor_id, id)',
];

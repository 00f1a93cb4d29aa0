/** Healthchecks IDs that stay valid after an import: IDs of channels in a project, and of badges. */
export const keptIDs: readonly string[] = [
  `CREATE TABLE kept_ids (
    id INTEGER PRIMARY KEY AUTOINCREMENT, project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, value TEXT NOT NULL, channel_id INTEGER REFERENCES channels (id) ON DELETE CASCADE,
    monitor_id INTEGER REFERENCES monitors (id) ON DELETE CASCADE, tag TEXT NOT NULL DEFAULT ''
  ) STRICT`,
  'CREATE UNIQUE INDEX kept_ids_project ON kept_ids (project_id, kind, value)',
  "CREATE UNIQUE INDEX kept_ids_badge ON kept_ids (kind, value) WHERE kind <> 'channel'",
  'CREATE INDEX kept_ids_channel ON kept_ids (channel_id) WHERE channel_id IS NOT NULL',
  'CREATE INDEX kept_ids_monitor ON kept_ids (monitor_id) WHERE monitor_id IS NOT NULL',
];

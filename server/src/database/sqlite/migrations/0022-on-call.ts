/** On-call schedules, their overrides, and how members on call are reached. */
export const onCall: readonly string[] = [
  `CREATE TABLE on_call_schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id), short_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    timezone TEXT NOT NULL, rotations TEXT NOT NULL, created_at INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX on_call_schedules_team ON on_call_schedules (team_id, id)',
  `CREATE TABLE on_call_overrides (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id), short_id TEXT NOT NULL UNIQUE, schedule TEXT NOT NULL,
    member_id TEXT NOT NULL, replaces TEXT, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, created_at INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX on_call_overrides_team ON on_call_overrides (team_id, id)',
  'CREATE INDEX on_call_overrides_end ON on_call_overrides (to_at)',
  `CREATE TABLE on_call_contacts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id),
    member_id TEXT NOT NULL UNIQUE REFERENCES members (id) ON DELETE CASCADE, channels TEXT NOT NULL, calendar_hash TEXT UNIQUE,
    calendar_at INTEGER, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX on_call_contacts_team ON on_call_contacts (team_id, id)',
];

/** Notes on incidents, and an index for incidents that opened around the same time. */
export const incidentNotes: readonly string[] = [
  `CREATE TABLE incident_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, note_id TEXT NOT NULL UNIQUE,
    incident_id INTEGER NOT NULL REFERENCES incidents (id) ON DELETE CASCADE, at INTEGER NOT NULL, author TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX incident_notes_incident ON incident_notes (incident_id, id)`,
  `CREATE INDEX incidents_opened ON incidents (team_id, opened_at)`,
];

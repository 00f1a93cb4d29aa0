import { ID, TEXT } from './column-types.ts';

/** Notes on incidents, and an index for incidents that opened around the same time. */
export const incidentNotes: readonly string[] = [
  `CREATE TABLE incident_notes (
    id ${ID}, note_id ${TEXT} NOT NULL UNIQUE, incident_id BIGINT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
    at BIGINT NOT NULL, author ${TEXT} NOT NULL, text ${TEXT} NOT NULL
  )`,
  `CREATE INDEX incident_notes_incident ON incident_notes (incident_id, id)`,
  `CREATE INDEX incidents_opened ON incidents (team_id, opened_at)`,
];

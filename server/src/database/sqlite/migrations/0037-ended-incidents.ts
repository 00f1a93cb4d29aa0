/** Index of ended incidents by end time, for the list of incidents. */
export const endedIncidents: readonly string[] = [
  'CREATE INDEX incidents_ended ON incidents (team_id, closed_at, id) WHERE closed_at IS NOT NULL',
];

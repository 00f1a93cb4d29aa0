/** Index of open incidents by team, for lists of monitors. */
export const openIncidents: readonly string[] = [
  'CREATE INDEX incidents_team_open ON incidents (team_id, id) WHERE closed_at IS NULL',
];

/** An index of open incidents by team, which lists of monitors read. */
export const openIncidents: readonly string[] = [
  'CREATE INDEX incidents_team_open ON incidents (team_id, id) WHERE closed_at IS NULL',
];

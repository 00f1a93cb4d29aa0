/** Tables of resources that people edit. */
const EDITED = [
  'monitors',
  'projects',
  'channels',
  'maintenance_windows',
  'escalation_policies',
  'shares',
  'teams',
  'members',
  'users',
];

/** Numbers the changes of each resource's settings. Nodes of the previous version leave the number as it is. */
export const revisions: readonly string[] = EDITED.map(
  (table) => `ALTER TABLE ${table} ADD COLUMN revision BIGINT NOT NULL DEFAULT 1`,
);

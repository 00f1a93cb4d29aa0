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

/** Revision numbers, which count the changes of each resource's settings. Nodes of the previous version don't increment them. */
export const revisions: readonly string[] = EDITED.map(
  (table) => `ALTER TABLE ${table} ADD COLUMN revision BIGINT NOT NULL DEFAULT 1`,
);

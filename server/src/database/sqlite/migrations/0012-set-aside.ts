/** Reasons for setting aside alerts and messages, and a flag for blind windows caused by quick restarts. */
export const setAside: readonly string[] = [
  'ALTER TABLE outbox ADD COLUMN set_aside TEXT',
  'ALTER TABLE deliveries ADD COLUMN set_aside TEXT',
  'CREATE INDEX outbox_set_aside ON outbox (id) WHERE set_aside IS NOT NULL',
  'CREATE INDEX deliveries_set_aside ON deliveries (id) WHERE set_aside IS NOT NULL',
  'ALTER TABLE blind_windows ADD COLUMN is_brief INTEGER NOT NULL DEFAULT 0',
];

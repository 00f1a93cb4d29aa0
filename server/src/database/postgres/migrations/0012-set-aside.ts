import { TEXT } from './column-types.ts';

/** Reasons for setting aside alerts and messages, and a mark for blind windows that are the gap of a quick restart. */
export const setAside: readonly string[] = [
  `ALTER TABLE outbox ADD COLUMN set_aside ${TEXT}`,
  `ALTER TABLE deliveries ADD COLUMN set_aside ${TEXT}`,
  'CREATE INDEX outbox_set_aside ON outbox (id) WHERE set_aside IS NOT NULL',
  'CREATE INDEX deliveries_set_aside ON deliveries (id) WHERE set_aside IS NOT NULL',
  'ALTER TABLE blind_windows ADD COLUMN is_brief SMALLINT NOT NULL DEFAULT 0',
];

import { TEXT } from './column-types.ts';

/** URLs to which monitors forward their pings, and the progress of forwarding. Nodes of the previous version forward nothing. */
export const forwarding: readonly string[] = [
  `ALTER TABLE monitors ADD COLUMN forward_to ${TEXT} NOT NULL DEFAULT ''`,
  `CREATE TABLE forwarding (
    monitor_id BIGINT PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE, forwarded_until BIGINT NOT NULL,
    due_at BIGINT NOT NULL DEFAULT 0, lease_until BIGINT NOT NULL DEFAULT 0, attempts BIGINT NOT NULL DEFAULT 0,
    last_sent_at BIGINT, failed_at BIGINT, error ${TEXT} NOT NULL DEFAULT '', dropped BIGINT NOT NULL DEFAULT 0,
    dropped_at BIGINT
  )`,
];

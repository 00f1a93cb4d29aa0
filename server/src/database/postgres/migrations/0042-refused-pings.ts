import { ID, TEXT } from './column-types.ts';

/** Pings that the database refused to store. They are tried again, in the order of their IDs for each monitor. */
export const refusedPings: readonly string[] = [
  `CREATE TABLE refused_pings (
    id ${ID}, monitor_id BIGINT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE, reason ${TEXT} NOT NULL,
    tried_at BIGINT NOT NULL, at BIGINT NOT NULL, happened_at BIGINT, type ${TEXT} NOT NULL, rid ${TEXT}, new_run_id ${TEXT},
    duration_ms BIGINT, warnings ${TEXT} NOT NULL, method ${TEXT} NOT NULL, user_agent ${TEXT} NOT NULL,
    remote_address ${TEXT} NOT NULL, exit_status BIGINT, body BYTEA
  )`,
  'CREATE INDEX refused_pings_monitor ON refused_pings (monitor_id, id)',
];

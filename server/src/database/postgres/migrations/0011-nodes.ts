import { TEXT } from './column-types.ts';

/** Shared queue of pings that nodes spooled during an outage of the database. Nodes of the previous version leave `keeps` null. */
export const queuedPings: readonly string[] = [
  'ALTER TABLE watching_nodes ADD COLUMN keeps BIGINT',
  `CREATE TABLE queued_pings (
    at BIGINT NOT NULL, epoch ${TEXT} NOT NULL, ticket BIGINT NOT NULL, ping_key ${TEXT} NOT NULL, type ${TEXT} NOT NULL,
    rid ${TEXT}, new_run_id ${TEXT}, duration_ms BIGINT, warnings ${TEXT} NOT NULL, method ${TEXT} NOT NULL,
    user_agent ${TEXT} NOT NULL, remote_address ${TEXT} NOT NULL, exit_status BIGINT, body BYTEA,
    PRIMARY KEY (at, epoch, ticket)
  )`,
];

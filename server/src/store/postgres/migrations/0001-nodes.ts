import { TEXT } from './column-types.ts';

/**
 * The processes that take pings, each with the last ping of its own that is saved, when it was last there, and since when one waits;
 * and which of them does what only one should.
 */
export const nodes: readonly string[] = [
  `CREATE TABLE ping_nodes (
    epoch ${TEXT} PRIMARY KEY, through BIGINT NOT NULL DEFAULT 0, through_before BIGINT NOT NULL DEFAULT 0,
    idle_since BIGINT
  )`,
  // Apart from the tickets, whose row is locked while a batch is being stored.
  `CREATE TABLE watching_nodes (epoch ${TEXT} PRIMARY KEY, seen_at BIGINT NOT NULL, waiting_from BIGINT)`,
  `CREATE TABLE leases (name ${TEXT} PRIMARY KEY, holder ${TEXT} NOT NULL, until BIGINT NOT NULL)`,
];

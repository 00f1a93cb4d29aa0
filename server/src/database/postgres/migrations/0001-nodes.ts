import { TEXT } from './column-types.ts';

/** Processes that accept pings (last saved ticket, last sign of life, oldest waiting ping), and leases. */
export const nodes: readonly string[] = [
  `CREATE TABLE ping_nodes (
    epoch ${TEXT} PRIMARY KEY, through BIGINT NOT NULL DEFAULT 0, through_before BIGINT NOT NULL DEFAULT 0,
    idle_since BIGINT
  )`,
  // Separate from `ping_nodes`, because a node's row in that table is locked while a batch is stored.
  `CREATE TABLE watching_nodes (epoch ${TEXT} PRIMARY KEY, seen_at BIGINT NOT NULL, waiting_from BIGINT)`,
  `CREATE TABLE leases (name ${TEXT} PRIMARY KEY, holder ${TEXT} NOT NULL, until BIGINT NOT NULL)`,
];

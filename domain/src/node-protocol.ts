/** Time limits that nodes share to keep pings in order: see docs/decisions/0021-one-order-across-nodes.md. */

/** How long a process may make no progress before it counts as dead. Presence records and stored pings both count as progress. */
export const NODE_DEAD_AFTER_MS = 10_000;

/** Interval between presence records. */
export const NODE_PRESENCE_EVERY_MS = 250;

/**
 * Maximum age of the latest committed presence record. If the record is older, writes hang, so the process can't know the state
 * of other processes.
 */
export const WRITES_UNSURE_AFTER_MS = 500;

/**
 * How long a process tries to record its presence before it spools pings. The time exceeds {@link WRITES_UNSURE_AFTER_MS} by more than {@link
 * NODE_PRESENCE_EVERY_MS}. If commits hang, all processes therefore stop sending pings to the database before any process confirms pings
 * from its spool.
 */
export const WRITES_LOST_AFTER_MS = 1000;

/**
 * Whether a process can write. `unsure`: recording its presence is slow. `lost`: recording has taken so long that all other
 * processes are unsure, too.
 */
export type WriteConfidence = 'sure' | 'unsure' | 'lost';

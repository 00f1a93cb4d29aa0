/** Time limits that nodes share to keep pings in order: see docs/decisions/0021-one-order-across-nodes.md. */

/** How long a process may make no progress, neither in its liveness reports nor in its stored pings, before it counts as dead. */
export const DEAD_AFTER_MS = 10_000;

/** Interval between liveness reports. */
export const REPORT_EVERY_MS = 250;

/** Maximum age of the latest committed report. If it is older, a write hangs, and the state of other processes is unknown. */
export const UNSURE_AFTER_MS = 500;

/**
 * How long a process tries to report before it spools pings. Exceeds {@link UNSURE_AFTER_MS} by more than
 * {@link REPORT_EVERY_MS}. When commits hang, every process has therefore stopped sending pings to the
 * database before any process answers from its spool.
 */
export const LOST_AFTER_MS = 1000;

/** Whether a process can write. `unsure`: the current report is slow. `lost`: so slow that no other process can be sure, either. */
export type WriteConfidence = 'sure' | 'unsure' | 'lost';

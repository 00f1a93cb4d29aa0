import pg from 'pg';
import { DatabaseUnavailable } from '../unavailable.ts';

/**
 * SQLSTATE classes of errors that are not about a row: features (0A), connection (08), transactions (25, 2D, 3B, 40), names and rights
 * (26, 28, 3D, 3F, 42), resources (53), state and locks (55), shutdown (57), system (58), snapshots (72), configuration (F0), foreign
 * servers (HV) and the inside of PostgreSQL (XX). The row may be stored later: the whole batch waits. All other classes are about the
 * row: data (22), constraints (23, 44), size (54), and whatever a trigger raises (P0, 09, 27, 38, 39, and classes of its own).
 */
const NOT_A_ROW_ERROR = /^(?:0A|08|25|26|28|2D|3B|3D|3F|40|42|53|55|57|58|72|F0|HV|XX)/;
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATEs of transactions that conflicted with another transaction. */
const CONFLICT: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/** Whether an error concerns only one input, so that the rest of the batch can be saved. */
export function isRowError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !NOT_A_ROW_ERROR.test(error.code ?? 'XX');
  return !(error instanceof DatabaseUnavailable);
}

export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICT.has(error.code);
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

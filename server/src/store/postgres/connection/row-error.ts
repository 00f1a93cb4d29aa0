import pg from 'pg';
import { DatabaseUnavailable } from '../../unavailable.ts';

/** SQLSTATE classes of errors about a row: data (22), constraints (23), size (54). */
const ROW_ERROR = /^(?:22|23|54)/;
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATEs of transactions that conflicted with another transaction. */
const CONFLICT: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/** Whether an error concerns only one input, so that the rest of the batch can be saved. */
export function isRowError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return ROW_ERROR.test(error.code ?? '');
  return !(error instanceof DatabaseUnavailable);
}

export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICT.has(error.code);
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

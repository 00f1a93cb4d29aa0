import pg from 'pg';
import { DatabaseUnavailable } from '../../unavailable.ts';

/** What PostgreSQL says when it is the row that is wrong: its data (22), what must hold of it (23), its size (54). */
const ROW_ERROR = /^(?:22|23|54)/;
const LOCK_NOT_AVAILABLE = '55P03';
/** Two transactions were in each other's way, and one of them had to go. */
const CONFLICT: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/** Whether an error is about one input, so that the others of its batch can go on. */
export function isAboutRow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return ROW_ERROR.test(error.code ?? '');
  return !(error instanceof DatabaseUnavailable);
}

/** Whether the same may well succeed when it is tried again at once. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICT.has(error.code);
}

/** Whether a lock did not come in the time that the transaction allows. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

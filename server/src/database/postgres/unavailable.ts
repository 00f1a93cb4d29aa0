import pg from 'pg';
import { DatabaseUnavailable } from '../unavailable.ts';

/** SQLSTATEs about the server: connection (08), resources (53), shutdown (57), I/O (58), read-only standby (25006). */
const UNAVAILABLE = /^(?:08|53|57|58)|^25006$/;

/**
 * SQLSTATEs after which the server closes the connection: protocol violation, shutdown or crash of the server, termination by
 * an administrator, and time limits of a session. The severity can't be used, because the server translates it.
 */
const FATAL = /^(?:08P01|57P0\d|25P0[34])$/;

/** Whether the server closes the connection after this error. The end of the socket may arrive later than the error. */
export function isFatal(error: pg.DatabaseError): boolean {
  return FATAL.test(error.code ?? '');
}

/** Converts errors about the database, rather than the statement, to {@link DatabaseUnavailable}. */
export function toDatabaseUnavailable(error: unknown): unknown {
  return isUnavailable(error)
    ? new DatabaseUnavailable(
        `PostgreSQL is unavailable: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      )
    : error;
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  // Other errors of the driver mean that the server is unreachable (refused, closed, timed out). A TypeError or RangeError is our
  // own bug.
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseUnavailable);
}

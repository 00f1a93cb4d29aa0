import pg from 'pg';
import { DatabaseUnavailable } from '../../unavailable.ts';

/**
 * SQLSTATEs that speak of the server and not of the statement: connection lost (08), no room on disk, in memory or for a
 * connection (53), shut down or cancelled by a time limit (57), a file that it can't read (58), or a standby that takes no
 * writes (25006).
 */
const AWAY = /^(?:08|53|57|58)|^25006$/;

/** The error as the engines know it: {@link DatabaseUnavailable} when it is about the database and not about what was asked of it. */
export function orAway(error: unknown): unknown {
  return isAway(error)
    ? new DatabaseUnavailable(
        `PostgreSQL is away: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      )
    : error;
}

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '');
  // The driver's own: refused, closed, silent. A wrong type is a mistake of ours.
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseUnavailable);
}

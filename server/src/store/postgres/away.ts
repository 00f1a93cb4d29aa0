import pg from 'pg';
import { AppError } from '../../domain/error.ts';
import { StoreAway } from '../store-away.ts';

/**
 * SQLSTATEs that speak of the server and not of the statement: connection lost (08), no room on disk, in memory or for a
 * connection (53), shut down or cancelled by a time limit (57), a file that it can't read (58), or a standby that takes no
 * writes (25006).
 */
const AWAY = /^(?:08|53|57|58)|^25006$/;

/** The error as the engines know it: {@link StoreAway} when it is about the database and not about what was asked of it. */
export function orAway(error: unknown): unknown {
  return isAway(error)
    ? new StoreAway(`PostgreSQL is away: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    : error;
}

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '');
  // The driver's own: refused, closed, silent. A wrong type is a mistake of ours.
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof StoreAway);
}

/** SQLSTATEs: who connects is not known or has the wrong password (28), or there is no such database (3D). */
const REFUSED = /^(?:28|3D)/;
/** What the driver says when a password is missing, or both sides don't agree on encryption. */
const REFUSED_BY_DRIVER = /^SASL|\bSSL\b|certificate/;

/** At the start: an error for people when the server is there and lets nobody in, which waiting would not mend. */
export function orRefused(error: unknown): unknown {
  if (!(error instanceof StoreAway)) return error;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    const isRefused =
      cause instanceof pg.DatabaseError
        ? REFUSED.test(cause.code ?? '')
        : !(cause.cause instanceof pg.DatabaseError) && REFUSED_BY_DRIVER.test(cause.message);
    if (isRefused)
      return new AppError('unavailable', `PostgreSQL lets nobody in: ${cause.message}. Check DATABASE_URL`, {
        cause: error,
      });
  }
  return error;
}

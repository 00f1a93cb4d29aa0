import type { PathReport } from '@overdue/domain/ping/ping-report.ts';
import { exitStatusOf, pingTypeOf } from '@overdue/domain/ping/ping-word.ts';

const EXIT_STATUS = /^\d{1,3}$/;

/** Report of a ping URL that ends with the ping ID. */
export const PLAIN_PING: PathReport = { type: 'ping', exitStatus: null };

/** Reads the path segment after a ping ID: an action or an exit status. Returns null if the segment is neither. */
export function readAction(action: string): PathReport | null {
  if (EXIT_STATUS.test(action)) {
    const exit = exitStatusOf(action);
    return exit === null || exit.status === null ? null : { type: exit.outcome, exitStatus: exit.status };
  }
  const type = action.toLowerCase() === 'log' ? 'log' : pingTypeOf(action);
  return type === null ? null : { type, exitStatus: null };
}

/** Returns the segments of a path that follow a prefix, without a trailing slash. */
export function segmentsAfter(prefix: string, path: string): readonly string[] {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  return path.slice(prefix.length, end).split('/');
}

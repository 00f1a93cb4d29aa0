import { pingKey } from '../../domain/ping/ping.ts';
import type { PathReport } from '../../domain/ping/ping-report.ts';
import { exitStatusOf, outcomeOf } from '../../domain/ping/ping-word.ts';

/** Parsed path of a ping URL. `report` is null if `rest`, the part after the ping ID, has no meaning. */
export type PingTarget =
  | { readonly pingKey: string; readonly report: PathReport }
  | { readonly pingKey: string; readonly report: null; readonly rest: string };

const GENERIC: PathReport = { type: 'ping', exitStatus: null };
const EXIT_STATUS = /^\d{1,3}$/;
/** IDs that also work without the `/ping` prefix, because some clients omit it. No page has such a path. */
const BARE_ID = /^(?:[0-9A-Za-z]{22}|[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12})$/;

/** Returns true for invalid ping URLs, too. */
export function isPingPath(path: string): boolean {
  if (path.startsWith('/ping/')) return true;
  const end = path.indexOf('/', 1);
  return BARE_ID.test(end === -1 ? path.slice(1) : path.slice(1, end));
}

/** Parses a path accepted by {@link isPingPath}, with or without a trailing slash. Returns null if it is not a ping URL. */
export function parsePingPath(path: string): PingTarget | null {
  const segments = path.split('/');
  if (segments[segments.length - 1] === '') segments.pop();
  const first = segments[1] === 'ping' ? 2 : 1;
  const [id = '', action] = segments.slice(first);
  const key = pingKey(id);
  if (key === null) return null;
  if (action === undefined) return { pingKey: key, report: GENERIC };
  const report = segments.length - first > 2 ? null : parseAction(action);
  if (report !== null) return { pingKey: key, report };
  return { pingKey: key, report, rest: `/${segments.slice(first + 1).join('/')}` };
}

function parseAction(action: string): PathReport | null {
  if (EXIT_STATUS.test(action)) {
    const exit = exitStatusOf(action);
    return exit === null || exit.status === null ? null : { type: exit.outcome, exitStatus: exit.status };
  }
  const type = action.toLowerCase() === 'log' ? 'log' : outcomeOf(action);
  return type === null ? null : { type, exitStatus: null };
}

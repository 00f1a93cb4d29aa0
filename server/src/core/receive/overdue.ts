import { NEW_PING_ID, normalizePingID } from '@overdue/domain/ping/ping.ts';
import { errorBody, errorStatus } from '../../platform/http/envelope.ts';
import { PLAIN_PING, readAction, segmentsAfter } from './action.ts';
import type { Dialect, DialectReading, PingCall, RecordedPing } from './dialect.ts';

const JSON_TYPE = 'application/json';
/** IDs that also work without the `/ping` prefix, because some clients omit it. No page has such a path. */
const BARE_ID = new RegExp(`^(?:${NEW_PING_ID}|[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12})$`);

/** Our own ping URLs, `/ping/{pingID}` with `/start`, `/end`, `/fail`, `/log` or an exit status. */
export const overdue: Dialect = {
  name: 'overdue',
  claimsPath: isPingPath,
  read: readPingURL,
  writeRecorded: (recorded) => ({ status: 200, type: JSON_TYPE, body: overdueResponse(recorded) }),
  writeRefused: (error) => ({ status: errorStatus(error.code), type: JSON_TYPE, body: errorBody(error) }),
};

/** Whether a path is a ping URL, valid or not. */
function isPingPath(path: string): boolean {
  if (path.startsWith('/ping/')) return true;
  const end = path.indexOf('/', 1);
  return BARE_ID.test(end === -1 ? path.slice(1) : path.slice(1, end));
}

/** Whether a path has the form `/ping/{pingID}` or `/ping/{pingID}/{action}`, even if the ID is malformed. */
export function isOwnForm(path: string): boolean {
  const [, action, ...more] = segmentsAfter('/ping/', path);
  return (
    path.startsWith('/ping/') && more.length === 0 && (action === undefined || readAction(action) !== null)
  );
}

/** Reads a ping URL, with or without a trailing slash. */
function readPingURL({ path, fields }: Pick<PingCall, 'path' | 'fields'>): DialectReading | null {
  const segments = path.split('/');
  if (segments[segments.length - 1] === '') segments.pop();
  const first = segments[1] === 'ping' ? 2 : 1;
  const [id = '', action] = segments.slice(first);
  const normalizedPingID = normalizePingID(id);
  if (normalizedPingID === null) return null;
  const address = { by: 'id', normalizedPingID } as const;
  if (action === undefined) return { kind: 'ping', address, path: PLAIN_PING, fields };
  const report = segments.length - first > 2 ? null : readAction(action);
  if (report !== null) return { kind: 'ping', address, path: report, fields };
  return { kind: 'unknown_call', address, rest: `/${segments.slice(first + 1).join('/')}` };
}

/**
 * Writes the same JSON as {@link import('../../platform/http/envelope.ts').successBody} in a third of the time. Speed matters here,
 * because most requests are pings.
 */
export function overdueResponse({ pingID, status, event }: RecordedPing): string {
  const { number, type, durationMs, runID, warnings } = event;
  const monitor = `{"pingID":${JSON.stringify(pingID)},"status":"${status}"}`;
  const duration = (durationMs ?? 0) / 1000;
  const warningsJSON = warnings.length === 0 ? '[]' : JSON.stringify(warnings);
  const eventJSON = `{"number":${number},"type":"${type}","duration":${duration},"runID":${JSON.stringify(runID)},"warnings":${warningsJSON}}`;
  return `{"success":true,"data":{"monitor":${monitor},"event":${eventJSON}}}`;
}

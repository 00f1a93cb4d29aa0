import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { PLAIN_PING, readAction, segmentsAfter } from '../../core/receive/action.ts';
import type { Dialect, DialectReading, PingCall } from '../../core/receive/dialect.ts';
import { plainRefusal, plainResponse } from '../../core/receive/plain-text.ts';

const PREFIX = '/api/v1/heartbeat/';

/** Heartbeats of Better Stack: `/api/v1/heartbeat/{token}` with `/fail` or an exit status. The token is the ping ID. */
export const betterStack: Dialect = {
  name: 'better-stack',
  claimsPath: (path) => path.startsWith(PREFIX),
  read: readHeartbeat,
  writeRecorded: () => plainResponse(200, 'OK'),
  writeRefused: plainRefusal,
};

function readHeartbeat({ path, fields }: PingCall): DialectReading | null {
  const [token = '', action, ...more] = segmentsAfter(PREFIX, path);
  const normalizedPingID = normalizePingID(token);
  if (normalizedPingID === null) return null;
  const address = { by: 'id', normalizedPingID } as const;
  if (action === undefined) return { kind: 'ping', address, path: PLAIN_PING, fields };
  const report = more.length > 0 ? null : readAction(action);
  if (report !== null) return { kind: 'ping', address, path: report, fields };
  return { kind: 'unknown_call', address, rest: `/${[action, ...more].join('/')}` };
}

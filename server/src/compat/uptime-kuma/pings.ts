import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import type { Field } from '@overdue/domain/ping/ping-field.ts';
import { PLAIN_PING, segmentsAfter } from '../../core/receive/action.ts';
import type { Dialect, DialectReading, DialectResponse, PingCall } from '../../core/receive/dialect.ts';
import { errorStatus } from '../../platform/http/envelope.ts';

const PREFIX = '/api/push/';

/** Push monitors of Uptime Kuma: `/api/push/{token}?status=up&msg=OK&ping=`. The token is the ping ID. */
export const uptimeKuma: Dialect = {
  name: 'uptime-kuma',
  claimsPath: (path) => path.startsWith(PREFIX),
  read: readPush,
  writeRecorded: () => json(200, { ok: true }),
  writeRefused: ({ code, message }) =>
    json(errorStatus(code), {
      ok: false,
      msg: code === 'not_found' ? 'Monitor not found or not active.' : message,
    }),
};

function readPush({ path, fields }: PingCall): DialectReading | null {
  const [token = '', ...rest] = segmentsAfter(PREFIX, path);
  const normalizedPingID = normalizePingID(token);
  if (normalizedPingID === null) return null;
  const address = { by: 'id', normalizedPingID } as const;
  if (rest.length > 0) return { kind: 'unknown_call', address, rest: `/${rest.join('/')}` };
  return { kind: 'ping', address, path: PLAIN_PING, fields: fields.map(asKumaReads) };
}

/**
 * Reads a field as Uptime Kuma does. Every status except `up` is a failure, and an empty status means `up`. A ping time is the
 * number at the beginning of its text. A text that doesn't begin with a number, such as `undefined`, counts as no time.
 */
function asKumaReads({ name, value }: Field): Field {
  if (name === 'status') return { name, value: value === 'up' || value === '' ? 'up' : 'down' };
  if (name !== 'ping') return { name, value };
  const milliseconds = Number.parseFloat(value);
  return { name, value: Number.isNaN(milliseconds) ? '' : String(milliseconds) };
}

function json(status: number, body: object): DialectResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

import { expect, test } from 'vitest';
import { systemClock } from '../../../sdk/src/clock.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import {
  failure,
  hangUp,
  json,
  openLoopback,
  PING_ID,
  pingResponse,
  type Respond,
} from '../../../server/test/sdk/loopback.ts';
import type { FindPingURL } from '../monitors/report-target.ts';
import { openNetwork } from '../network/network.ts';
import { CommandError } from '../process/command-line.ts';
import { sendReport } from './send-report.ts';

const NAMED = { name: 'nightly', profile: 'work', url: 'https://overdue.example.com', createsMissing: true };

function send(findPingURL: FindPingURL) {
  const report = { rid: 'r', type: 'ping', at: 0, duration: null, log: null } as const;
  const options = {
    clock: systemClock,
    userAgent: 'test',
    network: openNetwork({}),
    timeoutMs: 5000,
    findPingURL,
  };
  return sendReport({ ...report, target: { monitor: NAMED } }, options);
}

test('a named monitor is located, and located again if the service refuses its known ping URL', async () => {
  const { url, seen } = await openLoopback((response, request) => {
    if (request.url.includes('/old')) failure(404, 'not_found')(response, request);
    else pingResponse()(response, request);
  });
  const asked: unknown[] = [];
  const result = await send(async (monitor, { isFresh }) => {
    asked.push([monitor, isFresh]);
    return isFresh ? `${url}/ping/${PING_ID}` : `${url}/ping/old`;
  });
  expect(result).toEqual({ outcome: 'sent' });
  expect(asked).toEqual([
    [NAMED, false],
    [NAMED, true],
  ]);
  expect(seen).toHaveLength(2);
});

test.each([
  [new CommandError('No monitor is named nightly.'), { outcome: 'refused' }],
  [new CommandError('You are not logged in.', 4), { outcome: 'unreachable', affects: 'account' }],
  [new OverdueError('unauthenticated', 'Revoked.'), { outcome: 'unreachable', affects: 'account' }],
  [new OverdueError('network', 'There was no response.'), { outcome: 'unreachable', affects: 'address' }],
])('a report whose monitor is not located because of %s is %j', async (error, result) => {
  expect(await send(() => Promise.reject(error))).toEqual({ ...result, reason: error.message });
});

const page: Respond = (response) => response.writeHead(404).end('<html>404 Not Found</html>');
const slugUnknown: Respond = (response) =>
  response.writeHead(404, { 'Ping-Body-Limit': '1000' }).end('not found');

test.each<[string, Respond, object]>([
  ['404 of Overdue', failure(404, 'not_found'), { outcome: 'refused' }],
  ['404 of Overdue for an unknown slug', slugUnknown, { outcome: 'refused' }],
  ['page of a proxy with 404', page, { outcome: 'unreachable', affects: 'monitor' }],
  [
    'text of a proxy with 404',
    (response) => response.writeHead(404).end('404 page not found\n'),
    { outcome: 'unreachable', affects: 'monitor' },
  ],
  [
    'JSON of another service with 403',
    json(403, { error: 'no' }),
    { outcome: 'unreachable', affects: 'monitor' },
  ],
  [
    'JSON of another service with "success":false',
    json(404, { success: false, message: 'no route' }),
    { outcome: 'unreachable', affects: 'monitor' },
  ],
  [
    'JSON of another service with "success":true',
    json(200, { success: true, healthy: 1 }),
    { outcome: 'unreachable', affects: 'monitor' },
  ],
  ['OK of another service', (response) => response.end('OK'), { outcome: 'unreachable', affects: 'monitor' }],
  [
    'OK of Overdue',
    (response) => response.writeHead(200, { 'Ping-Body-Limit': '1000' }).end('OK'),
    { outcome: 'sent' },
  ],
  [
    'login page with 200',
    (response) => response.end('<html>Log in</html>'),
    { outcome: 'unreachable', affects: 'monitor' },
  ],
  ['429 of Overdue', failure(429, 'resource_exhausted'), { outcome: 'unreachable', affects: 'monitor' }],
  ['503 of Overdue', failure(503, 'unavailable'), { outcome: 'unreachable', affects: 'monitor' }],
  ['closed connection', hangUp, { outcome: 'unreachable', affects: 'address' }],
])('only an answer of Overdue is final: %s', async (_name, respond, result) => {
  const { url } = await openLoopback(respond);
  expect(await send(async () => `${url}/ping/${PING_ID}`)).toMatchObject(result);
});

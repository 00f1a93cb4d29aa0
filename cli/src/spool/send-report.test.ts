import { expect, test } from 'vitest';
import { systemClock } from '../../../sdk/src/clock.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { openLoopback, PING_ID, pingResponse } from '../../../server/test/sdk/loopback.ts';
import { CommandError } from '../command-line.ts';
import type { FindPingURL } from '../monitors/report-target.ts';
import { sendReport } from './send-report.ts';

const NAMED = { name: 'nightly', profile: 'work', url: 'https://overdue.example.com', createsMissing: true };

function send(findPingURL: FindPingURL) {
  const report = { rid: 'r', type: 'ping', at: 0, duration: null, log: null } as const;
  const options = { clock: systemClock, userAgent: 'test', timeoutMs: 5000, findPingURL };
  return sendReport({ ...report, target: { monitor: NAMED } }, options);
}

test('a named monitor is located, and located again if the service refuses its known ping URL', async () => {
  const { url, seen } = await openLoopback((response, request) => {
    if (request.url.includes('/old')) response.writeHead(404).end();
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
  [new CommandError('No monitor is named nightly.'), 'refused'],
  [new CommandError('You are not logged in.', 4), 'unreachable'],
  [new OverdueError('network', 'There was no response.'), 'unreachable'],
])('a report whose monitor is not located because of %s is %s', async (error, outcome) => {
  expect(await send(() => Promise.reject(error))).toEqual({ outcome, reason: error.message });
});

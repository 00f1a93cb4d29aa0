import { expect, test } from 'vitest';
import {
  countedPingWarning,
  mergePingWarnings,
  PING_WARNING_MS,
  type PingWarning,
  pingWarningsAt,
  pingWarningsUntil,
  unknownCallWarning,
} from './ping-warning.ts';

const warning = (at: number, text = 'w') => countedPingWarning([text], { at, remoteAddress: `host-${at}` });
const call = (at: number) =>
  unknownCallWarning(
    { method: 'GET', normalizedPingID: 'job-number-1', rest: '/x' },
    { at, remoteAddress: 'host' },
  );

const calling = (normalizedPingID: string, rest: string) =>
  unknownCallWarning({ method: 'GET', normalizedPingID, rest }, { at: 1, remoteAddress: '' });

test('warnings of one kind become a single warning: the latest, with their number and the first time', () => {
  const all = [warning(1), call(2), warning(5, 'latest'), warning(3)];
  const merged = mergePingWarnings(all.slice(0, 1), all.slice(1));
  expect(merged).toEqual([
    { kind: 'warning', message: 'latest', count: 3, firstAt: 1, lastAt: 5, remoteAddress: 'host-5' },
    call(2),
  ]);
});

test('a warning is shown for 30 days after its latest request, and then starts again', () => {
  const old = mergePingWarnings([warning(0)], [warning(10)]);
  const end = 10 + PING_WARNING_MS;
  expect(pingWarningsAt(old, end - 1)).toEqual(old);
  expect(pingWarningsAt(old, end)).toEqual([]);
  expect([pingWarningsUntil(old, 0), pingWarningsUntil([], 0)]).toEqual([end, Number.POSITIVE_INFINITY]);
  expect(mergePingWarnings(old, [warning(end)])).toEqual([warning(end)]);
  expect(mergePingWarnings(old, [warning(end - 1)])).toMatchObject([{ count: 3, firstAt: 0 }]);
});

test('texts are bounded, and characters that could garble them are replaced', () => {
  const long: PingWarning = countedPingWarning(['x'.repeat(400), 'y'.repeat(400)], {
    at: 1,
    remoteAddress: '',
  });
  expect(long.message).toHaveLength(501);
  const { message } = calling('job-number-1', `/a\u0007ü${'x'.repeat(9000)}`);
  expect(message).toMatch(
    /^GET \/a\?\?x{60}… after the ping URL is not an endpoint\. Nothing was recorded\.$/,
  );
});

const HEX = '0c5e1a9e6d0b4b0a9b5e3f6f3b1f7a21';
const UUID = '0C5E1A9E-6D0B-4B0A-9B5E-3F6F3B1F7A21';

test.each([
  ['the called ID', 'job-number-1', '/job-number-1/x', '/{pingID}/x'],
  ['the ping URL, appended twice', HEX, `/ping/${UUID}/ping/${HEX}`, '/ping/{pingID}/ping/{pingID}'],
  ['an encoded URL', HEX, `/http%3A%2F%2Fe.com%2Fping%2F${UUID}`, '/http%3A%2F%2Fe.com%2Fping%2F{pingID}'],
  ['an ID of another monitor', HEX, '/ping/other-job/', '/ping/{pingID}/'],
  ['a bare ID of another monitor', HEX, '/Ab3dEf6hIj9lMn2pQr5tUv', '/{pingID}'],
  ['no ID', HEX, '/completed/12', '/completed/12'],
])('a warning masks %s', (_what, key, rest, shown) => {
  expect(calling(key, rest).message).toBe(
    `GET ${shown} after the ping URL is not an endpoint. Nothing was recorded.`,
  );
});

import { expect, test } from 'vitest';
import {
  countedPingNotice,
  mergePingNotices,
  PING_NOTICE_MS,
  type PingNotice,
  pingNoticesAt,
  pingNoticesUntil,
  unknownCallNotice,
} from './ping-notice.ts';

const notice = (at: number, text = 'w') => countedPingNotice([text], { at, remoteAddress: `host-${at}` });
const call = (at: number) =>
  unknownCallNotice(
    { method: 'GET', normalizedPingID: 'job-number-1', rest: '/x' },
    { at, remoteAddress: 'host' },
  );

const calling = (normalizedPingID: string, rest: string) =>
  unknownCallNotice({ method: 'GET', normalizedPingID, rest }, { at: 1, remoteAddress: '' });

test('notices of one kind merge into the latest notice, which has their count and the time of the first notice', () => {
  const all = [notice(1), call(2), notice(5, 'latest'), notice(3)];
  const merged = mergePingNotices(all.slice(0, 1), all.slice(1));
  expect(merged).toEqual([
    { kind: 'warning', message: 'latest', count: 3, firstAt: 1, lastAt: 5, remoteAddress: 'host-5' },
    call(2),
  ]);
});

test('a notice is shown for 30 days after its latest request, and then starts again', () => {
  const old = mergePingNotices([notice(0)], [notice(10)]);
  const end = 10 + PING_NOTICE_MS;
  expect(pingNoticesAt(old, end - 1)).toEqual(old);
  expect(pingNoticesAt(old, end)).toEqual([]);
  expect([pingNoticesUntil(old, 0), pingNoticesUntil([], 0)]).toEqual([end, Number.POSITIVE_INFINITY]);
  expect(mergePingNotices(old, [notice(end)])).toEqual([notice(end)]);
  expect(mergePingNotices(old, [notice(end - 1)])).toMatchObject([{ count: 3, firstAt: 0 }]);
});

test('texts are bounded, and characters that could garble them are replaced', () => {
  const long: PingNotice = countedPingNotice(['x'.repeat(400), 'y'.repeat(400)], {
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
])('a notice masks %s', (_what, key, rest, shown) => {
  expect(calling(key, rest).message).toBe(
    `GET ${shown} after the ping URL is not an endpoint. Nothing was recorded.`,
  );
});

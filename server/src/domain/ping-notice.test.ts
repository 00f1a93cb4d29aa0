import { expect, test } from 'vitest';
import {
  mergeNotices,
  NOTICE_MS,
  noticesAt,
  noticesUntil,
  type PingNotice,
  unknownCallNotice,
  warningNotice,
} from './ping-notice.ts';

const warning = (at: number, text = 'w') => warningNotice([text], { at, remoteAddress: `host-${at}` });
const call = (at: number) => unknownCallNotice('GET', '/x', { at, remoteAddress: 'host' });

test('notices of one kind become one: the latest, with their number and the first time', () => {
  const all = [warning(1), call(2), warning(5, 'latest'), warning(3)];
  const merged = mergeNotices(all.slice(0, 1), all.slice(1));
  expect(merged).toEqual([
    { kind: 'warning', message: 'latest', count: 3, firstAt: 1, lastAt: 5, remoteAddress: 'host-5' },
    call(2),
  ]);
});

test('a notice is shown for 30 days after its latest request, and then starts anew', () => {
  const old = mergeNotices([warning(0)], [warning(10)]);
  const end = 10 + NOTICE_MS;
  expect(noticesAt(old, end - 1)).toEqual(old);
  expect(noticesAt(old, end)).toEqual([]);
  expect([noticesUntil(old, 0), noticesUntil([], 0)]).toEqual([end, Number.POSITIVE_INFINITY]);
  expect(mergeNotices(old, [warning(end)])).toEqual([warning(end)]);
  expect(mergeNotices(old, [warning(end - 1)])).toMatchObject([{ count: 3, firstAt: 0 }]);
});

test('texts are bounded, and characters that could garble them are replaced', () => {
  const long: PingNotice = warningNotice(['x'.repeat(400), 'y'.repeat(400)], { at: 1, remoteAddress: '' });
  expect(long.message).toHaveLength(501);
  const { message } = unknownCallNotice('GET', `/a\u0007ü${'x'.repeat(9000)}`, { at: 1, remoteAddress: '' });
  expect(message).toMatch(/^GET \/a\?\?x{60}… after the ping URL has no meaning\. Nothing was recorded\.$/);
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../sdk/src/clock.ts';
import { openLoopback, PING_ID, pingResponse } from '../../../server/test/sdk/loopback.ts';
import { openNetwork } from '../network/network.ts';
import { flush } from './flush.ts';
import { openSpool, type Report, SPOOLED_LOG_BYTES_MAX } from './spool.ts';

const NOW = Date.UTC(2026, 10, 22, 2);
const DAY_MS = 86_400_000;

async function openHost() {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-'));
  const server = await openLoopback(pingResponse());
  const report: Report = {
    target: { pingURL: `${server.url}/ping/${PING_ID}` },
    type: 7,
    rid: 'a',
    at: NOW,
    duration: 1,
    log: Buffer.from('log'),
  };
  const openAt = (now: number) => openSpool(folder, { now, warn: expect.fail });
  return {
    ...server,
    report,
    openAt,
    add(now: number, ...reports: readonly Report[]) {
      const spool = openAt(now);
      spool.add(reports, null);
      spool.close();
    },
    list(now: number) {
      const spool = openAt(now);
      const list = spool.list();
      spool.close();
      return list;
    },
    flushAt: (now: number) =>
      flush(folder, {
        clock: { ...systemClock, now: () => now },
        userAgent: 'test',
        network: openNetwork({}),
        findPingURL: () => expect.fail(),
        warn: expect.fail,
      }),
  };
}

test('a report waits while the clock is wrong, and is sent with its time once the clock is right', async () => {
  const host = await openHost();
  host.add(NOW, host.report);
  const jumped = NOW + 31 * DAY_MS;
  expect(await host.flushAt(jumped)).toEqual({ sent: 0, refused: [], waiting: 1, tooOld: 1, problem: null });
  expect(host.list(jumped)).toMatchObject([{ isTooOld: true, logBytes: 3 }]);
  expect(host.seen).toEqual([]);
  expect(await host.flushAt(NOW + DAY_MS)).toMatchObject({ sent: 1, waiting: 0, tooOld: 0 });
  expect(host.seen).toMatchObject([
    { url: expect.stringContaining('at=2026-11-22T02%3A00%3A00.000Z'), body: 'log' },
  ]);
});

test('a report that is too old does not hold up later reports of its monitor', async () => {
  const host = await openHost();
  host.add(NOW, host.report);
  const later = NOW + 31 * DAY_MS;
  host.add(later, { ...host.report, rid: 'b', at: later });
  expect(await host.flushAt(later)).toEqual({ sent: 1, refused: [], waiting: 1, tooOld: 1, problem: null });
});

test('the logs of reports that are too old make room for new logs', async () => {
  const host = await openHost();
  host.add(NOW, { ...host.report, log: new Uint8Array(SPOOLED_LOG_BYTES_MAX) });
  host.add(NOW, { ...host.report, rid: 'b' });
  const later = NOW + 31 * DAY_MS;
  host.add(later, { ...host.report, rid: 'c', at: later });
  expect(host.list(later).map(({ logBytes }) => logBytes)).toEqual([0, 0, 3]);
});

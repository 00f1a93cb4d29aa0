import { countedPingNotice, type PingNotice } from '@overdue/domain/ping/ping-notice.ts';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fake-clock.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { createPingNotices, KEYS_MAX } from './pending-ping-notices.ts';

type Batch = ReadonlyMap<string, readonly PingNotice[]>;

function openPingNotices() {
  const clock = createFakeClock(0);
  const batches: Batch[] = [];
  const errors: unknown[] = [];
  let failWith: Error | null = null;
  const pingNotices = createPingNotices({
    store: {
      async changePingNotices(change) {
        if (failWith !== null) throw failWith;
        if (change.kind === 'add') batches.push(change.notices);
        return [];
      },
    },
    clock,
    log: { error: (fields) => void errors.push(fields) },
  });
  return {
    clock,
    batches,
    errors,
    pingNotices,
    fail(error: Error | null) {
      failWith = error;
    },
    addNotice: (key: string) =>
      pingNotices.add(key, countedPingNotice(['w'], { at: clock.now(), remoteAddress: '192.0.2.1' })),
  };
}

const counts = (batches: readonly Batch[]) =>
  batches.map((batch) => [...batch].map(([key, [notice]]) => [key, notice?.count]));

describe('pending ping notices', () => {
  test('pending notices are written a second after the first, then every ten seconds at most', async () => {
    const { clock, batches, addNotice } = openPingNotices();
    addNotice('a');
    await clock.advance(999);
    expect(batches).toEqual([]);
    addNotice('a');
    await clock.advance(1);
    expect(counts(batches)).toEqual([[['a', 2]]]);
    for (let second = 0; second < 20; second += 1) {
      addNotice('a');
      addNotice('b');
      await clock.advance(1000);
    }
    expect(counts(batches).slice(1)).toEqual([
      [
        ['a', 10],
        ['b', 10],
      ],
      [
        ['a', 10],
        ['b', 10],
      ],
    ]);
    expect(clock.pending()).toBe(0);
  });

  test('notices are dropped for keys beyond the remembered number', async () => {
    const { clock, batches, addNotice } = openPingNotices();
    for (let key = 0; key < KEYS_MAX + 5; key += 1) addNotice(`key ${key}`);
    await clock.advance(1000);
    expect(counts(batches).flat()).toHaveLength(KEYS_MAX);
  });

  test('pending notices wait while the database is unavailable, and are counted once', async () => {
    const { clock, batches, addNotice, fail, errors } = openPingNotices();
    fail(new DatabaseUnavailable('away'));
    for (let key = 0; key < 150; key += 1) addNotice(`key ${key}`);
    await clock.advance(1000);
    fail(null);
    addNotice('key 0');
    await clock.advance(10_000);
    expect(counts(batches).flat()).toHaveLength(150);
    expect(counts(batches)[0]?.[0]).toEqual(['key 0', 2]);
    expect(errors).toEqual([]);
  });

  test("notices that can't be stored are logged and dropped, and later notices are written", async () => {
    const { clock, batches, addNotice, fail, errors } = openPingNotices();
    fail(new Error('a bug'));
    addNotice('a');
    await clock.advance(1000);
    fail(null);
    addNotice('b');
    await clock.advance(10_000);
    expect(errors).toHaveLength(1);
    expect(counts(batches)).toEqual([[['b', 1]]]);
  });

  test('pending notices are written when the process stops', async () => {
    const { batches, addNotice, pingNotices, clock } = openPingNotices();
    addNotice('a');
    await pingNotices.stop();
    expect(counts(batches)).toEqual([[['a', 1]]]);
    addNotice('b');
    expect(clock.pending()).toBe(0);
  });
});

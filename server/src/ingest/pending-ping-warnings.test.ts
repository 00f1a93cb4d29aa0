import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { countedPingWarning, type PingWarning } from '../domain/ping/ping-warning.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { createPingWarnings, KEYS_MAX } from './pending-ping-warnings.ts';

type Batch = ReadonlyMap<string, readonly PingWarning[]>;

function openPingWarnings() {
  const clock = createFakeClock(0);
  const batches: Batch[] = [];
  const errors: unknown[] = [];
  let failWith: Error | null = null;
  const pingWarnings = createPingWarnings({
    store: {
      async changePingWarnings(change) {
        if (failWith !== null) throw failWith;
        if (change.kind === 'add') batches.push(change.warnings);
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
    pingWarnings,
    fail(error: Error | null) {
      failWith = error;
    },
    addWarning: (key: string) =>
      pingWarnings.add(key, countedPingWarning(['w'], { at: clock.now(), remoteAddress: '192.0.2.1' })),
  };
}

const counts = (batches: readonly Batch[]) =>
  batches.map((batch) => [...batch].map(([key, [warning]]) => [key, warning?.count]));

describe('pending ping warnings', () => {
  test('pending warnings are written a second after the first, then every ten seconds at most', async () => {
    const { clock, batches, addWarning } = openPingWarnings();
    addWarning('a');
    await clock.advance(999);
    expect(batches).toEqual([]);
    addWarning('a');
    await clock.advance(1);
    expect(counts(batches)).toEqual([[['a', 2]]]);
    for (let second = 0; second < 20; second += 1) {
      addWarning('a');
      addWarning('b');
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

  test('warnings are dropped for keys beyond the remembered number', async () => {
    const { clock, batches, addWarning } = openPingWarnings();
    for (let key = 0; key < KEYS_MAX + 5; key += 1) addWarning(`key ${key}`);
    await clock.advance(1000);
    expect(counts(batches).flat()).toHaveLength(KEYS_MAX);
  });

  test('pending warnings wait while the database is away, and are counted once', async () => {
    const { clock, batches, addWarning, fail, errors } = openPingWarnings();
    fail(new DatabaseUnavailable('away'));
    for (let key = 0; key < 150; key += 1) addWarning(`key ${key}`);
    await clock.advance(1000);
    fail(null);
    addWarning('key 0');
    await clock.advance(10_000);
    expect(counts(batches).flat()).toHaveLength(150);
    expect(counts(batches)[0]?.[0]).toEqual(['key 0', 2]);
    expect(errors).toEqual([]);
  });

  test("warnings that can't be stored are logged and dropped, and later warnings are written", async () => {
    const { clock, batches, addWarning, fail, errors } = openPingWarnings();
    fail(new Error('a bug'));
    addWarning('a');
    await clock.advance(1000);
    fail(null);
    addWarning('b');
    await clock.advance(10_000);
    expect(errors).toHaveLength(1);
    expect(counts(batches)).toEqual([[['b', 1]]]);
  });

  test('pending warnings are written when the process stops', async () => {
    const { batches, addWarning, pingWarnings, clock } = openPingWarnings();
    addWarning('a');
    await pingWarnings.stop();
    expect(counts(batches)).toEqual([[['a', 1]]]);
    addWarning('b');
    expect(clock.pending()).toBe(0);
  });
});

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CHECK_SHARDS } from '../../src/checks/contract.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { takeDatabase } from '../postgres/database.ts';
import { countingIDs, NOON } from './suite/fixtures.ts';

const LEASE = 5000;

let store: Store;

beforeEach(async () => {
  const { url, drop } = await takeDatabase('18');
  onTestFinished(drop);
  store = await openPostgresStore({ url, newID: countingIDs(), now: NOON });
  onTestFinished(() => store.close());
});

interface Hold {
  readonly now?: number;
  readonly region?: string;
  readonly busy?: readonly number[];
}

async function hold(holder: string, { now = NOON, region = '', busy = [] }: Hold = {}) {
  const held = await store.holdCheckShards({
    holder,
    region,
    now,
    until: now + LEASE,
    busy: new Set(busy),
  });
  return held.shards;
}

const ascending = (shards: readonly number[]) => shards.toSorted((a, b) => a - b);
const ALL = Array.from({ length: CHECK_SHARDS }, (_, shard) => shard);

describe('the shards of checks', () => {
  test('a process alone holds all shards, and keeps them', async () => {
    expect(ascending(await hold('a'))).toEqual(ALL);
    expect(ascending(await hold('a', { now: NOON + 1000 }))).toEqual(ALL);
  });

  test('a second process gets its fair share once the first gives it back', async () => {
    await hold('a');
    expect(await hold('b')).toEqual([]);
    const a = await hold('a', { now: NOON + 1000 });
    const b = await hold('b', { now: NOON + 1000 });
    expect([a.length, b.length]).toEqual([CHECK_SHARDS / 2, CHECK_SHARDS / 2]);
    expect(ascending([...a, ...b])).toEqual(ALL);
  });

  test('of three processes, each holds about a third', async () => {
    for (const now of [NOON, NOON + 1000, NOON + 2000])
      for (const holder of ['a', 'b', 'c']) await hold(holder, { now });
    const all = [];
    for (const holder of ['a', 'b', 'c']) all.push(await hold(holder, { now: NOON + 3000 }));
    expect(all.map(({ length }) => length).sort()).toEqual([84, 86, 86]);
    expect(ascending(all.flat())).toEqual(ALL);
  });

  test('shards with a check in progress stay, also beyond the fair share', async () => {
    await hold('a');
    await hold('b');
    const busy = ALL.slice(20, 220);
    expect(ascending(await hold('a', { busy }))).toEqual(busy);
    expect(ascending(await hold('b'))).toEqual([...ALL.slice(0, 20), ...ALL.slice(220)]);
  });

  test('the shards of a process that died are taken over when its leases end, not before', async () => {
    await hold('a');
    await hold('b');
    await hold('a');
    await hold('b');
    expect(await hold('b', { now: NOON + LEASE - 1 })).toHaveLength(CHECK_SHARDS / 2);
    expect(ascending(await hold('b', { now: NOON + LEASE }))).toEqual(ALL);
    expect(await hold('a', { now: NOON + LEASE })).toEqual([]);
  });

  test('a process that stops gives back its shards at once', async () => {
    await hold('a');
    await hold('b');
    await store.releaseCheckShards('a');
    expect(ascending(await hold('b'))).toEqual(ALL);
  });

  test('the processes of each region hold all shards of the region', async () => {
    expect(ascending(await hold('a', { region: 'fra' }))).toEqual(ALL);
    expect(ascending(await hold('b', { region: 'nyc' }))).toEqual(ALL);
    expect(ascending(await hold('a', { region: 'fra' }))).toEqual(ALL);
  });

  test('a process that moves to another region gives back the shards of the old one', async () => {
    await hold('a', { region: 'fra' });
    await hold('a', { region: 'nyc' });
    expect(ascending(await hold('b', { region: 'fra' }))).toEqual(ALL);
  });

  test('processes that begin at the same time never hold the same shard', async () => {
    for (let round = 0; round < 3; round += 1) {
      const held = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => hold(holder)));
      expect(new Set(held.flat()).size).toBe(held.flat().length);
    }
  });
});

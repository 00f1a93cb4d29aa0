import type { Access } from '@overdue/domain/access/access.ts';
import { describe, expect, test } from 'vitest';
import { importMonitors } from '../../src/configuration/import-monitors.ts';
import { makePlan } from '../../src/configuration/make-plan.ts';
import { savePlan } from '../../src/configuration/save-plan.ts';
import { readTeamState } from '../../src/configuration/team-state.ts';
import type { MonitorRecord } from '../../src/database/records.ts';
import type { Clock } from '../../src/platform/runtime/clock.ts';
import { createBells } from '../../src/serve/bells.ts';
import { createCommandStore } from '../../src/serve/command-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createMonitorEdit } from '../edits.ts';
import { createSeededRandom } from '../fake-clock.ts';
import { createTestCatalog, TEST_SEALED_CHECKS } from '../http/test-catalog.ts';
import { HOUR, MINUTE, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { type Bench, type Core, openBench, pathOf, type StoreMethod, statesOf } from './core.ts';

/** Renames a monitor. */
type Rename = (store: Store, monitor: MonitorRecord, clock: Clock) => Promise<unknown>;

/** All ways in which users change monitors that may have due verdicts, with the method of the store. */
const WAYS: readonly (readonly [name: string, StoreMethod, Rename])[] = [
  [
    'an edit of one monitor',
    'apply',
    (store, monitor, clock) => store.apply([createMonitorEdit(monitor, clock.now(), { name: 'renamed' })]),
  ],
  [
    'an edit of several monitors together',
    'changeTogether',
    (store, monitor, clock) =>
      importMonitors(
        store,
        {
          teamID: monitor.teamID,
          edits: [createMonitorEdit(monitor, clock.now(), { name: 'renamed' })],
          monitors: [],
          channels: [],
          projectKeys: [],
          legacyIDs: [],
        },
        { limits: { monitors: 10, channels: 10 } },
      ),
  ],
  ['a configuration file', 'changeTogether', applyFile],
];

async function applyFile(store: Store, { teamID, shortID }: MonitorRecord, clock: Clock): Promise<unknown> {
  const { catalog } = createTestCatalog('https://overdue.example.com');
  const parts = {
    store,
    clock,
    random: createSeededRandom(1),
    catalog,
    sealedChecks: TEST_SEALED_CHECKS,
    allowance: 10,
  };
  const state = await readTeamState(accessTo(teamID), parts);
  const job = { id: shortID, name: 'renamed', schedule: { interval: 3600, graceDuration: 600 } };
  const request = { file: 'production', sections: { monitors: { job } }, prunes: false };
  return savePlan('production', await makePlan(request, state), state);
}

function accessTo(teamID: string): Access {
  return {
    via: { kind: 'token', tokenID: 'token', name: 'Token', endsAt: null },
    teamID,
    memberID: 'member-acme',
    userID: 'user-acme',
    role: 'owner',
    scope: 'write',
    projects: null,
    hasSecondFactor: false,
    lacksSecondFactor: false,
  };
}

/** A core, and a monitor that pinged at noon and is expected each hour. */
async function openCommands(): Promise<{
  bench: Bench;
  core: Core;
  commands: Store;
  monitor: MonitorRecord;
}> {
  const bench = await openBench();
  const [monitor] = await makeMonitors(bench.store, 1);
  if (monitor === undefined) throw new Error('There is no monitor.');
  await bench.store.apply([ping(monitor.id, 'ping', NOON)]);
  const core = await bench.start();
  // Hooks make each result a promise, but `savedViews` returns methods.
  const store = { ...bench.seen, savedViews: bench.store.savedViews };
  const commands = createCommandStore({ store, bells: createBells(bench.clock) }, core.presence);
  return { bench, core, commands, monitor };
}

async function expectRenamed({ store }: Bench, { teamID, id }: MonitorRecord) {
  expect(await store.findMonitors(teamID, { ids: [id] })).toMatchObject([{ details: { name: 'renamed' } }]);
}

describe.each(WAYS)('%s', (_name, method, rename) => {
  test('makes no verdict about a time in which the process was suspended', async () => {
    const { bench, commands, monitor } = await openCommands();
    bench.clock.jump(3 * HOUR);
    await rename(commands, monitor, bench.clock);
    await expectRenamed(bench, monitor);
    expect(await pathOf(bench.store, monitor)).toBe('new>up');
    expect(await statesOf(bench.store, monitor)).not.toContain('missed');
    expect(await bench.store.listUnsettledBlindWindows()).toMatchObject([
      { from: NOON, to: NOON + 3 * HOUR },
    ]);
  });

  test('makes no verdict about a suspension right before the transaction', async () => {
    const { bench, commands, monitor } = await openCommands();
    let isSuspended = false;
    bench.hook = (called, call) => {
      if (called === method && !isSuspended) {
        isSuspended = true;
        bench.clock.jump(3 * HOUR);
      }
      return call();
    };
    await rename(commands, monitor, bench.clock);
    expect(isSuspended).toBe(true);
    await expectRenamed(bench, monitor);
    expect(await pathOf(bench.store, monitor)).toBe('new>up');
    expect(await statesOf(bench.store, monitor)).not.toContain('missed');
  });

  test('waits until an accepted ping is stored', async () => {
    const { bench, core, commands, monitor } = await openCommands();
    await bench.clock.advance(HOUR);
    const database = Promise.withResolvers<void>();
    let isHeld = false;
    bench.hook = async (called, call) => {
      if (called === 'apply' && !isHeld) {
        isHeld = true;
        await database.promise;
      }
      return call();
    };
    const stored = core.ingest.submit(ping(monitor.id, 'ping', bench.clock.now()));
    await bench.clock.advance(11 * MINUTE);
    expect(isHeld).toBe(true);
    await Promise.all([
      expect(rename(commands, monitor, bench.clock)).rejects.toMatchObject({ code: 'unavailable' }),
      bench.clock.advance(5000),
    ]);
    expect(await statesOf(bench.store, monitor)).toEqual(['succeeded']);
    database.resolve();
    await stored;
    await bench.clock.settle();
    await rename(commands, monitor, bench.clock);
    await expectRenamed(bench, monitor);
    expect(await statesOf(bench.store, monitor)).toEqual(['succeeded', 'succeeded']);
  });
});

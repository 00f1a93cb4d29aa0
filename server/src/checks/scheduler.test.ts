import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createMonitorEdit } from '../../test/edits.ts';
import { openEmptyStore } from '../../test/empty-store.ts';
import { createFakeClock } from '../../test/fake-clock.ts';
import { TEST_SEALED_CHECKS } from '../../test/http/test-catalog.ts';
import {
  applyOne,
  command,
  countingIDs,
  foundMonitor,
  MINUTE,
  makeTeam,
  NOON,
  newMonitor,
} from '../../test/store/suite/fixtures.ts';
import type { ApplyOutcome, BatchInput, MonitorRecord } from '../database/records.ts';
import { type CheckJob, unknownAttempt } from './checker-messages.ts';
import { CHECK_SHARDS } from './contract.ts';
import { createCheckScheduler } from './scheduler.ts';
import { CHECK_SETTINGS } from './settings.ts';

const SECOND = 1000;

const EVERY_MINUTE: Partial<MonitorRules> = {
  kind: 'http',
  schedule: { type: 'grid', intervalMs: MINUTE, phaseMs: 0, timezone: 'UTC', graceMs: 69 * SECOND },
};

/** A job at the process that makes checks, which the test answers. */
interface Asked {
  readonly job: CheckJob;
  readonly at: number;
  answer(outcome: CheckAttempt['outcome']): Promise<void>;
}

interface Options {
  readonly isShared?: boolean;
  readonly apply?: (
    inputs: readonly BatchInput[],
    apply: (inputs: readonly BatchInput[]) => Promise<readonly ApplyOutcome[]>,
  ) => Promise<readonly ApplyOutcome[]>;
}

async function open({ isShared = false, apply = (inputs, next) => next(inputs) }: Options = {}) {
  const clock = createFakeClock(NOON);
  const store = await openEmptyStore(countingIDs());
  onTestFinished(() => store.close());
  const team = await makeTeam(store, 'acme');
  const asked: Asked[] = [];
  const answers = new Set<(attempt: CheckAttempt) => void>();
  const batches: (readonly BatchInput[])[] = [];
  const errors: string[] = [];
  const attemptOf = (outcome: CheckAttempt['outcome'], startedAt: number): CheckAttempt => ({
    ...unknownAttempt(startedAt, { code: 'status', message: 'The status is 503.' }),
    outcome,
    ...(outcome === 'succeeded' ? { code: null, message: '' } : {}),
  });
  const interrupted = () =>
    unknownAttempt(clock.now(), { code: 'interrupted', message: 'The process ended.' });
  const scheduler = createCheckScheduler({
    store: {
      ...store,
      holdCheckShards: () =>
        Promise.resolve({
          shards: Array.from({ length: CHECK_SHARDS }, (_, shard) => shard),
          nodes: ['eu', 'us'].map((region) => ({ holder: region, region })),
        }),
    },
    apply(inputs) {
      batches.push(inputs);
      return apply(inputs, store.apply);
    },
    sealedChecks: TEST_SEALED_CHECKS,
    checker: {
      check: (job) =>
        new Promise((resolve) => {
          answers.add(resolve);
          asked.push({
            job,
            at: clock.now() - NOON,
            async answer(outcome) {
              answers.delete(resolve);
              resolve(attemptOf(outcome, clock.now()));
              await clock.settle();
            },
          });
        }),
      stop() {
        for (const answer of answers) answer(interrupted());
        return Promise.resolve();
      },
    },
    clock,
    log: { debug() {}, info() {}, warn() {}, error: (_, message) => void errors.push(message) },
    place: { node: 'one', region: isShared ? 'eu' : null },
    isShared,
  });
  async function create(
    name: string,
    check: object = { regions: isShared ? ['eu'] : [] },
  ): Promise<MonitorRecord> {
    const wish = newMonitor({ teamID: team.id, projectID: team.projectID, name, rules: EVERY_MINUTE });
    const sealedCheck = TEST_SEALED_CHECKS.seal(CHECK_SETTINGS.http.parse(check), team.id);
    const created = await store.createMonitor(
      {
        ...wish,
        details: { ...wish.details, url: `https://${name}.example.com/`, sealedCheck },
        monitor: {
          ...wish.monitor,
          state: newMonitorState({ kind: 'http', createdAt: NOON, paused: false }),
        },
      },
      1000,
    );
    if (created.outcome !== 'created') throw new Error('The monitor was not created.');
    return created.monitor;
  }
  const runsOf = async ({ id }: MonitorRecord) =>
    (await store.listRuns(id, { limit: 10 })).map(({ state, expectedAt }) => [
      state,
      expectedAt === null ? null : expectedAt - NOON,
    ]);
  return { clock, store, scheduler, asked, batches, errors, create, runsOf };
}

test('each check starts at its slot', async () => {
  const { clock, scheduler, asked, create, runsOf } = await open();
  const monitor = await create('web');
  scheduler.start();
  await clock.advance(0);
  expect(asked.map(({ at }) => at)).toEqual([0]);
  expect(asked[0]?.job).toMatchObject({ kind: 'http', url: 'https://web.example.com/', keepsExcerpt: false });
  await asked[0]?.answer('succeeded');
  await clock.advance(MINUTE - 1);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  expect(asked.map(({ at }) => at)).toEqual([0, MINUTE]);
  await asked[1]?.answer('succeeded');
  await clock.advance(SECOND);
  expect(await runsOf(monitor)).toEqual([
    ['succeeded', MINUTE],
    ['succeeded', 0],
  ]);
  await scheduler.stop();
});

test('the first failure is confirmed, and a success among the attempts disputes it', async () => {
  const { clock, store, scheduler, asked, create } = await open();
  const monitor = await create('web');
  scheduler.start();
  await clock.advance(0);
  await asked[0]?.answer('failed');
  await clock.advance(3 * SECOND - 1);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  await asked[1]?.answer('succeeded');
  await clock.advance(SECOND);
  const [run] = await store.listRuns(monitor.id, { limit: 1 });
  expect(run).toMatchObject({
    state: 'succeeded',
    check: { disputed: true, node: 'one', earlier: [{ outcome: 'failed', code: 'status', node: 'one' }] },
  });
  expect(asked).toHaveLength(2);
  await scheduler.stop();
});

test('a failure of all attempts counts once, and is not confirmed again while the monitor is down', async () => {
  const { clock, store, scheduler, asked, create, runsOf } = await open();
  const monitor = await create('web');
  scheduler.start();
  await clock.advance(0);
  for (const attempt of [0, 1, 2]) {
    await asked[attempt]?.answer('failed');
    await clock.advance(3 * SECOND);
  }
  expect(asked).toHaveLength(3);
  expect((await foundMonitor(store, monitor)).state.incident).toMatchObject({
    message: 'The status is 503.',
  });
  await clock.advance(MINUTE);
  expect(asked).toHaveLength(4);
  await asked[3]?.answer('failed');
  await clock.advance(10 * SECOND);
  expect(asked).toHaveLength(4);
  expect(await runsOf(monitor)).toEqual([
    ['failed', MINUTE],
    ['failed', 0],
  ]);
  await scheduler.stop();
});

test('a monitor has one check at a time, and the slots that pass meanwhile get no run', async () => {
  const { clock, scheduler, asked, create, runsOf } = await open();
  const monitor = await create('web');
  scheduler.start();
  await clock.advance(MINUTE + SECOND);
  expect(asked).toHaveLength(1);
  await asked[0]?.answer('succeeded');
  await clock.advance(SECOND);
  expect(asked).toHaveLength(1);
  expect(await runsOf(monitor)).toEqual([['succeeded', 0]]);
  await clock.advance(MINUTE);
  expect(asked.map(({ at }) => at)).toEqual([0, 2 * MINUTE]);
  await scheduler.stop();
});

test('results that arrive together are stored together', async () => {
  const { clock, scheduler, asked, batches, create } = await open();
  for (const name of ['a', 'b', 'c']) await create(name);
  scheduler.start();
  await clock.advance(0);
  expect(asked).toHaveLength(3);
  for (const job of asked) await job.answer('succeeded');
  await clock.advance(50);
  expect(batches.map(({ length }) => length)).toEqual([3]);
  await scheduler.stop();
});

test('results wait for a database that is down', async () => {
  let isDown = true;
  const { clock, scheduler, asked, errors, create, runsOf } = await open({
    apply: (inputs, next) => (isDown ? Promise.reject(new Error('down')) : next(inputs)),
  });
  const monitor = await create('web');
  scheduler.start();
  await clock.advance(0);
  await asked[0]?.answer('succeeded');
  await clock.advance(5 * SECOND);
  expect(errors).toEqual(['Results of checks could not be stored. Retrying.']);
  expect(asked).toHaveLength(1);
  isDown = false;
  await clock.advance(SECOND);
  expect(await runsOf(monitor)).toEqual([['succeeded', 0]]);
  await scheduler.stop();
});

test('after a result that the database refuses, the target is left alone for a minute', async () => {
  const { clock, scheduler, asked, errors, create } = await open({
    apply: (inputs) =>
      Promise.resolve(inputs.map(() => ({ outcome: 'failed', error: new Error('no rows now') }))),
  });
  await create('web');
  scheduler.start();
  await clock.advance(0);
  await asked[0]?.answer('succeeded');
  await clock.advance(MINUTE - SECOND);
  expect(errors).toEqual(['The result of a check could not be stored. The slot becomes unknown.']);
  expect(asked).toHaveLength(1);
  await clock.advance(3 * SECOND);
  expect(asked).toHaveLength(2);
  await scheduler.stop();
});

test('a scheduler that stops does not wait for a refused result', async () => {
  const { clock, scheduler, asked, create } = await open({
    apply: (inputs) =>
      Promise.resolve(inputs.map(() => ({ outcome: 'failed', error: new Error('no rows now') }))),
  });
  await create('web');
  scheduler.start();
  await clock.advance(0);
  await asked[0]?.answer('succeeded');
  await scheduler.stop();
  expect(clock.pending()).toBe(0);
});

test('a scheduler that stops drops interrupted checks, and stores the others', async () => {
  const { clock, scheduler, asked, create, runsOf } = await open();
  const [a, b] = [await create('a'), await create('b')];
  scheduler.start();
  await clock.advance(0);
  await asked.find(({ job }) => job.url.includes('//a.'))?.answer('succeeded');
  await scheduler.stop();
  expect(await runsOf(a)).toEqual([['succeeded', 0]]);
  expect(await runsOf(b)).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test('a scheduler that stops ends the wait for a confirmation, and starts none', async () => {
  const { clock, scheduler, asked, create, runsOf } = await open();
  const [a, b] = [await create('a'), await create('b')];
  scheduler.start();
  await clock.advance(0);
  await asked[0]?.answer('failed');
  await clock.advance(SECOND);
  const late = asked[1]?.answer('failed');
  await scheduler.stop();
  await late;
  expect(asked).toHaveLength(2);
  expect([await runsOf(a), await runsOf(b)]).toEqual([[], []]);
  expect(clock.pending()).toBe(0);
});

test('a process that stood still beyond the end of its leases starts nothing until it holds them again', async () => {
  const { clock, scheduler, asked, create } = await open({ isShared: true });
  await create('web');
  scheduler.start();
  await clock.advance(0);
  await asked[0]?.answer('succeeded');
  await clock.advance(MINUTE - 1500);
  clock.stall(6 * SECOND);
  expect(asked).toHaveLength(1);
  await clock.advance(2 * SECOND);
  expect(asked).toHaveLength(2);
  await scheduler.stop();
});

test.each([
  ['address', { url: 'https://other.example.com/' }],
  [
    'settings',
    { sealedCheck: TEST_SEALED_CHECKS.seal(CHECK_SETTINGS.http.parse({ timeout: 5 }), 'team-acme') },
  ],
])('a result is dropped if the %s changed meanwhile, and the slot is checked again', async (_, change) => {
  const { clock, store, scheduler, asked, create, runsOf } = await open();
  const monitor = await create('web');
  scheduler.start();
  await clock.advance(0);
  await applyOne(store, createMonitorEdit(monitor, clock.now(), change));
  await asked[0]?.answer('succeeded');
  await clock.advance(2 * SECOND);
  expect(await runsOf(monitor)).toEqual([]);
  expect(asked).toHaveLength(2);
  await asked[1]?.answer('succeeded');
  await clock.advance(SECOND);
  expect(await runsOf(monitor)).toEqual([['succeeded', 0]]);
  await scheduler.stop();
});

test('a check that was planned for a monitor that is paused meanwhile does not start', async () => {
  const { clock, store, scheduler, asked, create } = await open();
  const monitor = await create('web');
  scheduler.start();
  await clock.advance(0);
  await asked[0]?.answer('succeeded');
  await clock.advance(MINUTE - 1500);
  await applyOne(store, command(monitor.id, { kind: 'pause', at: clock.now() }));
  await clock.advance(MINUTE);
  expect(asked).toHaveLength(1);
  await scheduler.stop();
});

test('settings that cannot be opened are reported once a minute, not with each read', async () => {
  const { clock, store, scheduler, asked, errors, create } = await open();
  const monitor = await create('web');
  await applyOne(store, createMonitorEdit(monitor, NOON, { sealedCheck: 'sealed with another key' }));
  scheduler.start();
  await clock.advance(30 * SECOND);
  expect(asked).toEqual([]);
  expect(errors).toEqual([
    'A check could not be made. The slot becomes unknown, and the monitor is checked again in a minute.',
  ]);
  await scheduler.stop();
});

test('a process checks only the monitors of its region', async () => {
  const { clock, scheduler, asked, create } = await open({ isShared: true });
  await create('ours', { regions: ['eu'] });
  await create('theirs', { regions: ['us'] });
  await create('nobodys', { regions: ['asia'] });
  scheduler.start();
  await clock.advance(5 * SECOND);
  expect(asked.map(({ job }) => job.url)).toEqual(['https://ours.example.com/']);
  await scheduler.stop();
});

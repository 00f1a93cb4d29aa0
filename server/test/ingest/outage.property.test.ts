import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PingOutcome } from '../../src/core/ingest/accepted-ping.ts';
import { BATCH_FATES, KEYS, openWorld, SPOOL_FATES, type World } from './outage-world.ts';

/** A ping, and the response to its sender; `nothing` if the process died before the response. */
interface Sent {
  readonly name: string;
  readonly key: string;
  readonly at: number;
  answer: PingOutcome | 'refused' | 'nothing';
}

const SPOOL_MAX = 25;

const pings = fc.record({
  kind: fc.constant('pings' as const),
  keys: fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 12 }),
  /** Whether the pings arrive simultaneously or one after another. */
  atOnce: fc.boolean(),
  known: fc.boolean(),
});
const fates = fc.record({
  kind: fc.constant('fates' as const),
  batches: fc.array(fc.constantFrom(...BATCH_FATES), { maxLength: 6 }),
  appends: fc.array(fc.constantFrom(...SPOOL_FATES), { maxLength: 3 }),
});
const wait = fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 1500 }) });
const death = fc.record({ kind: fc.constant('death' as const) });
const steps = fc.array(
  fc.oneof({ weight: 5, arbitrary: pings }, { weight: 3, arbitrary: fates }, wait, death),
  { maxLength: 30 },
);

type Step = typeof steps extends fc.Arbitrary<readonly (infer S)[]> ? S : never;

test('acknowledged pings are applied once, in order and with their time, through any sequence of outages', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const world = openWorld(SPOOL_MAX);
      const sent: Sent[] = [];
      for (const step of story) {
        await take(world, sent, step);
        expect(world.spool.size().pings).toBeLessThanOrEqual(SPOOL_MAX);
      }
      await comeToRest(world);
      check(world, sent);
    }),
    { numRuns: 500 },
  );
});

async function take(world: World, sent: Sent[], step: Step): Promise<void> {
  if (step.kind === 'fates') return world.foresee(step.batches, step.appends);
  if (step.kind === 'death') return world.die();
  if (step.kind === 'wait') return world.clock.advance(step.ms);
  for (const key of step.keys) {
    send(world, sent, key, step.known);
    if (!step.atOnce) await world.clock.advance(1);
  }
  await world.clock.settle();
}

function send(world: World, sent: Sent[], normalizedPingID: string, isKnown: boolean): void {
  const at = world.clock.now();
  const one: Sent = { name: `ping ${sent.length}`, key: normalizedPingID, at, answer: 'nothing' };
  sent.push(one);
  const monitorID = isKnown && normalizedPingID !== 'nobodys' ? Number(normalizedPingID.slice(4)) : null;
  const command = { kind: 'ping', type: 'start', at, rid: null, durationMs: null, warnings: [] } as const;
  const request = {
    method: 'GET',
    userAgent: one.name,
    remoteAddress: '',
    exitStatus: null,
    body: null,
  } as const;
  world
    .ingest()
    .submit({ normalizedPingID, monitorID, teamID: null, command, request })
    .then(
      (taken) => {
        one.answer = taken;
      },
      () => {
        one.answer = 'refused';
      },
    );
}

async function comeToRest(world: World): Promise<void> {
  world.foresee([], []);
  // The test may already have scheduled the death of the running process. The next process then finishes the work.
  for (let life = 0; life < 2; life += 1) {
    world.ingest();
    await world.clock.advance(10_000);
  }
  await world.ingest().drain();
  expect(world.spool.size()).toEqual({ pings: 0, bytes: 0, oldestAt: null });
  expect(world.ingest().route()).toBe('storing');
  expect(world.ingest().unstoredSince()).toBe(null);
}

function check(world: World, sent: readonly Sent[]): void {
  for (const { name, key, at, answer } of sent) {
    const rows = world.rows.filter((row) => row.name === name);
    expect(rows.length, `${name} in the database`).toBeLessThanOrEqual(key === 'nobodys' ? 0 : 1);
    if (answer === 'refused' || answer === 'nothing' || key === 'nobodys') continue;
    expect(rows, `${name} was answered`).toMatchObject([{ at, monitorID: Number(key.slice(4)) }]);
    if (answer.outcome === 'spooled')
      expect(answer.event).toMatchObject({ number: 0, runID: rows[0]?.runID });
  }
  for (const id of [1, 2, 3]) {
    const numbers = world.rows
      .filter(({ monitorID }) => monitorID === id)
      .map(({ name }) => Number(name.slice(5)));
    expect(numbers, `order of monitor ${id}`).toEqual(numbers.toSorted((a, b) => a - b));
  }
}

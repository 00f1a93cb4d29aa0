import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { createJobQueue, type QueuedJob } from './job-queue.ts';

fc.configureGlobal({ seed: 20261129 });

interface NamedJob extends QueuedJob {
  readonly name: string;
}

/** A queue whose jobs run until `finish`. */
function world() {
  const clock = createFakeClock(0);
  const started: { readonly name: string; readonly host: string; readonly at: number }[] = [];
  const refused: string[] = [];
  const running = new Map<string, (isTimedOut: boolean) => void>();
  const queue = createJobQueue<NamedJob>({
    clock,
    run({ name, host }) {
      started.push({ name, host, at: clock.monotonic() });
      return new Promise((resolve) => running.set(name, (isTimedOut) => resolve({ isTimedOut })));
    },
    refuse: ({ name }) => refused.push(name),
  });
  let jobs = 0;
  return {
    clock,
    refused,
    running,
    names: () => started.map(({ name }) => name),
    started,
    /** Each job has a host, a target and a team of its own, unless they are given. */
    submit(job: Partial<NamedJob> = {}) {
      jobs += 1;
      const name = job.name ?? `job ${jobs}`;
      queue.submit({ name, team: name, host: name, target: name, waitMsMax: 30_000, ...job });
    },
    async finish(name: string, isTimedOut = false) {
      running.get(name)?.(isTimedOut);
      running.delete(name);
      await clock.settle();
    },
  };
}

type World = ReturnType<typeof world>;

/** Lets targets time out once. */
async function timeOut({ submit, finish }: World, count: number): Promise<void> {
  for (let target = 0; target < count; target += 1) {
    submit({ name: `first ${target}`, target: `slow ${target}` });
    await finish(`first ${target}`, true);
  }
}

describe('places', () => {
  test('800 jobs run at a time, and the next one starts when one of them ends', async () => {
    const { submit, names, finish } = world();
    for (let job = 1; job <= 801; job += 1) submit();
    expect(names()).toHaveLength(800);
    await finish('job 5');
    expect(names().at(-1)).toBe('job 801');
  });

  test('targets that timed out have 200 places of their own, and never delay the others', async () => {
    const all = world();
    await timeOut(all, 300);
    const before = all.names().length;
    for (let target = 0; target < 300; target += 1)
      all.submit({ name: `again ${target}`, target: `slow ${target}` });
    expect(all.names().length - before).toBe(200);
    for (let job = 0; job < 800; job += 1) all.submit();
    expect(all.names().length - before).toBe(1000);
    await all.finish('again 0');
    expect(all.names().at(-1)).toBe('again 200');
  });

  test('a target that answers again returns to the others', async () => {
    const all = world();
    await timeOut(all, 201);
    for (let target = 0; target < 200; target += 1)
      all.submit({ name: `again ${target}`, target: `slow ${target}` });
    await all.finish('again 0');
    all.submit({ name: 'last of the slow', target: 'slow 200' });
    all.submit({ name: 'answers', target: 'slow 0' });
    all.submit({ name: 'waits', target: 'slow 1' });
    expect(all.names().slice(-2)).toEqual(['last of the slow', 'answers']);
  });
});

test('teams take turns', async () => {
  const { submit, names, finish } = world();
  for (let job = 0; job < 800; job += 1) submit({ name: `busy ${job}` });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) submit({ name, team: name.slice(0, 1) });
  for (let job = 0; job < 6; job += 1) await finish(`busy ${job}`);
  expect(names().slice(800)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

describe('hosts', () => {
  test('a host has two checks at a time, 200 ms apart', async () => {
    const { submit, started, finish, clock } = world();
    for (const name of ['a', 'b', 'c', 'd']) submit({ name, host: 'one' });
    await clock.advance(1000);
    await finish('a');
    await finish('b');
    await clock.advance(200);
    expect(started.map(({ name, at }) => [name, at])).toEqual([
      ['a', 0],
      ['b', 200],
      ['c', 1000],
      ['d', 1200],
    ]);
  });

  test('jobs that wait for their host delay no other job of the team', async () => {
    const { submit, names } = world();
    for (const name of ['a', 'b', 'c']) submit({ name, host: 'one', team: 'team' });
    submit({ name: 'other', team: 'team' });
    expect(names()).toEqual(['a', 'other']);
  });
});

describe('jobs that wait too long', () => {
  test('are refused, and don’t start later', async () => {
    const { submit, names, refused, finish, clock } = world();
    submit({ name: 'a', host: 'one' });
    submit({ name: 'b', host: 'one' });
    submit({ name: 'late', host: 'one', waitMsMax: 500 });
    await clock.advance(499);
    expect(refused).toEqual([]);
    await clock.advance(1);
    expect(refused).toEqual(['late']);
    await finish('a');
    await finish('b');
    await clock.advance(1000);
    expect(names()).toEqual(['a', 'b']);
  });

  test('10,000 jobs wait, and the next one is refused', () => {
    const { submit, refused } = world();
    for (let job = 1; job <= 10_801; job += 1) submit();
    expect(refused).toEqual(['job 10801']);
  });
});

test('every job starts once or is refused once, within all limits', async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('submit' as const),
        host: fc.nat(3),
        team: fc.nat(2),
        wait: fc.integer({ min: 0, max: 2000 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('finish' as const), isTimedOut: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(500) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const all = world();
      let submitted = 0;
      const checkHosts = () => {
        const counts = [...all.running.keys()].map(
          (name) => all.started.find((one) => one.name === name)?.host,
        );
        for (const host of new Set(counts))
          expect(counts.filter((one) => one === host).length).toBeLessThanOrEqual(2);
      };
      for (const action of steps) {
        if (action.kind === 'submit') {
          submitted += 1;
          all.submit({
            name: `${submitted}`,
            host: `${action.host}`,
            target: `${action.host}`,
            team: `${action.team}`,
            waitMsMax: action.wait,
          });
        } else if (action.kind === 'advance') await all.clock.advance(action.ms);
        else await all.finish([...all.running.keys()][0] ?? '', action.isTimedOut);
        checkHosts();
      }
      while (all.names().length + all.refused.length < submitted || all.running.size > 0) {
        for (const name of [...all.running.keys()]) await all.finish(name);
        await all.clock.advance(200);
      }
      expect([...all.names(), ...all.refused].toSorted()).toEqual(
        Array.from({ length: submitted }, (_, job) => `${job + 1}`).toSorted(),
      );
      for (const [index, one] of all.started.entries()) {
        const before = all.started.slice(0, index).findLast(({ host }) => host === one.host);
        if (before !== undefined) expect(one.at - before.at).toBeGreaterThanOrEqual(200);
      }
      expect(all.clock.pending()).toBeLessThanOrEqual(4);
    }),
    { numRuns: 150 },
  );
});

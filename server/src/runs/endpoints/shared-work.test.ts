import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

function open() {
  const work = createSharedWork<string>();
  const started: string[] = [];
  const finish: (() => void)[] = [];
  function run(key: string, { teamID = 'team', signal = new AbortController().signal } = {}) {
    return work.run({
      teamID,
      key,
      signal,
      compute(stop) {
        started.push(key);
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        stop.addEventListener('abort', () => reject(stop.reason));
        finish.push(() => resolve(`result of ${key}`));
        return promise;
      },
    });
  }
  return { run, started, finish };
}

/** Waits until the callbacks of all settled promises have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('requests with the same key share one computation, and computations take turns', async () => {
  const { run, started, finish } = open();
  const first = [run('a'), run('a')];
  const second = run('b');
  await settle();
  expect(started).toEqual(['a']);
  finish[0]?.();
  expect(await Promise.all(first)).toEqual(['result of a', 'result of a']);
  await settle();
  expect(started).toEqual(['a', 'b']);
  finish[1]?.();
  expect(await second).toBe('result of b');
  void run('a');
  await settle();
  expect(started).toEqual(['a', 'b', 'a']);
});

test('a computation stops when its last client leaves, and the next one starts', async () => {
  const { run, started, finish } = open();
  const [one, other, waiting] = [new AbortController(), new AbortController(), new AbortController()];
  const left = [run('a', one), run('a', other), run('b', waiting)].map((result) =>
    result.catch((error: unknown) => error),
  );
  const last = run('c');
  waiting.abort();
  one.abort();
  await settle();
  expect(started).toEqual(['a']);
  other.abort();
  await settle();
  expect(started).toEqual(['a', 'c']);
  finish[1]?.();
  expect(await last).toBe('result of c');
  expect(await Promise.all(left)).toMatchObject(Array(3).fill({ code: 'unavailable' }));
});

test('a team has a limited number of computations, which leaves room for other teams', async () => {
  const { run } = open();
  for (let number = 0; number < 5; number += 1) void run(`${number}`);
  await expect(run('one more')).rejects.toMatchObject({ code: 'rate_limited' });
  void run('0');
  void run('one more', { teamID: 'other team' });
  for (let team = 0; team < 94; team += 1) void run('a', { teamID: `${team}` });
  await expect(run('a', { teamID: 'last' })).rejects.toMatchObject({ code: 'unavailable' });
});

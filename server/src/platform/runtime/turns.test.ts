import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('tasks begin in order of arrival, at most two at a time, also after a failure', async () => {
  const turns = createTurns({ runningMax: 2, waitingMax: 2 });
  const begun: number[] = [];
  const tasks = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const results = tasks.map(({ promise }, number) =>
    turns.take(async () => {
      begun.push(number);
      await promise;
      return number;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(begun).toEqual([0, 1]);
  tasks[1]?.reject(new Error('broken'));
  await expect(results[1]).rejects.toThrow('broken');
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of tasks) resolve();
  await settled;
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('a line is full when all places to run and to wait are taken', async () => {
  const turns = createTurns({ runningMax: 1, waitingMax: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns.take(() => promise);
  expect(turns.isFull()).toBe(false);
  const second = turns.take(() => promise);
  expect(turns.isFull()).toBe(true);
  resolve();
  await Promise.all([first, second]);
  expect(turns.isFull()).toBe(false);
});

test('holders take turns, and one that fills the line refuses only its own tasks', async () => {
  const turns = createTurns({ runningMax: 1, waitingMax: 10 });
  const begun: string[] = [];
  const tasks: Promise<unknown>[] = [];
  const take = (holder: string) => void tasks.push(turns.take(async () => void begun.push(holder), holder));
  take('flood');
  while (!turns.isFull('flood')) take('flood');
  expect(tasks).toHaveLength(10);
  expect(turns.isFull('b')).toBe(false);
  take('b');
  await Promise.all(tasks);
  expect(begun.indexOf('b')).toBe(2);
});

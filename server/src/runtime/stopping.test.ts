import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { stopInSteps } from './stopping.ts';

test('steps are taken in order, and one that hangs does not hold up the next ones beyond its time', async () => {
  const clock = createFakeClock(0);
  const taken: string[] = [];
  const late: unknown[] = [];
  const step = (name: string, byMs: number, run: () => unknown = () => {}) => ({
    name,
    byMs,
    run(leftMs: number) {
      taken.push(`${name} ${leftMs}`);
      return run();
    },
  });
  const stopped = stopInSteps(
    [
      step('first', 1000),
      step('hangs', 3000, () => new Promise(() => {})),
      step('hangs too', 3000, () => new Promise(() => {})),
      step('last', 8000),
    ],
    { clock, log: { warn: (fields) => void late.push(fields) } },
  );
  await clock.settle();
  expect(taken).toEqual(['first 1000', 'hangs 3000']);
  await clock.advance(2999);
  expect(taken).toHaveLength(2);
  await clock.advance(1);
  await stopped;
  expect(taken).toEqual(['first 1000', 'hangs 3000', 'hangs too 0', 'last 5000']);
  expect(late).toEqual([{ step: 'hangs' }, { step: 'hangs too' }]);
  expect(clock.pending()).toBe(0);
});

test('a step that fails is told of at the end, and keeps no other from being taken', async () => {
  const clock = createFakeClock(0);
  let isLastTaken = false;
  const fail = () => {
    throw new Error('broken');
  };
  const steps = [
    { name: 'broken', byMs: 1000, run: fail },
    {
      name: 'last',
      byMs: 1000,
      run() {
        isLastTaken = true;
      },
    },
  ];
  await expect(stopInSteps(steps, { clock, log: { warn() {} } })).rejects.toThrow('broken');
  expect(isLastTaken).toBe(true);
});

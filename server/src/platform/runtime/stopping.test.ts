import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fake-clock.ts';
import { stopInSteps } from './stopping.ts';

test('steps run in order, and a step that hangs delays the next steps only until its time limit', async () => {
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

test('a failed step is reported at the end, and prevents no other step', async () => {
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

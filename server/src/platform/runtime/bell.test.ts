import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fake-clock.ts';
import { createBell } from './bell.ts';

function open() {
  const clock = createFakeClock(0);
  const bell = createBell(clock);
  const ends: number[] = [];
  const wait = (delayMs: number) => void bell.wait(delayMs).then(() => ends.push(clock.monotonic()));
  return { clock, bell, wait, ends };
}

test('a wait ends after its delay', async () => {
  const { clock, wait, ends } = open();
  wait(100);
  await clock.advance(1000);
  expect(ends).toEqual([100]);
});

test('a ring ends the wait under way, but no later wait', async () => {
  const { clock, bell, wait, ends } = open();
  wait(100);
  await clock.advance(30);
  bell.ring();
  await clock.settle();
  wait(100);
  await clock.advance(1000);
  expect(ends).toEqual([30, 130]);
  expect(clock.pending()).toBe(0);
});

test('a ring without a wait ends the next wait immediately, regardless of the number of rings', async () => {
  const { clock, bell, wait, ends } = open();
  bell.ring();
  bell.ring();
  expect(bell.hasRung()).toBe(true);
  wait(100);
  await clock.settle();
  wait(100);
  await clock.advance(1000);
  expect(ends).toEqual([0, 100]);
});

test('a cleared bell forgets its ring', async () => {
  const { clock, bell, wait, ends } = open();
  bell.ring();
  bell.clear();
  expect(bell.hasRung()).toBe(false);
  wait(100);
  await clock.advance(1000);
  expect(ends).toEqual([100]);
});

test('an infinite wait sets no timer and ends with a ring', async () => {
  const { clock, bell, wait, ends } = open();
  wait(Number.POSITIVE_INFINITY);
  await clock.advance(5000);
  expect(clock.pending()).toBe(0);
  bell.ring();
  await clock.settle();
  expect(ends).toEqual([5000]);
});

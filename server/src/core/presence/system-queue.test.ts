import { expect, test } from 'vitest';
import { createSystemQueue } from './system-queue.ts';

/** Opens a queue on an event loop whose turns take a fixed time, and in each of which clients connect. */
function open(turnMs: number, connectionsPerTurn: number) {
  let turn = 0;
  let isOver = false;
  const nextTurn = () => {
    turn += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const queue = createSystemQueue(() => turn * turnMs, 4096);
  queue.attach({ openedCount: () => turn * connectionsPerTurn });
  return {
    async read() {
      const before = turn;
      const hasRoom = await queue.read();
      isOver = true;
      return { turns: turn - before, hasRoom };
    },
  };
}

test('quick turns leave time to look monitors up', async () => {
  const { turns, hasRoom } = await open(1, 0).read();
  expect(turns).toBeGreaterThanOrEqual(10);
  expect(hasRoom).toBe(true);
});

test('clients that keep connecting do not prolong a stall, however long a turn takes', async () => {
  expect((await open(1, 3).read()).turns * 1).toBeLessThan(300);
  expect((await open(300, 3).read()).turns * 300).toBeLessThan(2500);
  expect((await open(2000, 3).read()).turns * 2000).toBeLessThan(15_000);
});

test('a queue that may have been full is reported', async () => {
  expect((await open(1, 5000).read()).hasRoom).toBe(false);
});

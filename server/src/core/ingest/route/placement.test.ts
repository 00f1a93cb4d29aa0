import type { WriteConfidence } from '@overdue/domain/node-protocol.ts';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../../test/fake-clock.ts';
import { announceSpooling, confirmWrites } from './placement.ts';

function open(recordNow: () => Promise<void>) {
  const clock = createFakeClock(0);
  const state: { writeConfidence: WriteConfidence; isOver: boolean } = {
    writeConfidence: 'unsure',
    isOver: false,
  };
  const options = { clock, writeConfidence: () => state.writeConfidence, recordNow };
  return { clock, state, options };
}

test('an announcement is complete once the node has recorded its progress', async () => {
  const { clock, state, options } = open(() => Promise.resolve());
  void announceSpooling(options).then(() => {
    state.isOver = true;
  });
  await clock.advance(1);
  expect(state.isOver).toBe(true);
});

test('while its presence can’t be recorded, a node acknowledges no spooled ping until the other nodes count it as lost', async () => {
  for (const recordNow of [() => new Promise<void>(() => {}), () => Promise.reject(new Error('away'))]) {
    const { clock, state, options } = open(recordNow);
    void announceSpooling(options).then(() => {
      state.isOver = true;
    });
    await clock.advance(5000);
    expect(state.isOver).toBe(false);
    state.writeConfidence = 'lost';
    await clock.advance(100);
    expect(state.isOver).toBe(true);
  }
});

test.each(['sure', 'lost'] as const)(
  'new pings wait until it is certain whether writes work: %s',
  async (end) => {
    const { clock, state, options } = open(() => Promise.resolve());
    let isSure: boolean | null = null;
    void confirmWrites(options).then((sure) => {
      isSure = sure;
    });
    await clock.advance(400);
    expect(isSure).toBe(null);
    state.writeConfidence = end;
    await clock.advance(40);
    expect(isSure).toBe(end === 'sure');
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WouldOvertakePings } from '../../../database/unavailable.ts';
import type { SeenNode } from './liveness.ts';
import { createPeers, type Peers, type PeersSeen } from './peers.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const OWN = 'own';

function node(seenAt: number, more: Partial<SeenNode> = {}): SeenNode {
  return { epoch: 'other', seenAt, unstoredSince: null, usesSpool: false, ...more };
}

function isRefused(peers: Peers, seen: PeersSeen): boolean {
  try {
    peers.refuseOvertaking(seen, OWN);
    return false;
  } catch (error) {
    if (error instanceof WouldOvertakePings) return true;
    throw error;
  }
}

test('after a time without writes, pings wait in the spool for the report of a node that fell silent meanwhile', () => {
  const peers = createPeers();
  peers.wrote(NOON);
  // The node stood still for 2 s. The other node was killed before it could report again.
  peers.wrote(NOON + 2000);
  const seen = { nodes: [node(NOON + 1900)], queuedFrom: null };
  const question = { at: NOON + 2100, own: [OWN], nodesAliveFrom: Number.POSITIVE_INFINITY };
  expect(isRefused(peers, seen)).toBe(true);
  expect(peers.progress(seen, question)).toMatchObject({ isClear: false, until: NOON + 1900 });
});

const arbitraryNode = fc
  .record({
    epoch: fc.constantFrom('a', 'b', OWN),
    age: fc.integer({ min: 0, max: 15_000 }),
    unstored: fc.boolean(),
    usesSpool: fc.boolean(),
  })
  .map(({ epoch, age, unstored, usesSpool }) => (at: number) => {
    const seenAt = at - age;
    return node(seenAt, { epoch, usesSpool, unstoredSince: unstored ? seenAt - 10 : null });
  });

test('a node that finds nothing left to wait for is never refused, so that it does not ask again at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 50, max: 6000 }), fc.boolean()), { minLength: 1, maxLength: 12 }),
      fc.array(arbitraryNode, { maxLength: 3 }),
      fc.option(fc.integer({ min: 0, max: 12_000 })),
      (steps, nodesAt, outageBefore) => {
        const peers = createPeers();
        let at = NOON;
        for (const [ms, writes] of steps) {
          at += ms;
          if (writes) peers.wrote(at);
          peers.assess([], at);
        }
        const nodes = nodesAt.map((create) => create(at));
        const nodesAliveFrom = outageBefore === null ? Number.POSITIVE_INFINITY : at - outageBefore;
        const { isClear } = peers.progress({ nodes, queuedFrom: null }, { at, own: [OWN], nodesAliveFrom });
        if (isClear) expect(isRefused(peers, { nodes, queuedFrom: null })).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
});

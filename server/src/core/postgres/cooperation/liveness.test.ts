import { expect, test } from 'vitest';
import { createLiveness, type SeenNode } from './liveness.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

function node(epoch: string, seenAt: number, unstoredSince: number | null = null): SeenNode {
  const from = unstoredSince === null ? null : NOON + unstoredSince;
  return { epoch, seenAt: NOON + seenAt, unstoredSince: from, usesSpool: from !== null };
}

function deathsOf(
  nodesAt: (second: number) => readonly SeenNode[],
  seconds: number,
  { pause = { at: -1, ms: 0 }, wroteAt = (at: number) => at } = {},
) {
  const liveness = createLiveness();
  const deaths: Record<string, number> = {};
  let paused = 0;
  for (let second = 0; second < seconds; second += 1) {
    if (second === pause.at) paused = pause.ms;
    const nodes = nodesAt(second);
    const at = NOON + second * 1000 + paused;
    const { live } = liveness.assess(nodes, at, wroteAt(at));
    for (const { epoch } of nodes) if (!live.some((node) => node.epoch === epoch)) deaths[epoch] ??= second;
  }
  return deaths;
}

test('a node that is silent for more than 10 seconds is dead, and a reporting one is not', () => {
  const silent = node('silent', -3_600_000);
  expect(deathsOf((second) => [silent, node('alive', second * 1000)], 30)).toEqual({ silent: 11 });
});

test('clocks of nodes may differ', () => {
  expect(
    deathsOf((second) => [node('ahead', second * 1000 + 30_000), node('behind', second * 1000 - 30_000)], 30),
  ).toEqual({});
});

test('a reporting node that stores none of its pings is dead, and one that stores a few is not', () => {
  const nodes = (second: number) => [
    node('stuck', second * 1000, -60_000),
    node('busy', second * 1000, -60_000 + second),
  ];
  expect(deathsOf(nodes, 30)).toEqual({ stuck: 11 });
});

test('silence does not count while the node that judges it was paused', () => {
  const silent = () => [node('silent', 0)];
  expect(deathsOf(silent, 30, { pause: { at: 9, ms: 4001 } })).toEqual({ silent: 20 });
  expect(deathsOf(silent, 30, { pause: { at: 9, ms: 4000 } })).toEqual({ silent: 9 });
  expect(deathsOf(silent, 30, { pause: { at: 9, ms: -60_000 } })).toEqual({ silent: 20 });
});

test("silence does not count while the node that judges it can't write, and is counted from zero afterwards", () => {
  const silent = () => [node('silent', 0)];
  const from = NOON + 3000;
  const to = NOON + 23_000;
  const wroteAt = (at: number) => (at > from && at < to ? from : at);
  expect(deathsOf(silent, 60, { wroteAt })).toEqual({ silent: 33 });
  expect(deathsOf(silent, 60, { wroteAt: () => NOON })).toEqual({});
});

test('only nodes that stopped reporting are silent', () => {
  const liveness = createLiveness();
  for (let second = 0; second < 11; second += 1)
    liveness.assess(
      [node('gone', 0), node('stuck', second * 1000, 0)],
      NOON + second * 1000,
      NOON + second * 1000,
    );
  const { live, silent } = liveness.assess(
    [node('gone', 0), node('stuck', 11_000, 0)],
    NOON + 11_000,
    NOON + 11_000,
  );
  expect(live).toEqual([]);
  expect(silent).toEqual([node('gone', 0)]);
});

test('a node that records its presence again is alive', () => {
  const nodes = (second: number) => [node('sleeper', second < 20 ? 0 : second * 1000)];
  const liveness = createLiveness();
  const lives = Array.from(
    { length: 23 },
    (_, second) => liveness.assess(nodes(second), NOON + second * 1000, NOON + second * 1000).live.length,
  );
  expect(lives.slice(9)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
});

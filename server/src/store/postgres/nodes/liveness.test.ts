import { expect, test } from 'vitest';
import { createLiveness, type StoredReport } from './liveness.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

function report(epoch: string, seenAt: number, unstoredSince: number | null = null): StoredReport {
  const from = unstoredSince === null ? null : NOON + unstoredSince;
  return { epoch, seenAt: NOON + seenAt, unstoredSince: from, usesSpool: from !== null };
}

function deathsOf(
  reportsAt: (second: number) => readonly StoredReport[],
  seconds: number,
  { pause = { at: -1, ms: 0 }, wroteAt = (at: number) => at } = {},
) {
  const liveness = createLiveness();
  const deaths: Record<string, number> = {};
  let paused = 0;
  for (let second = 0; second < seconds; second += 1) {
    if (second === pause.at) paused = pause.ms;
    const reports = reportsAt(second);
    const at = NOON + second * 1000 + paused;
    const { live } = liveness.assess(reports, at, wroteAt(at));
    for (const { epoch } of reports) if (!live.some((one) => one.epoch === epoch)) deaths[epoch] ??= second;
  }
  return deaths;
}

test('a node that is silent for more than 10 seconds is dead, and a reporting one is not', () => {
  const silent = report('silent', -3_600_000);
  expect(deathsOf((second) => [silent, report('alive', second * 1000)], 30)).toEqual({ silent: 11 });
});

test('clocks of nodes may differ', () => {
  expect(
    deathsOf(
      (second) => [report('ahead', second * 1000 + 30_000), report('behind', second * 1000 - 30_000)],
      30,
    ),
  ).toEqual({});
});

test('a reporting node that stores none of its pings is dead, and one that stores a few is not', () => {
  const reports = (second: number) => [
    report('stuck', second * 1000, -60_000),
    report('busy', second * 1000, -60_000 + second),
  ];
  expect(deathsOf(reports, 30)).toEqual({ stuck: 11 });
});

test('silence does not count while the asking node was paused', () => {
  const silent = () => [report('silent', 0)];
  expect(deathsOf(silent, 30, { pause: { at: 9, ms: 4001 } })).toEqual({ silent: 20 });
  expect(deathsOf(silent, 30, { pause: { at: 9, ms: 4000 } })).toEqual({ silent: 9 });
  expect(deathsOf(silent, 30, { pause: { at: 9, ms: -60_000 } })).toEqual({ silent: 20 });
});

test("silence does not count while the asking node can't write, and starts anew afterwards", () => {
  const silent = () => [report('silent', 0)];
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
      [report('gone', 0), report('stuck', second * 1000, 0)],
      NOON + second * 1000,
      NOON + second * 1000,
    );
  const { live, silent } = liveness.assess(
    [report('gone', 0), report('stuck', 11_000, 0)],
    NOON + 11_000,
    NOON + 11_000,
  );
  expect(live).toEqual([]);
  expect(silent).toEqual([report('gone', 0)]);
});

test('a node that reports again is alive', () => {
  const reports = (second: number) => [report('sleeper', second < 20 ? 0 : second * 1000)];
  const liveness = createLiveness();
  const lives = Array.from(
    { length: 23 },
    (_, second) => liveness.assess(reports(second), NOON + second * 1000, NOON + second * 1000).live.length,
  );
  expect(lives.slice(9)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
});

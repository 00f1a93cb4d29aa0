import { expect, test } from 'vitest';
import { isLongRun } from '../length.ts';
import { SUPPORTED_VERSIONS } from '../postgres/binaries.ts';
import { createPostgresDisk } from './postgres-disk.ts';
import { simulate } from './simulation.ts';

const FIRST_SEED = Number(process.env.SIM_SEED ?? 1);
const ROUNDS = Number(process.env.SIM_ROUNDS ?? (isLongRun ? 2 : 1));
const SEEDS = Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index);
const MINUTES = Number(process.env.SIM_MINUTES ?? 3);

test.each(SEEDS)('two nodes together lose, invent and misjudge nothing: seed %i', async (seed) => {
  const inProgress = new Set<Promise<unknown>>();
  const version = SUPPORTED_VERSIONS[seed % SUPPORTED_VERSIONS.length] ?? '18';
  const { contradictions, counts } = await simulate(seed, {
    minutes: MINUTES,
    setsClockBack: false,
    openDisk: createPostgresDisk(version, { inProgress, hasSpools: true }),
    inProgress,
    nodesAheadMs: [30_000, -30_000],
  });
  if (process.env.SIM_VERBOSE !== undefined) process.stderr.write(`${seed} ${JSON.stringify(counts)}\n`);
  expect(contradictions, `SIM_SEED=${seed} SIM_ROUNDS=1 ${JSON.stringify(counts)}`).toEqual([]);
  // A simulation with few pings proves little. Random schedules make 10 to 50 per minute, of which only crashes lose some.
  expect(counts.acknowledged).toBeGreaterThan(5 * MINUTES);
  expect(counts.acknowledged).toBeGreaterThan(0.8 * (counts.pings ?? 0));
});

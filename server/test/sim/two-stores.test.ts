import { expect, test } from 'vitest';
import { isLongRun } from '../length.ts';
import { SUPPORTED_VERSIONS } from '../postgres/binaries.ts';
import { openWatchedDisk } from './disk.ts';
import { createPostgresDisk } from './postgres-disk.ts';
import { simulate } from './simulation.ts';

const FIRST_SEED = Number(process.env.SIM_SEED ?? 1);
const ROUNDS = Number(process.env.SIM_ROUNDS ?? (isLongRun ? 3 : 1));
const SEEDS = Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index);
const MINUTES = Number(process.env.SIM_MINUTES ?? 3);

/**
 * The comparison ignores permitted differences: random and sequential IDs, the order of a ledger's rows, the second in which a
 * service alert, reminder or escalation was raised, the number of alerts in one message, and the outcome of attempts at unhealthy
 * channels.
 */
test.each(SEEDS)('the same story ends the same on both databases: seed %i', async (seed) => {
  const story = { minutes: MINUTES, setsClockBack: seed % 5 === 0, isReplayable: true };
  const inProgress = new Set<Promise<unknown>>();
  const version = SUPPORTED_VERSIONS[seed % SUPPORTED_VERSIONS.length] ?? '18';
  const openDisk = createPostgresDisk(version, { inProgress, hasSpools: false });
  const onSqlite = await simulate(seed, { ...story, openDisk: openWatchedDisk });
  const onPostgres = await simulate(seed, { ...story, openDisk, inProgress });
  if (process.env.SIM_VERBOSE !== undefined)
    process.stderr.write(
      `${seed} ${JSON.stringify(onSqlite.counts)}\n${seed} ${JSON.stringify(onPostgres.counts)}\n`,
    );
  expect(onSqlite.contradictions).toEqual([]);
  expect(onPostgres.contradictions).toEqual([]);
  for (const [part, rows] of Object.entries(onSqlite.end))
    expect.soft(onPostgres.end[part], part).toEqual(rows);
});

import { beganAt } from '@overdue/domain/monitor/run.ts';
import { type DayBorders, dayBorders } from '@overdue/domain/schedule/day-borders.ts';
import { countRun, noRuns, type RunCounts } from '@overdue/domain/statistics/run-counts.ts';
import { describe, expect, test } from 'vitest';
import { PRUNE_START, type PrunePosition } from '../../../src/core/operations.ts';
import { dayAt } from '../../../src/runs/endpoints/days.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  applyOne,
  command,
  DAY,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitors,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const KEEPS_ALL = Number.MAX_SAFE_INTEGER;

async function prune(store: Store, keptPerMonitor: number, now = 0): Promise<void> {
  for (let from: PrunePosition | null = PRUNE_START; from !== null; )
    from = (
      await store.prune({ now, keptPerMonitor, oldBefore: 0, monitorsPerStep: 200, rowsPerStep: 500 }, from)
    ).next;
}

/** Counts the stored runs one by one, to compare. */
async function countedByHand(
  store: Store,
  monitorIDs: readonly number[],
  days: readonly DayBorders[],
): Promise<readonly RunCounts[]> {
  const counts = days.map(noRuns);
  for (const id of monitorIDs) {
    for (const run of await store.listRuns(id, { limit: 10_000 })) {
      const ofDay = counts[dayAt(days, beganAt(run))];
      if (ofDay !== undefined) countRun(ofDay, run);
    }
  }
  return counts;
}

export function describeRunCounts(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Simulates two days with successes, failures, a missed run, a late report, a timeout and overlapping runs. */
  async function passTwoDays(a: number, b: number): Promise<void> {
    const { store } = database;
    await store.apply([
      ping(a, 'end', NOON, { durationMs: 5 * MINUTE }),
      ping(b, 'start', NOON, { rid: 'open' }),
      ping(a, 'start', NOON + HOUR, { rid: 'x' }),
      ping(a, 'start', NOON + HOUR + MINUTE, { rid: 'y' }),
      ping(a, 'fail', NOON + HOUR + 2 * MINUTE, { rid: 'x' }),
    ]);
    await applyOne(store, ping(a, 'end', NOON + HOUR + 3 * MINUTE, { rid: 'y' }));
    await applyOne(store, command(a, { kind: 'deadline', at: NOON + 5 * HOUR }));
    // This report belongs to the missed run.
    await applyOne(store, ping(a, 'end', NOON + 5 * HOUR + MINUTE));
    await applyOne(store, ping(b, 'end', NOON + 6 * HOUR, { rid: 'open' }));
    await applyOne(store, command(a, { kind: 'deadline', at: NOON + 20 * HOUR }));
    await store.apply([ping(a, 'fail', NOON + DAY), ping(b, 'fail', NOON + DAY)]);
  }

  describe('countRunsByDay', () => {
    test.each(['UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
      'the counts equal the runs of a team after all changes, by day of %s',
      async (timezone) => {
        const { store } = database;
        const [a, b] = await makeMonitors(store, 2);
        await passTwoDays(a!.id, b!.id);
        const days = dayBorders(timezone, NOON + DAY + HOUR, 4);
        const counts = await store.countRunsByDay({ teamID: a!.teamID }, days);
        expect(counts).toEqual(await countedByHand(store, [a!.id, b!.id], days));
        expect(counts.reduce((sum, { late }) => sum + late, 0)).toBeGreaterThan(0);
        expect(counts.reduce((sum, { missed }) => sum + missed, 0)).toBeGreaterThan(0);
        expect(await store.countRunsByDay({ teamID: 'team-other' }, days)).toEqual(days.map(noRuns));
        expect(await store.countRunsByDay({ teamID: a!.teamID }, [])).toEqual([]);
      },
    );

    test('deleted runs count, and runs of a deleted monitor do not', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      await passTwoDays(a!.id, b!.id);
      const days = dayBorders('UTC', NOON + DAY + HOUR, 3);
      const whole = await countedByHand(store, [a!.id], days);
      const ofTeam = await store.countRunsByDay({ teamID: a!.teamID }, days);
      await prune(store, 5);
      await prune(store, 3);
      const rest = await countedByHand(store, [a!.id], days);
      const pruned = await store.countRunsByDay({ prunedOfMonitorID: a!.id }, days);
      expect(pruned).not.toEqual(days.map(noRuns));
      const added = rest.map((counts, index) => {
        const more = pruned[index] ?? noRuns();
        return Object.fromEntries(
          Object.entries(counts).map(([name, value]) => [name, value + more[name as keyof RunCounts]]),
        );
      });
      expect(added).toEqual(whole);
      expect(await store.countRunsByDay({ teamID: a!.teamID }, days)).toEqual(ofTeam);
      await store.deleteMonitors([a!.id], NOON + DAY + HOUR);
      expect(await store.countRunsByDay({ prunedOfMonitorID: a!.id }, days)).toEqual(days.map(noRuns));
      expect(await store.countRunsByDay({ teamID: a!.teamID }, days)).toEqual(ofTeam);
    });

    test('counts are kept for 400 days', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      await passTwoDays(a!.id, b!.id);
      await prune(store, 3);
      const days = dayBorders('UTC', NOON + DAY + HOUR, 3);
      const read = async () => [
        await store.countRunsByDay({ teamID: a!.teamID }, days),
        await store.countRunsByDay({ prunedOfMonitorID: a!.id }, days),
      ];
      const before = await read();
      await prune(store, KEEPS_ALL, NOON + 399 * DAY);
      expect(await read()).toEqual(before);
      await prune(store, KEEPS_ALL, NOON + 403 * DAY);
      expect(await read()).toEqual([days.map(noRuns), days.map(noRuns)]);
    });
  });
}

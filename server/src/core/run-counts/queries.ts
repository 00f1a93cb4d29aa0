import type { DayBorders } from '@overdue/domain/schedule/day-borders.ts';
import { noRuns, QUARTER_MS, RUN_COUNTS, type RunCounts } from '@overdue/domain/statistics/run-counts.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { type Kysely, sql } from 'kysely';
import type { QueryContext } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';
import type { CountedRuns, RunCountStore } from '../history/contract.ts';

const sums = sql.join(RUN_COUNTS.map((name) => sql`SUM(c.${sql.ref(name)}) AS ${sql.ref(name)}`));

interface CountRow extends RunCounts {
  readonly day: number;
}

async function countRunsByDay(
  db: Kysely<Schema>,
  counted: CountedRuns,
  days: readonly DayBorders[],
): Promise<readonly RunCounts[]> {
  if (days.length === 0) return [];
  const [source, unit, unitMs] =
    'teamID' in counted
      ? ([
          sql`team_run_counts c ON c.team_id = ${counted.teamID} AND c.quarter`,
          sql`c.quarter`,
          QUARTER_MS,
        ] as const)
      : ([
          sql`pruned_run_counts c ON c.monitor_id = ${counted.prunedOfMonitorID} AND c.day`,
          sql`c.day`,
          DAY_MS,
        ] as const);
  // A unit (a quarter of an hour or a UTC day) counts towards the day that contains its midpoint. Quarters of an hour never cross
  // midnight.
  const firstUnitOf = (at: number) => Math.ceil((at - unitMs / 2) / unitMs);
  const borders = sql.join(
    days.map(({ from, to }, index) => {
      // The last day ends now. The unit that contains the current time is counted completely.
      const end = index === days.length - 1 ? Number.MAX_SAFE_INTEGER : firstUnitOf(to);
      return sql`(${sql.lit(index)}, ${sql.lit(firstUnitOf(from))}, ${sql.lit(end)})`;
    }),
  );
  // Compares the unit column directly with both bounds, so that an index finds only the rows of each day.
  const { rows } = await sql<CountRow>`
    WITH days (day, from_unit, to_unit) AS (VALUES ${borders})
    SELECT d.day AS day, ${sums} FROM days d JOIN ${source} >= d.from_unit AND ${unit} < d.to_unit
    GROUP BY d.day`.execute(db);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map((_, index) => {
    const row = byDay.get(index);
    const counts = noRuns();
    if (row !== undefined) for (const name of RUN_COUNTS) counts[name] = Number(row[name]);
    return counts;
  });
}

export function runCountQueries({ db }: QueryContext): RunCountStore {
  return { countRunsByDay: (runs, days) => countRunsByDay(db, runs, days) };
}

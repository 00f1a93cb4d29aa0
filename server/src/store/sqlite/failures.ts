import type { Incident } from '@overdue/domain/incidents/incident.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor-state.ts';
import type { Run, RunState } from '@overdue/domain/run.ts';
import { type Kysely, sql } from 'kysely';
import { ANCHOR_EVERY, chainIDs } from '../../core/sqlite/chains.ts';
import { parseRun } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

const FAILED: readonly RunState[] = FAILURE_REASONS;
/** Maximum stretches of {@link ANCHOR_EVERY} runs to search. An incident can be long, because a monitor may need many successes to recover. */
const STRETCHES_MAX = 50;

/**
 * Returns the runs that failed during an incident, oldest first. Reads the runs from anchor to anchor, so that it doesn't read
 * the rows after the incident.
 */
export async function listFailures(
  db: Kysely<Schema>,
  { monitorID, runSeq, closedAt }: Incident,
  limit: number,
): Promise<Run[]> {
  const failures: Run[] = [];
  if (runSeq === null) return failures;
  const until = closedAt ?? Number.POSITIVE_INFINITY;
  let from = runSeq;
  for (let stretch = 0; stretch < STRETCHES_MAX; stretch += 1) {
    const to = Math.ceil(from / ANCHOR_EVERY) * ANCHOR_EVERY;
    const rows = await db
      .selectFrom('runs')
      .selectAll()
      .where(sql<boolean>`id IN (${chainIDs('runs', { monitorID, before: to + 1, limit: to - from + 1 })})`)
      .where('seq', '>=', from)
      .orderBy('seq')
      .execute();
    const runs = rows.map(parseRun);
    failures.push(...runs.filter((run) => run.seq === runSeq || hasFailedBefore(run, until)));
    const last = runs.at(-1);
    const isOver = last === undefined || last.seq < to || earliestKnownTime(last) > until;
    if (isOver || failures.length >= limit) break;
    from = to + 1;
  }
  return failures.slice(0, limit);
}

function hasFailedBefore(run: Run, until: number): boolean {
  const failedAt = run.state === 'timed_out' ? run.limitAt : (run.endedAt ?? run.expectedAt);
  return FAILED.includes(run.state) && (failedAt ?? earliestKnownTime(run)) <= until;
}

/** Returns the earliest known time of a run. Except for overlapping runs, this time never decreases from one row to the next. */
function earliestKnownTime({ startedAt, expectedAt, endedAt }: Run): number {
  return startedAt ?? expectedAt ?? endedAt ?? 0;
}

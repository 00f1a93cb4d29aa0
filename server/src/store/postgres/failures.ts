import type { Incident } from '@overdue/domain/incidents/incident.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor-state.ts';
import type { Run } from '@overdue/domain/run.ts';
import { type Kysely, sql } from 'kysely';
import { parseRun, RUN_COLUMNS } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

const failedAt = sql<number>`CASE state WHEN 'timed_out' THEN deadline_at
  ELSE COALESCE(ended_at, expected_at, started_at) END`;

/** Returns the runs that failed during an incident, including the run that opened the incident, oldest first. */
export async function listFailures(
  db: Kysely<Schema>,
  { monitorID, runSeq, closedAt }: Incident,
  limit: number,
): Promise<Run[]> {
  if (runSeq === null) return [];
  const until = closedAt ?? Number.MAX_SAFE_INTEGER;
  const rows = await db
    .selectFrom('runs')
    .select(['seq', ...RUN_COLUMNS])
    .where('monitor_id', '=', monitorID)
    .where('seq', '>=', runSeq)
    .where(sql<boolean>`made_at <= ${until}`)
    .where((where) =>
      where.or([
        where('seq', '=', runSeq),
        where.and([where('state', 'in', FAILURE_REASONS), where(failedAt, '<=', until)]),
      ]),
    )
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(parseRun);
}

import type { Run } from '@overdue/domain/monitor/run.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeletionCheck } from '../../database/edits.ts';
import type { DeletedMonitor } from '../../database/query-context.ts';
import type { EventRecord, PageRange } from '../../database/records.ts';
import { parseRun, RUN_COLUMNS } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { checkMonitor } from '../history/check-monitor.ts';
import { endIncidentOfDeleted } from '../history/end-incident.ts';
import { parseEvent } from '../history/events.ts';

const EVENT_COLUMNS = [
  'monitor_id',
  'number',
  'type',
  'at',
  'happened_at',
  'duration_ms',
  'run_id',
  'warnings',
  'method',
  'user_agent',
  'remote_address',
  'exit_status',
  'body_size',
] as const;

export async function listEvents(
  db: Kysely<Schema>,
  monitorID: number,
  page: PageRange,
): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('monitor_id', '=', monitorID)
    .where('number', '<', page.before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('number', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(parseEvent);
}

export async function listRuns(db: Kysely<Schema>, monitorID: number, page: PageRange): Promise<Run[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['seq', ...RUN_COLUMNS])
    .where('monitor_id', '=', monitorID)
    .where('seq', '<', page.before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(parseRun);
}

/** Deletes a monitor with all its rows, except undelivered alerts and their incidents. */
export async function deleteMonitor(
  db: Transaction<Schema>,
  {
    id,
    at,
    check,
  }: {
    readonly id: number;
    readonly at: number;
    readonly check?: DeletionCheck<{ readonly revision: number }> | undefined;
  },
): Promise<DeletedMonitor | null> {
  // Locks the state first, as batches of pings do. A batch in progress finishes first; later batches find the monitor deleted.
  await sql`SELECT monitor_id FROM monitor_states WHERE monitor_id = ${id} FOR UPDATE`.execute(db);
  if (check !== undefined) await checkMonitor(db, id, check);
  await endIncidentOfDeleted(db, id, at);
  const deleted = await db
    .deleteFrom('monitors')
    .where('id', '=', id)
    .returning(['team_id', 'short_id'])
    .executeTakeFirst();
  if (deleted === undefined) return null;
  for (const table of [
    'events',
    'event_bodies',
    'runs',
    'pruned_run_counts',
    'transitions',
    'monitor_states',
  ] as const) {
    await db.deleteFrom(table).where('monitor_id', '=', id).execute();
  }
  await sql`DELETE FROM log_words WHERE monitor_id = ${id}`.execute(db);
  return { teamID: deleted.team_id, shortID: deleted.short_id };
}

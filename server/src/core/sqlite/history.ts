import type { Run } from '@overdue/domain/monitor/run.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeletionCheck } from '../../database/edits.ts';
import type { DeletedMonitor } from '../../database/query-context.ts';
import type { EventRecord, PageRange } from '../../database/records.ts';
import { parseRun } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { checkMonitor } from '../history/check-monitor.ts';
import { endIncidentOfDeleted } from '../history/end-incident.ts';
import { parseEvent } from '../history/events.ts';
import { allChainIDs, chainIDs } from './chains.ts';

/** SQLite accepts 32,766 parameters per statement. */
const IDS_PER_STATEMENT = 10_000;

export async function listEvents(
  db: Kysely<Schema>,
  monitorID: number,
  page: PageRange,
): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where(sql<boolean>`id IN (${chainIDs('events', { monitorID, before: page.before, limit: page.limit })})`)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(parseEvent);
}

export async function listRuns(db: Kysely<Schema>, monitorID: number, page: PageRange): Promise<Run[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where(sql<boolean>`id IN (${chainIDs('runs', { monitorID, before: page.before, limit: page.limit })})`)
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(parseRun);
}

/** Deletes a monitor with all its data, except its undelivered alerts and their incidents. */
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
  const events = await allChainIDs(db, 'events', id);
  if (check !== undefined) await checkMonitor(db, id, check);
  await endIncidentOfDeleted(db, id, at);
  const deleted = await db
    .deleteFrom('monitors')
    .where('id', '=', id)
    .returning(['team_id', 'short_id'])
    .executeTakeFirst();
  if (deleted === undefined) return null;
  await deleteByID(db, 'events', events);
  await limitPosition(db);
  for (const table of [
    'event_bodies',
    'runs',
    'pruned_run_counts',
    'transitions',
    'monitor_states',
  ] as const) {
    await db.deleteFrom(table).where('monitor_id', '=', id).execute();
  }
  return { teamID: deleted.team_id, shortID: deleted.short_id };
}

export async function deleteByID(
  db: Transaction<Schema>,
  table: 'events' | 'runs' | 'transitions' | 'outbox' | 'deliveries' | 'incidents',
  ids: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    await db
      .deleteFrom(table)
      .where('id', 'in', ids.slice(start, start + IDS_PER_STATEMENT))
      .execute();
  }
}

/** Moves the position back after a deletion of the newest events, because SQLite gives their IDs to later events. */
async function limitPosition(db: Transaction<Schema>): Promise<void> {
  await sql`UPDATE log_index SET indexed_until = MIN(indexed_until, (SELECT COALESCE(MAX(id), 0) FROM events))`.execute(
    db,
  );
}

import { alertedSettings } from '@overdue/domain/alerting/alert.ts';
import type { OutboxDetail } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { Transaction } from 'kysely';
import { parseDetails } from '../../database/monitor-settings-columns.ts';
import type { Schema } from '../../database/schema.ts';

/** Ends the incident of a monitor before its deletion. The outbox row carries details that the deletion removes. */
export async function endIncidentOfDeleted(
  db: Transaction<Schema>,
  monitorID: number,
  at: number,
): Promise<void> {
  const closed = await db
    .updateTable('incidents')
    .set({ closed_at: at, closed_by: 'deleted', remind_at: null, escalate_at: null })
    .where('monitor_id', '=', monitorID)
    .where('closed_at', 'is', null)
    .returning(['id', 'team_id'])
    .executeTakeFirst();
  if (closed === undefined) return;
  await db
    .insertInto('outbox')
    .values({
      team_id: closed.team_id,
      monitor_id: monitorID,
      kind: 'recovered',
      incident_id: closed.id,
      created_at: at,
      detail: JSON.stringify(await describeMonitor(db, monitorID)),
    })
    .execute();
}

async function describeMonitor(
  db: Transaction<Schema>,
  monitorID: number,
): Promise<OutboxDetail['recovered']> {
  const row = await db
    .selectFrom('monitors as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .selectAll('m')
    .select('p.name as project')
    .where('m.id', '=', monitorID)
    .executeTakeFirstOrThrow();
  const details = parseDetails(row);
  return {
    shortID: row.short_id,
    ...alertedSettings(details),
    project: row.project,
    severity: details.alerting.severity,
  };
}

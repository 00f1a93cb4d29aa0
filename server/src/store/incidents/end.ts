import type { Transaction } from 'kysely';
import type { NoticeDetail } from '../../domain/alerting/plan-input.ts';
import { parseMonitorAlerting } from '../alerts/rows.ts';
import { parseTexts, readOr } from '../rows.ts';
import type { Schema } from '../schema.ts';

/**
 * To be called before a monitor is deleted: its open incident ends, and an outbox row sees to it that those who have the
 * alarm hear so. The row carries what a message says of the monitor, since nobody can look it up any more. Incidents of a
 * deleted monitor are listed nowhere; they go when they are old enough, as others do.
 */
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
): Promise<NoticeDetail['recovered']> {
  const { short_id, name, tags, alerting, project } = await db
    .selectFrom('monitors as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.short_id', 'm.name', 'm.tags', 'm.alerting', 'p.name as project'])
    .where('m.id', '=', monitorID)
    .executeTakeFirstOrThrow();
  return {
    shortID: short_id,
    name,
    project,
    tags: readOr(() => parseTexts(tags, 'monitors.tags'), []),
    severity: parseMonitorAlerting(alerting).severity,
  };
}

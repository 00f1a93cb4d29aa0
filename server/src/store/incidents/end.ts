import type { Transaction } from 'kysely';
import type { NoticeDetail } from '../../domain/alerting/plan-input.ts';
import { parseMonitorAlerting } from '../alerts/rows.ts';
import { parseTexts, readOr } from '../rows.ts';
import type { Schema } from '../schema.ts';

/**
 * Ends the open incident of a monitor that is about to be deleted. An outbox row informs everybody who got
 * the alarm. The row carries the monitor's details, because they can't be looked up later. Incidents of
 * deleted monitors are not listed; they are pruned by age.
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

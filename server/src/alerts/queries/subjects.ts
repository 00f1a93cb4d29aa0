import { alertedSettings } from '@overdue/domain/alerting/alert.ts';
import type { AlertSubject } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { Kysely } from 'kysely';
import { parseProjectAlerting } from '../../database/alert-rows.ts';
import { parseDetails, parseRules } from '../../database/monitor-settings-columns.ts';
import { parseState } from '../../database/monitor-state-columns.ts';
import type { Schema } from '../../database/schema.ts';

/** Returns the monitors' data for alerts, by monitor ID. Leaves out deleted monitors. */
export async function findSubjects(
  db: Kysely<Schema>,
  monitorIDs: readonly number[],
): Promise<ReadonlyMap<number, AlertSubject>> {
  if (monitorIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .selectAll(['s', 'm'])
    .select(['p.short_id as project_short_id', 'p.name as project_name', 'p.alerting as project_alerting'])
    .where('m.id', 'in', monitorIDs)
    .execute();
  return new Map(
    rows.map((row) => {
      const details = parseDetails(row);
      const subject: AlertSubject = {
        monitorID: row.id,
        shortID: row.short_id,
        ...alertedSettings(details),
        alerting: details.alerting,
        project: {
          shortID: row.project_short_id,
          name: row.project_name,
          alerting: parseProjectAlerting(row.project_alerting),
        },
        monitor: { rules: parseRules(row), state: parseState(row) },
      };
      return [row.id, subject];
    }),
  );
}

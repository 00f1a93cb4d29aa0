import type { Kysely } from 'kysely';
import type { OpenIncident } from '../../domain/incident.ts';
import { readOr } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { parseSnoozes } from './rows.ts';

export async function findOpenIncidents(
  db: Kysely<Schema>,
  teamID: string,
  monitorIDs?: readonly number[],
): Promise<ReadonlyMap<number, OpenIncident>> {
  if (monitorIDs?.length === 0) return new Map();
  const rows = await db
    .selectFrom('incidents')
    .select(['monitor_id', 'incident_id', 'acknowledged_at', 'acknowledged_by', 'snoozes'])
    .where('team_id', '=', teamID)
    .where('closed_at', 'is', null)
    .$if(monitorIDs !== undefined, (query) => query.where('monitor_id', 'in', monitorIDs ?? []))
    .execute();
  return new Map(
    rows.map((row) => [
      row.monitor_id,
      {
        monitorID: row.monitor_id,
        incidentID: row.incident_id,
        acknowledgedAt: row.acknowledged_at,
        acknowledgedBy: row.acknowledged_by,
        snoozes: readOr(() => parseSnoozes(row.snoozes), []),
      },
    ]),
  );
}

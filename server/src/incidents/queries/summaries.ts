import type { IncidentSummary } from '@overdue/domain/incidents/incident.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor-state.ts';
import { type Kysely, sql } from 'kysely';
import { parseSnoozes } from '../../database/incident-rows.ts';
import { readOr, requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { SummarySelection } from '../contract.ts';

const NO_SNOOZES: IncidentSummary['snoozes'] = [];

/**
 * Lists the selected incidents. Each selection uses a single index, because long lists call this function often. Open incidents
 * of a team have a separate index. Other incidents are sorted by `incidents_opened` or found by `incidents_monitor`. With more
 * conditions, both databases would choose a worse index.
 */
export async function listIncidentSummaries(
  db: Kysely<Schema>,
  teamID: string,
  { monitorIDs, openSince, limit }: SummarySelection,
): Promise<IncidentSummary[]> {
  if (monitorIDs?.length === 0) return [];
  const rows = await db
    .selectFrom('incidents')
    .select(['monitor_id', 'incident_id', 'reason', 'opened_at', 'closed_at'])
    .select(['acknowledged_at', 'acknowledged_by'])
    // Reads an empty list as null, because most incidents have no snooze and reading a text is slow.
    .select((select) => select.fn<string | null>('nullif', ['snoozes', sql.lit('[]')]).as('snoozes'))
    .$if(monitorIDs !== undefined, (query) => query.select('team_id'))
    .where((where) =>
      monitorIDs === undefined ? where('team_id', '=', teamID) : where('monitor_id', 'in', monitorIDs),
    )
    .where((where) =>
      openSince === undefined
        ? where('closed_at', 'is', null)
        : where.or([where('closed_at', 'is', null), where('closed_at', '>=', openSince)]),
    )
    .$if(openSince !== undefined, (query) => query.orderBy('opened_at', 'desc'))
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows
    .filter((row) => row.team_id === undefined || row.team_id === teamID)
    .map((row) => ({
      monitorID: row.monitor_id,
      incidentID: row.incident_id,
      reason: readOr(() => requireOneOf(FAILURE_REASONS, row.reason, 'incidents.reason'), 'failed'),
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      acknowledgedAt: row.acknowledged_at,
      acknowledgedBy: row.acknowledged_by,
      snoozes:
        row.snoozes === null ? NO_SNOOZES : readOr(() => parseSnoozes(row.snoozes ?? '[]'), NO_SNOOZES),
    }));
}

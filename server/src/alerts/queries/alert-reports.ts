import { OUTBOX_KINDS } from '@overdue/domain/alerting/alert.ts';
import type { ChannelDecision } from '@overdue/domain/alerting/alert-plan.ts';
import { NOTHING_TO_ALERT } from '@overdue/domain/alerting/plan-alerts.ts';
import type { Kysely, Selectable } from 'kysely';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { AlertReport } from '../contract.ts';

const NOBODY: ChannelDecision = { channel: '', name: '', delivery: null, reason: NOTHING_TO_ALERT };

const REPORTS_MAX = 100;

export async function listAlertReports(
  db: Kysely<Schema>,
  monitorID: number,
  about: { readonly transitionID: number } | { readonly incidentID: number },
): Promise<readonly AlertReport[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'created_at', 'plan_at', 'planned_at', 'held', 'decisions'])
    .where('monitor_id', '=', monitorID)
    .where((where) =>
      'transitionID' in about
        ? where('transition_id', '=', about.transitionID)
        : where('incident_id', '=', about.incidentID),
    )
    .orderBy('id')
    .limit(REPORTS_MAX)
    .execute();
  return rows.map(parseReport);
}

type ReportRow = Pick<
  Selectable<Schema['outbox']>,
  'kind' | 'created_at' | 'plan_at' | 'planned_at' | 'held' | 'decisions'
>;

function parseReport(row: ReportRow): AlertReport {
  const common = {
    kind: requireOneOf(OUTBOX_KINDS, row.kind, 'outbox.kind'),
    at: row.created_at,
    planAt: row.plan_at,
    decisions: parseDecisions(row.decisions),
  };
  if (row.planned_at !== null) {
    // Transitions that cause no alert are stored as planned, with an empty report. This decision explains that there was nothing
    // to alert about.
    const decisions = common.decisions.length === 0 ? [NOBODY] : common.decisions;
    return { ...common, decisions, state: 'planned', held: null };
  }
  return { ...common, state: row.held === null ? 'due' : 'held', held: row.held };
}

/** Reads the JSON report of an outbox row. If the JSON is damaged, the report says so. */
function parseDecisions(json: string): readonly ChannelDecision[] {
  try {
    const list: unknown = JSON.parse(json);
    if (Array.isArray(list) && list.every(isDecision)) return list;
  } catch {}
  return [DAMAGED];
}

const DAMAGED: ChannelDecision = {
  channel: '',
  name: '',
  reason: 'The alert report is damaged. Ask the operator of the service to run "overdue-server check".',
  delivery: null,
};

function isDecision(value: unknown): value is ChannelDecision {
  if (typeof value !== 'object' || value === null) return false;
  if (!('channel' in value && 'name' in value && 'delivery' in value && 'reason' in value)) return false;
  const { channel, name, delivery, reason } = value;
  return (
    [channel, name, reason].every((text) => typeof text === 'string') &&
    (delivery === null || typeof delivery === 'string')
  );
}

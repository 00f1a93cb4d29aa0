import { ALERT_KINDS, OUTBOX_KINDS } from '@overdue/domain/alerting/alert.ts';
import type { AlertPlanInput, OutboxRow } from '@overdue/domain/alerting/alert-plan-input.ts';
import { HOLD_CAUSES, type HoldReason } from '@overdue/domain/alerting/hold.ts';
import { sql, type Transaction } from 'kysely';
import { listRoutes } from '../../channels/queries/routes.ts';
import type { FindRuns } from '../../core/history/run-keys.ts';
import { listResources } from '../../database/resources/queries.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { ESCALATION_POLICIES } from '../../escalations/queries.ts';
import { MAINTENANCE_WINDOWS } from '../../maintenance/queries.ts';
import { listReachable, listRosters } from '../../on-call/queries.ts';
import { listAdminAddresses } from '../../teams/queries/members.ts';
import { findTeamSettings } from '../../teams/queries/teams.ts';
import { describeBlindWindow } from './blind-window-detail.ts';
import { countRecentAlarms, findCombinedMessages } from './combined-messages.ts';
import { findIncidentStates } from './incident-states.ts';
import { findLogs } from './logs.ts';
import { findSubjects } from './subjects.ts';

/** Kinds of alerts that count towards flapping. */
const FLIPS = ['down', 'recovered'] as const;

/** Loads everything needed to plan a team's due rows; null if none is due. Requires the team lock. */
export async function loadPlanInput(
  db: Transaction<Schema>,
  teamID: string,
  options: {
    readonly now: number;
    readonly limit: number;
    readonly onlyID?: number;
    readonly findRuns: FindRuns;
    readonly locks: RowLocks;
  },
): Promise<AlertPlanInput | null> {
  const { now, limit, onlyID, findRuns, locks } = options;
  const { name, alerting } = await findTeamSettings(db, teamID);
  const due = await listDue(db, { teamID, now, limit, onlyID, flapWithinMs: alerting.flapWithinMs });
  if (due.length === 0) return null;
  const monitorIDs = [...new Set(due.map((row) => row.monitor_id).filter((id) => id !== null))];
  const channels = await listRoutes(db, teamID);
  const subjects = await findSubjects(db, monitorIDs);
  const incidents = await findIncidentStates(
    db,
    due.map((row) => row.incident_id).filter((id) => id !== null),
    { findRuns, locks },
  );
  const logs = await findLogs(db, due.flatMap(logsOfFailure));
  const escalations = await listResources(ESCALATION_POLICIES, db, teamID);
  const namesOnCall = escalations.some(({ steps }) => steps.some(({ onCall }) => onCall.length > 0));
  const mailedMembers = [...incidents.values()].some(({ alarmedChannelIDs }) =>
    alarmedChannelIDs.some((channelID) => channelID < 0),
  );
  const rows: OutboxRow[] = [];
  for (const row of due) {
    rows.push({
      id: row.id,
      kind: requireOneOf(OUTBOX_KINDS, row.kind, 'outbox.kind'),
      at: row.created_at,
      subject: row.monitor_id === null ? null : (subjects.get(row.monitor_id) ?? null),
      incident: row.incident_id === null ? null : (incidents.get(row.incident_id) ?? null),
      isSuperseded: row.later !== null,
      flapCount: row.flips,
      log: logs.get(`${row.monitor_id} ${row.event_number}`) ?? null,
      detail:
        row.blind_window_id === null
          ? row.detail
          : await describeBlindWindow(db, row.blind_window_id, teamID),
      previousHold: parseHeld(row),
    });
  }
  return {
    now,
    team: { id: teamID, name, alerting },
    rows,
    channels,
    admins: due.some(({ kind }) => kind === 'channel_disabled') ? await listAdminAddresses(db, teamID) : [],
    maintenance: await listResources(MAINTENANCE_WINDOWS, db, teamID),
    escalations,
    rosters: namesOnCall ? await listRosters(db, teamID) : [],
    members: namesOnCall || mailedMembers ? await listReachable(db, teamID) : [],
    recentAlarms: await countRecentAlarms(db, teamID, now - alerting.combineWithinMs),
    combinedMessages: await findCombinedMessages(db, {
      channelIDs: channels.map(({ id }) => id),
      monitorIDs,
      locks,
    }),
  };
}

export async function listDueIDs(
  db: Transaction<Schema>,
  { teamID, now, limit }: { readonly teamID: string; readonly now: number; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('planned_at', 'is', null)
    .where('plan_at', '<=', now)
    .where('team_id', '=', teamID)
    .orderBy('plan_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

async function listDue(
  db: Transaction<Schema>,
  options: {
    readonly teamID: string;
    readonly now: number;
    readonly limit: number;
    readonly onlyID: number | undefined;
    readonly flapWithinMs: number;
  },
) {
  const rows = await db
    .selectFrom('outbox as o')
    .leftJoin('transitions as t', 't.id', 'o.transition_id')
    .select(['o.id', 'o.kind', 'o.created_at', 'o.monitor_id', 'o.incident_id', 'o.blind_window_id'])
    .select(['o.detail', 'o.held', 'o.held_by', 't.event_number'])
    .select((select) => [
      select
        .selectFrom('outbox as l')
        .select('l.id')
        .whereRef('l.monitor_id', '=', 'o.monitor_id')
        .whereRef('l.id', '>', 'o.id')
        .where('l.kind', 'in', ALERT_KINDS)
        .limit(1)
        .as('later'),
      sql<number>`(SELECT CAST(COUNT(*) AS INTEGER) FROM outbox f WHERE f.monitor_id = o.monitor_id
        AND f.kind IN (${sql.join(FLIPS)}) AND f.created_at > o.created_at - ${options.flapWithinMs}
        AND f.id <= o.id)`.as('flips'),
    ])
    .where('o.planned_at', 'is', null)
    .where('o.plan_at', '<=', options.now)
    .where('o.team_id', '=', options.teamID)
    .$if(options.onlyID !== undefined, (query) => query.where('o.id', '=', options.onlyID ?? 0))
    .orderBy('o.plan_at')
    .orderBy('o.id')
    .limit(options.limit)
    .execute();
  return rows.sort((a, b) => a.id - b.id);
}

/** Returns the event whose body explains a failure. Empty for recoveries and for failures that no ping caused. */
function logsOfFailure({
  kind,
  monitor_id: monitorID,
  event_number: number,
}: {
  readonly kind: string;
  readonly monitor_id: number | null;
  readonly event_number: number | null;
}) {
  if ((kind !== 'down' && kind !== 'failing') || monitorID === null || number === null) return [];
  return [{ monitorID, number }];
}

function parseHeld({
  held,
  held_by,
}: {
  readonly held: string | null;
  readonly held_by: string | null;
}): HoldReason | null {
  if (held === null || held_by === null) return null;
  return { by: requireOneOf(HOLD_CAUSES, held_by, 'outbox.held_by'), reason: held };
}

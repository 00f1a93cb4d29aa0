import { ALERT_KINDS, OUTBOX_KINDS } from '@overdue/domain/alerting/alert.ts';
import {
  type AlertPlanInput,
  type CombinedMessage,
  HOLD_CAUSES,
  type HoldReason,
  type IncidentState,
  type OutboxDetail,
  type OutboxRow,
} from '@overdue/domain/alerting/alert-plan-input.ts';
import { isMemberChannel } from '@overdue/domain/alerting/direct-recipient.ts';
import { chunks } from '@overdue/domain/chunks.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { listRoutes } from '../../channels/queries.ts';
import type { FindRuns } from '../../core/history/run-keys.ts';
import { parseIncident } from '../../database/incident-rows.ts';
import { listResources } from '../../database/resources/queries.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { ESCALATION_POLICIES } from '../../escalations/queries.ts';
import { MAINTENANCE_WINDOWS } from '../../maintenance/queries.ts';
import { listReachable, listRosters } from '../../on-call/queries.ts';
import { listAdminAddresses } from '../../teams/queries/members.ts';
import { findTeamSettings } from '../../teams/queries/teams.ts';
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
    alarmedChannelIDs.some(isMemberChannel),
  );
  const describeWindow = windowDescriber(db, teamID, due);
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
      detail: row.blind_window_id === null ? row.detail : await describeWindow(row, row.blind_window_id),
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

const ALARMS: readonly (string | null)[] = ['down', 'reminder', 'escalation'];
const SINGLE_ALARMS: readonly string[] = ['down', 'escalation'];

/** Returns incidents with their alarms, by ID. Locks unsent alarms, so that no other process can claim them. */
export async function findIncidentStates(
  db: Kysely<Schema>,
  ids: readonly number[],
  { findRuns, locks }: { readonly findRuns: FindRuns; readonly locks: RowLocks },
): Promise<ReadonlyMap<number, IncidentState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('incidents').selectAll().where('id', 'in', ids).execute();
  const allAlarms = await listAlarms(db, ids);
  const unsent = await lockUnsent(db, allAlarms, locks);
  const waiting = await findWaitingEscalations(
    db,
    rows.filter((row) => row.closed_at === null && row.escalate_at === null).map((row) => row.monitor_id),
  );
  const alarms = Map.groupBy(allAlarms, (alarm) => alarm.incident_id);
  const runs = await findRuns(
    db,
    rows.flatMap((row) => (row.run_seq === null ? [] : [{ monitorID: row.monitor_id, seq: row.run_seq }])),
  );
  const runByPlace = new Map(runs.map(({ monitorID, seq, run }) => [`${monitorID} ${seq}`, run]));
  return new Map(
    rows.map((row) => {
      const incidentAlarms = alarms.get(row.id) ?? [];
      const unsentAlarms = incidentAlarms.filter((alarm) => unsent.has(alarm.delivery_id));
      return [
        row.id,
        {
          ...parseIncident(row),
          run: runByPlace.get(`${row.monitor_id} ${row.run_seq}`) ?? null,
          alarmedChannelIDs: [...new Set(incidentAlarms.map((alarm) => alarm.channel_id))],
          unsentAlarms: new Map(unsentAlarms.map((alarm) => [alarm.channel_id, alarm.delivery_id])),
          escalationStep: row.escalation_step,
          isEscalationPending: row.escalate_at !== null || waiting.has(row.id),
        },
      ];
    }),
  );
}

/** Returns the IDs of incidents with an escalation step that waits to be planned. */
async function findWaitingEscalations(
  db: Kysely<Schema>,
  monitorIDs: readonly number[],
): Promise<ReadonlySet<number | null>> {
  if (monitorIDs.length === 0) return new Set();
  const rows = await db
    .selectFrom('outbox')
    .select('incident_id')
    .where('monitor_id', 'in', monitorIDs)
    .where('kind', '=', 'escalation')
    .where('planned_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.incident_id));
}

/** Returns sent and waiting alarms, newest first, so that a map by channel keeps the oldest alarm of each channel. */
async function listAlarms(db: Kysely<Schema>, incidentIDs: readonly number[]) {
  const rows = await db
    .selectFrom('delivery_items as i')
    .innerJoin('deliveries as d', 'd.id', 'i.delivery_id')
    .innerJoin('outbox as o', 'o.id', 'i.outbox_id')
    .select(['i.incident_id', 'i.delivery_id', 'i.channel_id'])
    .select(['d.state', 'd.kind as message', 'o.kind'])
    .where('i.incident_id', 'in', incidentIDs)
    .where('d.state', 'in', ['sent', 'waiting'])
    .orderBy('i.delivery_id', 'desc')
    .execute();
  return rows.filter(({ kind }) => ALARMS.includes(kind));
}

/** Locks alarms that are not claimed. A claimed alarm may have been sent already. */
async function lockUnsent(
  db: Kysely<Schema>,
  alarms: Awaited<ReturnType<typeof listAlarms>>,
  locks: RowLocks,
): Promise<ReadonlySet<number>> {
  const waiting = alarms.filter(
    ({ state, message }) => state === 'waiting' && SINGLE_ALARMS.includes(message),
  );
  if (waiting.length === 0) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where(
      'id',
      'in',
      waiting.map((alarm) => alarm.delivery_id),
    )
    .where('state', '=', 'waiting')
    .where('lease_until', '=', 0)
    .modifyEnd(locks.skipLocked('deliveries'))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function countRecentAlarms(
  db: Kysely<Schema>,
  teamID: string,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('delivery_items as i', 'i.delivery_id', 'd.id')
    .innerJoin('outbox as o', 'o.id', 'i.outbox_id')
    .select('d.channel_id')
    .select(sql<number>`CAST(COUNT(*) AS INTEGER)`.as('alarms'))
    .where('d.team_id', '=', teamID)
    .where('d.created_at', '>=', since)
    .where('o.kind', '=', 'down')
    .groupBy('d.channel_id')
    .execute();
  return new Map(rows.map((row) => [row.channel_id, row.alarms]));
}

/** Locks and returns the combined messages that can take more monitors without overtaking a later message. */
export async function findCombinedMessages(
  db: Kysely<Schema>,
  options: {
    readonly channelIDs: readonly number[];
    readonly monitorIDs: readonly number[];
    readonly locks: RowLocks;
  },
): Promise<ReadonlyMap<number, CombinedMessage>> {
  const { channelIDs, monitorIDs, locks } = options;
  if (channelIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.channel_id', 'd.alert'])
    .where('d.state', '=', sql.lit('waiting'))
    .where('d.channel_id', 'in', channelIDs)
    .where('d.kind', '=', 'combined')
    .where('d.attempts', '=', 0)
    // A claimed message may have been sent already.
    .where('d.lease_until', '=', 0)
    .$if(monitorIDs.length > 0, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('delivery_items as i')
              .select('i.delivery_id')
              .whereRef('i.channel_id', '=', 'd.channel_id')
              .where('i.monitor_id', 'in', monitorIDs)
              .where('i.waiting', '=', sql.lit(1))
              .whereRef('i.delivery_id', '>', 'd.id'),
          ),
        ),
      ),
    )
    .orderBy('d.id')
    .modifyEnd(locks.skipLocked('d'))
    .execute();
  return new Map(rows.map((row) => [row.channel_id, { deliveryID: row.id, alert: row.alert }]));
}

const NAMES_MAX = 100;

interface WindowRow {
  readonly id: number;
  readonly monitor_id: number | null;
  readonly blind_window_id: number | null;
}

/**
 * Describes the blind windows of a team's due rows. Rows of single monitors about the same window are described together: the first
 * of them lists all monitors, the others list none.
 */
function windowDescriber(db: Kysely<Schema>, teamID: string, due: readonly WindowRow[]) {
  return (row: WindowRow, windowID: number): Promise<string> => {
    if (row.monitor_id === null) return describeBlindWindow(db, windowID, { teamID, only: null });
    const same = due.filter((other) => other.blind_window_id === windowID && other.monitor_id !== null);
    const only = same[0]?.id === row.id ? same.flatMap((other) => other.monitor_id ?? []) : [];
    return describeBlindWindow(db, windowID, { teamID, only });
  };
}

/**
 * Returns the detail of a team's outbox row: the period of a blind window, and the monitors that it affected. `only`: the monitors
 * whose runs were judged after the message about the window; those with a report since are left out.
 */
async function describeBlindWindow(
  db: Kysely<Schema>,
  windowID: number,
  { teamID, only }: { readonly teamID: string; readonly only: readonly number[] | null },
): Promise<string> {
  const { from_at: from, to_at: to } = await db
    .selectFrom('blind_windows')
    .select(['from_at', 'to_at'])
    .where('id', '=', windowID)
    .executeTakeFirstOrThrow();
  const hidden = db
    .selectFrom('runs as r')
    .innerJoin('monitors as m', 'm.id', 'r.monitor_id')
    .where('r.blind_window_id', '=', windowID)
    .where('m.team_id', '=', teamID)
    .$if(only !== null, (found) =>
      found.where('r.state', '=', 'unknown').where('m.id', 'in', only?.length === 0 ? [0] : (only ?? [])),
    );
  const { count } = await hidden
    .select(sql<number>`CAST(COUNT(DISTINCT m.id) AS INTEGER)`.as('count'))
    .executeTakeFirstOrThrow();
  const monitors = await hidden
    .select(['m.short_id as shortID', 'm.name'])
    .groupBy(['m.id', 'm.short_id', 'm.name'])
    .orderBy('m.id')
    .limit(NAMES_MAX)
    .execute();
  const detail: OutboxDetail['blind_window'] = { from, to, isLater: only !== null, monitors, count };
  return JSON.stringify(detail);
}

const EVENTS_PER_STATEMENT = 100;
const EXCERPT_LENGTH_MAX = 2000;
const BYTES_MAX = 4 * EXCERPT_LENGTH_MAX;

interface LoggedEvent {
  readonly monitorID: number;
  readonly number: number;
}

/** Returns the last part of each ping's body as text, keyed by `<monitor ID> <event number>`. */
export async function findLogs(
  db: Kysely<Schema>,
  events: readonly LoggedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const logs = new Map<string, string>();
  for (const chunk of chunks(events, EVENTS_PER_STATEMENT))
    for (const row of await readTails(db, chunk))
      logs.set(`${row.monitor_id} ${row.number}`, decodeTail(row.tail));
  return logs;
}

function readTails(db: Kysely<Schema>, events: readonly LoggedEvent[]) {
  return db
    .selectFrom('event_bodies')
    .select(['monitor_id', 'number'])
    .select(
      sql<Uint8Array>`substr(body, CASE WHEN length(body) > ${sql.lit(BYTES_MAX)}
        THEN length(body) - ${sql.lit(BYTES_MAX - 1)} ELSE 1 END)`.as('tail'),
    )
    .where((where) =>
      where.or(
        events.map(({ monitorID, number }) =>
          where.and([where('monitor_id', '=', monitorID), where('number', '=', number)]),
        ),
      ),
    )
    .execute();
}

/** Bytes that are not valid UTF-8 become replacement characters. */
function decodeTail(bytes: Uint8Array): string {
  const characters = [...new TextDecoder().decode(bytes.subarray(wholeFrom(bytes)))];
  return characters.slice(-EXCERPT_LENGTH_MAX).join('');
}

function wholeFrom(bytes: Uint8Array): number {
  if (bytes.length < BYTES_MAX) return 0;
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1;
  return start;
}

import type {
  AlertPlan,
  DeliveryItem,
  NewDelivery,
  PlannedRow,
} from '@overdue/domain/alerting/alert-plan.ts';
import type { AlertPlanInput } from '@overdue/domain/alerting/alert-plan-input.ts';
import { chunks } from '@overdue/domain/chunks.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { FindRuns } from '../../core/history/run-keys.ts';
import { setAsideReason } from '../../core/queries/pings-set-aside.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { tryLockTeam } from '../../database/team-lock.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import type { NotifyStore } from '../contract.ts';
import { endDeliveries } from './delivery-end.ts';
import { listDueIDs, loadPlanInput } from './plan-load.ts';
import { setAlertAside } from './set-aside.ts';

/** Maximum number of teams to try per call while other processes hold the locks of teams. */
const TEAMS_TRIED_MAX = 10;

interface Options {
  readonly now: number;
  readonly limit: number;
  readonly planner: Parameters<NotifyStore['planDueRows']>[2];
  readonly findRuns: FindRuns;
  readonly locks: RowLocks;
}

/**
 * Plans the rows of the team that has been due the longest. Skips teams that another process is planning. Returns the number of
 * rows processed. One process at a time plans for a team, because each plan builds on the previous plan.
 */
export async function planDueRows(db: Transaction<Schema>, options: Options): Promise<number> {
  const { now, locks } = options;
  const first = await findDueTeam(db, now);
  let teamID = first;
  for (let tried = 0; teamID !== null && tried < TEAMS_TRIED_MAX; tried += 1) {
    const planned = (await tryLockTeam(db, teamID, locks)) ? await planTeam(db, teamID, options) : 0;
    if (planned > 0) return planned;
    teamID = await findDueTeamAfter(db, teamID, now);
    if (teamID === first) break;
  }
  return 0;
}

/** Plans the due rows of a team. Returns 0 if another process has planned the rows in the meantime. */
async function planTeam(db: Transaction<Schema>, teamID: string, options: Options): Promise<number> {
  try {
    return await planRows(db, teamID, options);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return planOneByOne(db, teamID, options);
  }
}

/** Plans rows one by one, and sets aside the rows that can't be planned, so that they don't block other rows. */
async function planOneByOne(db: Transaction<Schema>, teamID: string, options: Options): Promise<number> {
  const { now, limit } = options;
  const ids = await listDueIDs(db, { teamID, now, limit });
  for (const id of ids) {
    try {
      await planRows(db, teamID, { ...options, onlyID: id });
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const reason = setAsideReason(error);
      await setAlertAside(db, id, { now, reason });
      options.planner.onSetAside?.({ outboxID: id, error });
    }
  }
  return ids.length;
}

/** Plans and saves rows in a savepoint, so that either all rows or no rows are saved. */
async function planRows(
  db: Transaction<Schema>,
  teamID: string,
  options: Options & { readonly onlyID?: number },
): Promise<number> {
  await sql`SAVEPOINT planning`.execute(db);
  try {
    const input = await loadPlanInput(db, teamID, options);
    if (input !== null) await savePlan(db, input, options.planner.plan(input));
    await sql`RELEASE SAVEPOINT planning`.execute(db);
    return input?.rows.length ?? 0;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) await sql`ROLLBACK TO SAVEPOINT planning`.execute(db);
    throw error;
  }
}

/** Returns the team whose outbox row has been due the longest; null if none is due. */
export async function findDueTeam(db: Kysely<Schema>, now: number): Promise<string | null> {
  const row = await due(db, now).orderBy('plan_at').orderBy('id').limit(1).executeTakeFirst();
  return row?.team_id ?? null;
}

/** Returns the first team with due rows after `teamID`, in the order of IDs. The search wraps around. */
async function findDueTeamAfter(db: Kysely<Schema>, teamID: string, now: number): Promise<string | null> {
  const byID = due(db, now).orderBy('team_id').orderBy('plan_at').limit(1);
  const next = await byID.where('team_id', '>', teamID).executeTakeFirst();
  return (next ?? (await byID.executeTakeFirst()))?.team_id ?? null;
}

function due(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('outbox')
    .select('team_id')
    .where('planned_at', 'is', null)
    .where('plan_at', '<=', now);
}

const ROWS_PER_STATEMENT = 1000;

type StoredItem = DeliveryItem & { readonly deliveryID: number; readonly channelID: number };

/** Saves a plan. Must run in the transaction that read the plan's input. */
async function savePlan(db: Transaction<Schema>, input: AlertPlanInput, plan: AlertPlan): Promise<void> {
  const { now, team } = input;
  // Saves rows with the same outcome together. In an alert storm, one statement per row would dominate the transaction.
  for (const rows of Map.groupBy(plan.rows, (row) => JSON.stringify(outcomeOf(row, now))).values())
    await saveRows(db, rows, now);
  const items = await insertDeliveries(db, plan.deliveries, { teamID: team.id, now });
  for (const addition of plan.additions) items.push(...(await addToDelivery(db, addition)));
  await insertItems(db, items);
  for (const [into, replaced] of Map.groupBy(plan.replacedAlarms, (one) => one.into)) {
    const ids = replaced.map(({ deliveryID }) => deliveryID);
    await endDeliveries(db, ids, { state: 'merged', doneAt: now, into });
  }
  // Updates incidents in ID order, like the transactions that close incidents, to prevent deadlocks.
  const timers = [...plan.incidentTimers].sort((a, b) => a.incidentID - b.incidentID);
  for (const timer of timers) await saveTimers(db, timer);
}

function outcomeOf({ outcome, planAt, held, decisions }: PlannedRow, now: number) {
  const decisionsJSON = JSON.stringify(decisions);
  return outcome === 'held'
    ? { plan_at: planAt, held: held?.reason ?? null, held_by: held?.by ?? null, decisions: decisionsJSON }
    : { planned_at: now, held: null, held_by: null, decisions: decisionsJSON };
}

async function saveRows(db: Transaction<Schema>, rows: readonly PlannedRow[], now: number): Promise<void> {
  for (const chunk of chunks(rows, ROWS_PER_STATEMENT)) {
    const [first] = chunk;
    if (first === undefined) continue;
    await db
      .updateTable('outbox')
      .set(outcomeOf(first, now))
      .where(
        'id',
        'in',
        chunk.map(({ outboxID }) => outboxID),
      )
      .execute();
  }
}

async function insertDeliveries(
  db: Transaction<Schema>,
  deliveries: readonly NewDelivery[],
  { teamID, now }: { readonly teamID: string; readonly now: number },
): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for (const chunk of chunks(deliveries, ROWS_PER_STATEMENT)) {
    const rows = await db
      .insertInto('deliveries')
      .values(
        chunk.map(({ key, channelID, kind, alert, dueAt, expiresAt }) => ({
          key,
          team_id: teamID,
          channel_id: channelID,
          kind,
          alert,
          state: 'waiting',
          due_at: dueAt,
          created_at: now,
          expires_at: expiresAt,
        })),
      )
      .returning(['id', 'key'])
      .execute();
    const ids = new Map(rows.map((row) => [row.key, row.id]));
    for (const delivery of chunk) {
      const deliveryID = ids.get(delivery.key);
      if (deliveryID === undefined) throw new Error(`The delivery ${delivery.key} was not saved.`);
      const { channelID } = delivery;
      items.push(...delivery.items.map((item) => ({ ...item, deliveryID, channelID })));
    }
  }
  return items;
}

async function addToDelivery(
  db: Transaction<Schema>,
  { deliveryID, alert, items }: AlertPlan['additions'][number],
): Promise<StoredItem[]> {
  const { channel_id: channelID } = await db
    .updateTable('deliveries')
    .set({ alert })
    .where('id', '=', deliveryID)
    .returning('channel_id')
    .executeTakeFirstOrThrow();
  return items.map((item) => ({ ...item, deliveryID, channelID }));
}

async function insertItems(db: Transaction<Schema>, items: readonly StoredItem[]): Promise<void> {
  for (const chunk of chunks(items, ROWS_PER_STATEMENT)) {
    await db
      .insertInto('delivery_items')
      .values(
        chunk.map(({ deliveryID, channelID, outboxID, monitorID, incidentID }) => ({
          delivery_id: deliveryID,
          channel_id: channelID,
          outbox_id: outboxID,
          monitor_id: monitorID,
          incident_id: incidentID,
          waiting: 1,
        })),
      )
      .execute();
  }
}

/** Skips incidents that were closed or acknowledged since they were read. */
async function saveTimers(
  db: Transaction<Schema>,
  timers: AlertPlan['incidentTimers'][number],
): Promise<void> {
  const escalation =
    'escalateAt' in timers ? { escalate_at: timers.escalateAt, escalation_step: timers.escalationStep } : {};
  await db
    .updateTable('incidents')
    .set({ remind_at: timers.remindAt, ...escalation })
    .where('id', '=', timers.incidentID)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .execute();
}

import type { OutboxDetail } from '@overdue/domain/alerting/alert-plan-input.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { parseChannel } from '../../channels/queries.ts';
import type { CountRuns } from '../../core/history/run-keys.ts';
import type { QueryContext } from '../../database/query-context.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { lockTeam } from '../../database/team-lock.ts';
import type { RaisedAlerts } from '../contract.ts';
import { findNextDeliveryAt } from './claims.ts';

/** Writes outbox rows for reminders, escalations and reports, which neither a ping nor a deadline causes. */
export function raiseAlerts(
  { db, inTransaction, locks }: Pick<QueryContext, 'db' | 'inTransaction' | 'locks'>,
  alerts: RaisedAlerts,
  { now, countRuns }: { readonly now: number; readonly countRuns: CountRuns },
): Promise<number> {
  switch (alerts.kind) {
    case 'timers':
      return inTransaction((transaction) => raiseTimers(transaction, { now, limit: alerts.limit, locks }));
    case 'reports': {
      const { period, from, to } = alerts;
      return raiseReports(db, { period, from, to }, { now, countRuns, inTransaction, locks });
    }
  }
}

const TIMERS = [
  { kind: 'reminder', column: 'remind_at' },
  { kind: 'escalation', column: 'escalate_at' },
] as const;

/** Writes an outbox row for each due reminder and escalation, and clears its timer. Returns the number of rows. */
export async function raiseTimers(
  db: Transaction<Schema>,
  options: { readonly now: number; readonly limit: number; readonly locks: RowLocks },
): Promise<number> {
  const { now, limit, locks } = options;
  let raised = 0;
  for (const { kind, column } of TIMERS) {
    const due = await db
      .selectFrom('incidents')
      .select(['id', 'team_id', 'monitor_id'])
      .where(column, '<=', now)
      .orderBy(column)
      .limit(limit - raised)
      .modifyEnd(locks.skipLocked('incidents'))
      .execute();
    if (due.length === 0) continue;
    await db
      .insertInto('outbox')
      .values(
        due.map(({ id, team_id, monitor_id }) => ({
          team_id,
          monitor_id,
          kind,
          incident_id: id,
          created_at: now,
        })),
      )
      .execute();
    await db
      .updateTable('incidents')
      .set({ [column]: null })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute();
    raised += due.length;
  }
  return raised;
}

export async function findNextAlertAt(db: Kysely<Schema>): Promise<number | null> {
  const { rows } = await sql<{ readonly at: number | null }>`
    SELECT MIN(plan_at) AS at FROM outbox WHERE planned_at IS NULL
    UNION ALL SELECT MIN(remind_at) FROM incidents WHERE remind_at IS NOT NULL
    UNION ALL SELECT MIN(escalate_at) FROM incidents WHERE escalate_at IS NOT NULL`.execute(db);
  const times = [...rows.map(({ at }) => at), await findNextDeliveryAt(db)].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

type Report = OutboxDetail['report'];
type Period = Pick<Report, 'period' | 'from' | 'to'>;

const WORST_MAX = 10;
/** Maximum number of monitors whose runs are counted in one statement, to keep statements short. */
const MONITORS_PER_STEP = 50;

async function raiseReports(
  db: Kysely<Schema>,
  period: Period,
  {
    now,
    countRuns,
    inTransaction,
    locks,
  }: { readonly now: number; readonly countRuns: CountRuns } & Pick<QueryContext, 'inTransaction' | 'locks'>,
): Promise<number> {
  let raised = 0;
  for (const teamID of await listReportTeams(db, period)) {
    const report = await makeReport(db, { teamID, period, countRuns });
    const isNew = await inTransaction((transaction) =>
      saveReport(transaction, { teamID, report, now, locks }),
    );
    if (isNew) raised += 1;
  }
  return raised;
}

/** Returns the teams that have an enabled channel subscribed to the report and don't have this report yet. */
async function listReportTeams(
  db: Kysely<Schema>,
  { period, from }: Pick<Period, 'period' | 'from'>,
): Promise<readonly string[]> {
  const channels = await db
    .selectFrom('channels as c')
    .selectAll('c')
    .where('c.disabled', 'is', null)
    .where('c.subscriptions', 'like', `%"report_${period}"%`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reports as r')
            .select('r.team_id')
            .whereRef('r.team_id', '=', 'c.team_id')
            .where('r.period', '=', period)
            .where('r.from_at', '=', from),
        ),
      ),
    )
    .execute();
  return [...new Set(channels.map(parseChannel).map(({ teamID }) => teamID))];
}

/** Creates a team's report in short steps, so that pings don't wait. */
async function makeReport(
  db: Kysely<Schema>,
  {
    teamID,
    period,
    countRuns,
  }: { readonly teamID: string; readonly period: Period; readonly countRuns: CountRuns },
): Promise<Report> {
  const totals = { runs: 0, succeeded: 0, failed: 0, missed: 0 };
  const worst: Report['worst'][number][] = [];
  for (let afterID: number | undefined = 0; afterID !== undefined; ) {
    const monitors = await listSomeMonitors(db, teamID, afterID);
    afterID = monitors.at(-1)?.id;
    const { from, to } = period;
    const monitorIDs = monitors.map(({ id }) => id);
    const counts = Map.groupBy(await countRuns(db, { monitorIDs, from, to }), (row) => row.monitorID);
    for (const { id, shortID, name } of monitors) {
      const tally = tallyOf(counts.get(id) ?? []);
      totals.runs += tally.runs;
      totals.succeeded += tally.succeeded;
      totals.failed += tally.failed;
      totals.missed += tally.missed;
      const failures = tally.failed + tally.missed;
      if (failures > 0) worst.push({ shortID, name, runs: tally.runs, failures });
    }
    worst.sort((a, b) => b.failures - a.failures);
    worst.splice(WORST_MAX);
  }
  const incidents = await countIncidents(db, teamID, period);
  return { ...period, ...totals, incidents, worst, silentChannels: await listSilent(db, teamID, period) };
}

/** Leaves out open and unknown runs. */
function tallyOf(counts: readonly { readonly state: string; readonly count: number }[]) {
  const sum = (...states: readonly string[]) =>
    counts.reduce((total, { state, count }) => (states.includes(state) ? total + count : total), 0);
  const [succeeded, failed, missed] = [sum('succeeded'), sum('failed', 'timed_out'), sum('missed')];
  return { runs: succeeded + failed + missed, succeeded, failed, missed };
}

function listSomeMonitors(db: Kysely<Schema>, teamID: string, afterID: number) {
  return db
    .selectFrom('monitors')
    .select(['id', 'short_id as shortID', 'name'])
    .where('team_id', '=', teamID)
    .where('id', '>', afterID)
    .orderBy('id')
    .limit(MONITORS_PER_STEP)
    .execute();
}

async function countIncidents(db: Kysely<Schema>, teamID: string, { from, to }: Period): Promise<number> {
  const { count } = await db
    .selectFrom('incidents')
    .select(sql<number>`CAST(COUNT(*) AS INTEGER)`.as('count'))
    .where('team_id', '=', teamID)
    .where('opened_at', '>=', from)
    .where('opened_at', '<', to)
    .executeTakeFirstOrThrow();
  return count;
}

async function listSilent(
  db: Kysely<Schema>,
  teamID: string,
  { from }: Period,
): Promise<Report['silentChannels']> {
  const rows = await db
    .selectFrom('channels')
    .select(['name', 'disabled', 'last_sent_at', 'failure'])
    .where('team_id', '=', teamID)
    .where('type', '<>', 'group')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ name, disabled, last_sent_at: lastSentAt, failure }) => {
    if (disabled !== null) return [{ name, why: `Disabled: ${disabled}` }];
    if (failure !== null) return [{ name, why: `The last attempt failed: ${failure}` }];
    return lastSentAt === null || lastSentAt < from
      ? [{ name, why: 'No message was sent to this channel in this period.' }]
      : [];
  });
}

async function saveReport(
  db: Transaction<Schema>,
  {
    teamID,
    report,
    now,
    locks,
  }: {
    readonly teamID: string;
    readonly report: Report;
    readonly now: number;
    readonly locks: RowLocks;
  },
): Promise<boolean> {
  // The team may have been deleted while its report was made.
  if (!(await lockTeam(db, teamID, locks))) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('reports')
    .values({ team_id: teamID, period: report.period, from_at: report.from })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await db
    .insertInto('outbox')
    .values({ team_id: teamID, kind: 'report', created_at: now, detail: JSON.stringify(report) })
    .execute();
  return true;
}

import { type Kysely, sql, type Transaction } from 'kysely';
import type { FindRuns } from '../../core/history/run-keys.ts';
import { setAsideReason, setRowAside } from '../../core/queries/set-aside.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { tryLockTeam } from '../../database/team-lock.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import type { NotifyStore } from '../contract.ts';
import { listDueIDs, loadPlanInput } from './plan-load.ts';
import { savePlan } from './plan-save.ts';

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
      await setRowAside(db, id, { now, reason });
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

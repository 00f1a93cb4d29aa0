import type { Kysely, Transaction } from 'kysely';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';

/** Maximum rows of a team's history that one transaction deletes from each table, to keep transactions short. */
export const HISTORY_ROWS_MAX = 2000;

/** Tables with a team's history, which is deleted in steps. A table comes before the tables that it refers to. */
const HISTORY_TABLES = ['deliveries', 'outbox', 'incidents', 'blind_windows'] as const;

/** Further tables without a foreign key to the team, because each batch of pings writes them, or an engine for many teams. */
const UNLINKED_TABLES = ['reports', 'team_run_counts'] as const;

/** Tables whose rows of a team are deleted here. Foreign keys delete the rows of all other tables. */
export const DELETED_WITH_TEAM: readonly string[] = [...HISTORY_TABLES, ...UNLINKED_TABLES];

/** Returns what prevents the deletion of a team. Waits for monitors that are being inserted, and keeps later ones out. */
export async function findObstacles(
  db: Transaction<Schema>,
  teamID: string,
  locks: RowLocks,
): Promise<{ readonly hasMonitors: boolean; readonly hasAlerts: boolean }> {
  await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', teamID)
    .modifyEnd(locks.forDeletion('teams'))
    .execute();
  const monitor = await db
    .selectFrom('monitors')
    .select('id')
    .where('team_id', '=', teamID)
    .limit(1)
    .executeTakeFirst();
  return { hasMonitors: monitor !== undefined, hasAlerts: await hasUnsentAlerts(db, teamID) };
}

async function hasUnsentAlerts(db: Kysely<Schema>, teamID: string): Promise<boolean> {
  const unplanned = await db
    .selectFrom('outbox')
    .select('id')
    .where('planned_at', 'is', null)
    .where('team_id', '=', teamID)
    .limit(1)
    .executeTakeFirst();
  if (unplanned !== undefined) return true;
  const waiting = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('channel_id', 'in', db.selectFrom('channels').select('id').where('team_id', '=', teamID))
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Deletes a team without monitors, or only part of its history if the history is long or another transaction adds an alert. Returns
 * whether the team was deleted. Keeps the audit log until the entries are old, so that the operator can see who deleted the team.
 * Requires the team lock, which stops planning for the team.
 */
export async function deleteTeam(db: Transaction<Schema>, teamID: string, locks: RowLocks): Promise<boolean> {
  for (const table of HISTORY_TABLES) if (!(await deleteHistory(db, teamID, table))) return false;
  // Waits for channels that are being disabled, because their members are alerted. Like delivery attempts, locks channels after
  // deliveries.
  await db
    .selectFrom('channels')
    .select('id')
    .where('team_id', '=', teamID)
    .orderBy('id')
    .modifyEnd(locks.forDeletion('channels'))
    .execute();
  if (await hasUnsentAlerts(db, teamID)) return false;
  for (const table of UNLINKED_TABLES) await db.deleteFrom(table).where('team_id', '=', teamID).execute();
  await db.deleteFrom('teams').where('id', '=', teamID).execute();
  return true;
}

/** Deletes some rows of a table. Returns whether these were the last rows. */
async function deleteHistory(
  db: Transaction<Schema>,
  teamID: string,
  table: (typeof HISTORY_TABLES)[number],
): Promise<boolean> {
  const some = db
    .selectFrom(table)
    .select('id')
    .where('team_id', '=', teamID)
    .orderBy('id')
    .limit(HISTORY_ROWS_MAX);
  if (table === 'deliveries')
    for (const details of ['delivery_attempts', 'delivery_items'] as const)
      await db.deleteFrom(details).where('delivery_id', 'in', some).execute();
  const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', some).executeTakeFirst();
  return numDeletedRows < BigInt(HISTORY_ROWS_MAX);
}

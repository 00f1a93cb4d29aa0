import type { Transaction } from 'kysely';
import type { RowLocks } from '../row-locks.ts';
import type { Schema } from '../schema.ts';
import { countUsage } from './usage.ts';

/** Tables whose rows of a team are deleted with the team. A table comes before the tables that it refers to. */
export const DELETED_WITH_TEAM = [
  'deliveries',
  'outbox',
  'incidents',
  'reports',
  'team_run_counts',
  'managed_resources',
  'shares',
  'project_keys',
  'on_call_contacts',
  'on_call_overrides',
  'on_call_schedules',
  'maintenance_windows',
  'escalation_policies',
  'channels',
  'projects',
  'invitations',
  'members',
] as const;

/** Counts the monitors of a team that is about to be deleted. Waits for monitors that are being inserted, and refuses later ones. */
export async function countMonitorsFinally(
  db: Transaction<Schema>,
  teamID: string,
  locks: RowLocks,
): Promise<number> {
  await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', teamID)
    .modifyEnd(locks.forDeletion('teams'))
    .execute();
  return (await countUsage(db, teamID)).monitors;
}

/**
 * Deletes a team without monitors. Keeps its audit log until the entries are old, so that the operator can see who deleted the
 * team. Requires the team lock, which stops planning for the team.
 */
export async function deleteTeam(db: Transaction<Schema>, teamID: string, locks: RowLocks): Promise<void> {
  await deleteDeliveryDetails(db, teamID, locks);
  for (const table of DELETED_WITH_TEAM) await db.deleteFrom(table).where('team_id', '=', teamID).execute();
  await db.deleteFrom('teams').where('id', '=', teamID).execute();
}

/** Deletes the rows that belong to deliveries. Waits for deliveries that are being saved. */
async function deleteDeliveryDetails(
  db: Transaction<Schema>,
  teamID: string,
  locks: RowLocks,
): Promise<void> {
  const deliveries = db.selectFrom('deliveries').select('id').where('team_id', '=', teamID);
  await deliveries.orderBy('id').modifyEnd(locks.forChange('deliveries')).execute();
  for (const table of ['delivery_attempts', 'delivery_items'] as const)
    await db.deleteFrom(table).where('delivery_id', 'in', deliveries).execute();
}

import type { Kysely, Transaction } from 'kysely';
import type { MaintenanceWindow } from '../../domain/alerting/settings.ts';
import { parseScope, parseTimes } from '../alert-rows.ts';
import type { Schema } from '../schema.ts';

export async function listMaintenance(db: Kysely<Schema>, teamID: string): Promise<MaintenanceWindow[]> {
  const rows = await db
    .selectFrom('maintenance_windows')
    .select(['short_id', 'name', 'scope', 'times'])
    .where('team_id', '=', teamID)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    shortID: row.short_id,
    name: row.name,
    scope: parseScope(row.scope),
    times: parseTimes(row.times),
  }));
}

function settingsRow({ name, scope, times }: MaintenanceWindow) {
  return { name, scope: JSON.stringify(scope), times: JSON.stringify(times) };
}

/** Whoever calls this keeps other creates of the same team out until the transaction ends. */
export async function insertMaintenance(
  db: Transaction<Schema>,
  created: {
    readonly teamID: string;
    readonly window: MaintenanceWindow;
    readonly createdAt: number;
    readonly max: number;
  },
): Promise<boolean> {
  const { teamID, window, createdAt, max } = created;
  if ((await listMaintenance(db, teamID)).length >= max) return false;
  await db
    .insertInto('maintenance_windows')
    .values({
      team_id: teamID,
      short_id: window.shortID,
      ...settingsRow(window),
      created_at: createdAt,
    })
    .execute();
  return true;
}

export async function updateMaintenance(
  db: Kysely<Schema>,
  teamID: string,
  window: MaintenanceWindow,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('maintenance_windows')
    .set(settingsRow(window))
    .where('team_id', '=', teamID)
    .where('short_id', '=', window.shortID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteMaintenance(
  db: Kysely<Schema>,
  teamID: string,
  shortID: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('maintenance_windows')
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

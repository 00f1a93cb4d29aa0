import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MaintenanceWindow } from '../../domain/alerting/settings.ts';
import type { AlertSettingsStore, MaintenanceChange } from '../alerts/contract.ts';
import { parseScope, parseTimes } from '../alerts/rows.ts';
import type { Check, Edit, Edited, Revised } from '../edits.ts';
import type { QueryContext } from '../query-context.ts';
import { keepNamed } from '../references.ts';
import type { RowLocks } from '../row-locks.ts';
import type { Schema } from '../schema.ts';

type WindowRow = Pick<
  Selectable<Schema['maintenance_windows']>,
  'short_id' | 'name' | 'scope' | 'times' | 'revision'
>;

function parseWindow({ short_id, name, scope, times, revision }: WindowRow): Revised<MaintenanceWindow> {
  return { shortID: short_id, name, scope: parseScope(scope), times: parseTimes(times), revision };
}

export async function listMaintenance(
  db: Kysely<Schema>,
  teamID: string,
): Promise<Revised<MaintenanceWindow>[]> {
  const rows = await db
    .selectFrom('maintenance_windows')
    .select(['short_id', 'name', 'scope', 'times', 'revision'])
    .where('team_id', '=', teamID)
    .orderBy('id')
    .execute();
  return rows.map(parseWindow);
}

function settingsRow({ name, scope, times }: MaintenanceWindow) {
  return { name, scope: JSON.stringify(scope), times: JSON.stringify(times) };
}

/** Requires the team lock, so that concurrent inserts respect the limit. */
async function insertMaintenance(
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

async function changeMaintenance(
  db: Transaction<Schema>,
  { teamID, shortID }: { readonly teamID: string; readonly shortID: string },
  edit: Edit<Revised<MaintenanceWindow>, MaintenanceChange>,
  locks: RowLocks,
): Promise<Edited<Revised<MaintenanceWindow>> | null> {
  const find = await keepNamed(db, { teamID, names: edit.names, locks });
  const before = await lockWindow(db, { teamID, shortID, locks });
  if (before === null) return null;
  const change = edit.merge(before, find);
  if (change === null) return { before, after: before };
  const after = { ...before, ...change, revision: before.revision + 1 };
  await db
    .updateTable('maintenance_windows')
    .set({ ...settingsRow(after), revision: after.revision })
    .where('short_id', '=', shortID)
    .execute();
  return { before, after };
}

async function lockWindow(
  db: Transaction<Schema>,
  { teamID, shortID, locks }: { readonly teamID: string; readonly shortID: string; readonly locks: RowLocks },
): Promise<Revised<MaintenanceWindow> | null> {
  const row = await db
    .selectFrom('maintenance_windows')
    .select(['short_id', 'name', 'scope', 'times', 'revision'])
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID)
    .modifyEnd(locks.waiting('maintenance_windows'))
    .executeTakeFirst();
  return row === undefined ? null : parseWindow(row);
}

async function deleteMaintenance(
  db: Transaction<Schema>,
  { teamID, shortID }: { readonly teamID: string; readonly shortID: string },
  {
    check,
    locks,
  }: { readonly check: Check<Revised<MaintenanceWindow>> | undefined; readonly locks: RowLocks },
): Promise<boolean> {
  const locked = await lockWindow(db, { teamID, shortID, locks });
  if (locked === null) return false;
  check?.(locked);
  await db.deleteFrom('maintenance_windows').where('short_id', '=', shortID).execute();
  return true;
}

export function maintenanceQueries({
  db,
  within,
  withinTeam,
  referring,
  locks,
}: QueryContext): Pick<
  AlertSettingsStore,
  'listMaintenance' | 'createMaintenance' | 'changeMaintenance' | 'deleteMaintenance'
> {
  return {
    listMaintenance: (teamID) => listMaintenance(db, teamID),
    createMaintenance: (teamID, window, { references, ...creation }) =>
      withinTeam(teamID, (transaction) =>
        referring(transaction, references, () =>
          insertMaintenance(transaction, { teamID, window, ...creation }),
        ),
      ),
    changeMaintenance: (teamID, shortID, edit) =>
      within((transaction) => changeMaintenance(transaction, { teamID, shortID }, edit, locks)),
    deleteMaintenance: (teamID, shortID, check) =>
      within((transaction) => deleteMaintenance(transaction, { teamID, shortID }, { check, locks })),
  };
}

import type { Kysely, Transaction } from 'kysely';
import { parseTeamAlerting, teamAlertingJSON } from '../../database/alert-rows.ts';
import type { Edit, Edited } from '../../database/edits.ts';
import { lockReferences } from '../../database/references.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import type { TeamChange, TeamSettings } from '../contract.ts';

export async function findTeamSettings(db: Kysely<Schema>, teamID: string): Promise<TeamSettings> {
  const row = await db
    .selectFrom('teams')
    .select(['name', 'alerting', 'revision', 'two_factor_required', 'token_days_max'])
    .where('id', '=', teamID)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    alerting: parseTeamAlerting(row.alerting),
    requiresTwoFactor: row.two_factor_required === 1,
    tokenDaysMax: row.token_days_max,
    revision: row.revision,
  };
}

/** Requires the team lock. */
export async function changeTeam(
  db: Transaction<Schema>,
  {
    teamID,
    edit,
    locks,
  }: { readonly teamID: string; readonly edit: Edit<TeamSettings, TeamChange>; readonly locks: RowLocks },
): Promise<Edited<TeamSettings>> {
  const find = await lockReferences(db, { teamID, references: edit.references, locks });
  const before = await findTeamSettings(db, teamID);
  const change = edit.merge(before, find);
  if (change === null) return { before, after: before };
  const { name, alerting, requiresTwoFactor, tokenDaysMax } = change;
  const after = { ...before, ...change, revision: before.revision + 1 };
  await db
    .updateTable('teams')
    .set({
      revision: after.revision,
      ...(name === undefined ? {} : { name }),
      ...(alerting === undefined ? {} : { alerting: teamAlertingJSON(alerting) }),
      ...(requiresTwoFactor === undefined ? {} : { two_factor_required: requiresTwoFactor ? 1 : 0 }),
      ...(tokenDaysMax === undefined ? {} : { token_days_max: tokenDaysMax }),
    })
    .where('id', '=', teamID)
    .execute();
  return { before, after };
}

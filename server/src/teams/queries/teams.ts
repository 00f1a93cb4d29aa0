import { PROJECT_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import type { Kysely, Transaction } from 'kysely';
import { parseTeamAlerting, teamAlertingJSON } from '../../database/alert-rows.ts';
import type { Edit, Edited } from '../../database/edits.ts';
import { lockReferences } from '../../database/references.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { insertProject } from '../../projects/queries.ts';
import type {
  CreatedTeam,
  NewMember,
  NewMembership,
  NewTeam,
  TeamChange,
  TeamConditions,
  TeamSettings,
  TeamUsage,
} from '../contract.ts';
import { hasUsers, isoTime } from './identity.ts';
import { insertMember, insertMembership, listMembers } from './members.ts';

const DEFAULT_PROJECT_NAME = 'Default';

export async function createTeam(
  db: Transaction<Schema>,
  {
    team,
    owner,
    conditions: { ownedMax, isFirst = false } = {},
  }: {
    readonly team: NewTeam;
    readonly owner: NewMember | NewMembership;
    readonly conditions: TeamConditions | undefined;
  },
): Promise<CreatedTeam> {
  const { teamID, name, slug, createdAt } = team;
  if (isFirst && !(await isFirstSetup(db, createdAt))) return { outcome: 'not_first' };
  if (ownedMax !== undefined && (await countOwned(db, owner.userID)) >= ownedMax)
    return { outcome: 'too_many' };
  const inserted = await db
    .insertInto('teams')
    .values({ id: teamID, name, slug, created_at: isoTime(createdAt) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return { outcome: 'slug_taken' };
  await insertDefaultProject(db, team);
  const member =
    'email' in owner
      ? (await insertMember(db, teamID, owner)).member
      : await insertMembership(db, teamID, { ...owner, role: 'owner', createdAt });
  return { outcome: 'created', member };
}

/** Returns whether this is the first set-up. Inserts the row in `first_setup`, so that a concurrent set-up waits. */
async function isFirstSetup(db: Transaction<Schema>, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('first_setup')
    .values({ id: 1, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n && !(await hasUsers(db));
}

async function countOwned(db: Kysely<Schema>, userID: string): Promise<number> {
  const memberships = await listMembers(db, { userID });
  return memberships.filter(({ role }) => role === 'owner').length;
}

async function insertDefaultProject(
  db: Transaction<Schema>,
  { teamID, projectShortID, createdAt }: NewTeam,
): Promise<void> {
  await insertProject(db, {
    teamID,
    shortID: projectShortID,
    name: DEFAULT_PROJECT_NAME,
    isDefault: true,
    createdAt,
    alerting: PROJECT_ALERTING_DEFAULT,
  });
}

export function listTeams(
  db: Kysely<Schema>,
): Promise<{ readonly id: string; readonly name: string; readonly slug: string }[]> {
  return db.selectFrom('teams').select(['id', 'name', 'slug']).orderBy('created_at').orderBy('id').execute();
}

/** Counts in one statement, because each list of monitors shows the team's usage. */
export async function countUsage(db: Kysely<Schema>, teamID: string): Promise<TeamUsage> {
  const count = (table: keyof TeamUsage) =>
    db
      .selectFrom(table)
      .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('rows'))
      .where('team_id', '=', teamID);
  const { monitors, members, projects, channels } = await db
    .selectNoFrom([
      count('monitors').as('monitors'),
      count('members').as('members'),
      count('projects').as('projects'),
      count('channels').as('channels'),
    ])
    .executeTakeFirstOrThrow();
  return { monitors: monitors ?? 0, members: members ?? 0, projects: projects ?? 0, channels: channels ?? 0 };
}

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

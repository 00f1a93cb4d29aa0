import { PROJECT_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { insertProject } from '../../projects/queries.ts';
import type { CreatedTeam, NewMember, NewMembership, NewTeam, TeamConditions } from '../contract.ts';
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

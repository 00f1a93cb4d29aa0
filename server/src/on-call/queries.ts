import type { ReachableMember } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { OnCallSchedule, Roster } from '@overdue/domain/on-call/schedule.ts';
import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { removeScheduleReferences } from '../channels/queries/remove-references.ts';
import type { Revised } from '../database/edits.ts';
import { parseRotations } from '../database/on-call-rows.ts';
import type { QueryContext } from '../database/query-context.ts';
import type { ResourceKind } from '../database/resources/kind.ts';
import { listResources, resourcesOf } from '../database/resources/queries.ts';
import { parseTexts, readOr } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import { listMembersWithDevices } from '../push/queries.ts';
import { listMembers } from '../teams/queries/members.ts';
import type {
  ContactResource,
  OnCallContact,
  OnCallResource,
  OnCallStore,
  OverrideResource,
} from './contract.ts';

export function onCallQueries(context: QueryContext): OnCallStore {
  return {
    onCall: {
      schedules: resourcesOf(ON_CALL_SCHEDULES, context),
      overrides: resourcesOf(ON_CALL_OVERRIDES, context),
      contacts: {
        ...resourcesOf(ON_CALL_CONTACTS, context),
        findInAnyTeam: (hash) => findByCalendar(context.db, hash),
      },
    },
  };
}

const ON_CALL_SCHEDULES: ResourceKind<OnCallResource> = {
  table: 'on_call_schedules',
  changes: 'on_call',
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('on_call_schedules')
      .select(['short_id', 'name', 'timezone', 'rotations', 'revision'])
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ short_id, name, timezone, rotations, revision }) => ({
      shortID: short_id,
      name,
      timezone,
      rotations: parseRotations(rotations),
      revision,
    }));
  },
  async insert(db, { teamID, createdAt, ...schedule }) {
    await db
      .insertInto('on_call_schedules')
      .values({
        team_id: teamID,
        short_id: schedule.shortID,
        ...scheduleRow(schedule),
        created_at: createdAt,
      })
      .execute();
    return { outcome: 'created', record: { ...schedule, revision: 1 } };
  },
  update: (db, rowID, schedule) =>
    db
      .updateTable('on_call_schedules')
      .set({ ...scheduleRow(schedule), revision: schedule.revision })
      .where('id', '=', rowID)
      .execute(),
  async deleteOwned(db, { teamID, shortID }) {
    await db
      .deleteFrom('on_call_overrides')
      .where('team_id', '=', teamID)
      .where('schedule', '=', shortID)
      .execute();
  },
  async removeReferences(db, deleted, locks) {
    await removeScheduleReferences(db, deleted, locks);
    return [];
  },
};

function scheduleRow({ name, timezone, rotations }: OnCallSchedule) {
  return { name, timezone, rotations: JSON.stringify(rotations) };
}

const ON_CALL_OVERRIDES: ResourceKind<OverrideResource> = {
  table: 'on_call_overrides',
  changes: 'on_call',
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('on_call_overrides')
      .select(['short_id', 'schedule', 'member_id', 'replaces', 'from_at', 'to_at', 'revision'])
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ short_id, schedule, member_id, replaces, from_at, to_at, revision }) => ({
      shortID: short_id,
      schedule,
      memberID: member_id,
      replaces,
      from: from_at,
      to: to_at,
      revision,
    }));
  },
  async insert(db, { teamID, createdAt, ...override }) {
    const { shortID, schedule, memberID, replaces, from, to } = override;
    await db
      .insertInto('on_call_overrides')
      .values({
        team_id: teamID,
        short_id: shortID,
        schedule,
        member_id: memberID,
        replaces,
        from_at: from,
        to_at: to,
        created_at: createdAt,
      })
      .execute();
    return { outcome: 'created', record: { ...override, revision: 1 } };
  },
  update: (db, rowID, { from, to, revision }) =>
    db
      .updateTable('on_call_overrides')
      .set({ from_at: from, to_at: to, revision })
      .where('id', '=', rowID)
      .execute(),
};

const contactColumn = expressionBuilder<Schema, 'on_call_contacts'>();

async function readContacts(
  db: Kysely<Schema>,
  where: Expression<SqlBool>,
  limit: number,
): Promise<readonly Revised<OnCallContact>[]> {
  const rows = await db
    .selectFrom('on_call_contacts')
    .select(['team_id', 'member_id', 'channels', 'calendar_hash', 'calendar_at', 'revision'])
    .where(where)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ team_id, member_id, channels, calendar_hash, calendar_at, revision }) => ({
    teamID: team_id,
    memberID: member_id,
    channels: readOr(() => parseTexts(channels, 'on_call_contacts.channels'), []),
    calendar:
      calendar_hash === null || calendar_at === null ? null : { hash: calendar_hash, createdAt: calendar_at },
    revision,
  }));
}

const ON_CALL_CONTACTS: ResourceKind<ContactResource> = {
  table: 'on_call_contacts',
  changes: 'on_call',
  idColumn: 'member_id',
  read: (db, { where, limit }) => readContacts(db, where, limit),
  /** Requires the team lock, so that no member leaves concurrently. */
  async insert(db, contact) {
    const { teamID, memberID } = contact;
    const member = await db
      .selectFrom('members')
      .select('id')
      .where('id', '=', memberID)
      .where('team_id', '=', teamID)
      .executeTakeFirst();
    if (member === undefined) return { outcome: 'gone' };
    const row = await db
      .insertInto('on_call_contacts')
      .values({ team_id: teamID, member_id: memberID, ...contactRow(contact) })
      .onConflict((conflict) => conflict.column('member_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row === undefined
      ? { outcome: 'exists' }
      : { outcome: 'created', record: { ...contact, revision: 1 } };
  },
  update: (db, rowID, contact) =>
    db
      .updateTable('on_call_contacts')
      .set({ ...contactRow(contact), revision: contact.revision })
      .where('id', '=', rowID)
      .execute(),
};

function contactRow({ channels, calendar }: OnCallContact) {
  return {
    channels: JSON.stringify(channels),
    calendar_hash: calendar?.hash ?? null,
    calendar_at: calendar?.createdAt ?? null,
  };
}

async function findByCalendar(db: Kysely<Schema>, hash: string): Promise<Revised<OnCallContact> | null> {
  const [contact = null] = await readContacts(db, contactColumn('calendar_hash', '=', hash), 1);
  return contact;
}

/** Returns all on-call schedules of a team with their overrides. */
export async function listRosters(db: Kysely<Schema>, teamID: string): Promise<readonly Roster[]> {
  const schedules = await listResources(ON_CALL_SCHEDULES, db, teamID);
  const overrides = await listResources(ON_CALL_OVERRIDES, db, teamID);
  return schedules.map((schedule) => ({
    schedule,
    overrides: overrides.filter((override) => override.schedule === schedule.shortID),
  }));
}

/** Returns the members of a team in the order in which they joined, with their own channels. */
export async function listReachable(db: Kysely<Schema>, teamID: string): Promise<readonly ReachableMember[]> {
  const contacts = await listResources(ON_CALL_CONTACTS, db, teamID);
  const channels = new Map(contacts.map((contact) => [contact.memberID, contact.channels]));
  const withDevices = await listMembersWithDevices(db, teamID);
  return (await listMembers(db, { teamID })).map(({ id, name, email, role }) => ({
    memberID: id,
    name: name === '' ? email : name,
    email,
    isAdmin: role === 'owner' || role === 'admin',
    channels: channels.get(id) ?? [],
    hasDevices: withDevices.has(id),
  }));
}

import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Revised } from '../../database/edits.ts';
import type { ResourceKind } from '../../database/resources/kind.ts';
import { parseTexts, readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { ContactResource, OnCallContact } from '../contract.ts';

const column = expressionBuilder<Schema, 'on_call_contacts'>();

async function read(
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
    channels: readOr(() => readContactChannels(channels), []),
    calendar:
      calendar_hash === null || calendar_at === null ? null : { hash: calendar_hash, createdAt: calendar_at },
    revision,
  }));
}

export function readContactChannels(json: string): readonly string[] {
  return parseTexts(json, 'on_call_contacts.channels');
}

export const ON_CALL_CONTACTS: ResourceKind<ContactResource> = {
  table: 'on_call_contacts',
  idColumn: 'member_id',
  read: (db, { where, limit }) => read(db, where, limit),
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
      .values({ team_id: teamID, member_id: memberID, ...settingsRow(contact) })
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
      .set({ ...settingsRow(contact), revision: contact.revision })
      .where('id', '=', rowID)
      .execute(),
};

function settingsRow({ channels, calendar }: OnCallContact) {
  return {
    channels: JSON.stringify(channels),
    calendar_hash: calendar?.hash ?? null,
    calendar_at: calendar?.createdAt ?? null,
  };
}

export async function findByCalendar(
  db: Kysely<Schema>,
  hash: string,
): Promise<Revised<OnCallContact> | null> {
  const [contact = null] = await read(db, column('calendar_hash', '=', hash), 1);
  return contact;
}

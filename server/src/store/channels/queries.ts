import type { Kysely, Selectable, Transaction } from 'kysely';
import { SEVERITIES } from '../../domain/alert.ts';
import { WANTED_KINDS } from '../../domain/alerting/settings.ts';
import type { ChannelChange, ChannelRecord, ChannelStore, NewChannel } from '../alerts/contract.ts';
import type { Check, Edit, Edited, Unnamed } from '../edits.ts';
import type { QueryContext } from '../query-context.ts';
import { keepNamed } from '../references.ts';
import type { RowLocks } from '../row-locks.ts';
import { oneOf, parseTexts, readOr } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { lockTeam } from '../teams/lock.ts';
import { switchOff } from './health.ts';
import { unnameChannel } from './remove-references.ts';

export type ChannelRow = Selectable<Schema['channels']>;

export function parseChannel(row: ChannelRow): ChannelRecord {
  return {
    id: row.id,
    teamID: row.team_id,
    shortID: row.short_id,
    type: row.type,
    name: row.name,
    isDefault: row.is_default === 1,
    // If the subscriptions are damaged, alert too much rather than nothing.
    wants: readOr(() => readWants(row.wants), WANTED_KINDS),
    tags: readOr(() => parseTexts(row.tags, 'channels.tags'), []),
    minSeverity: readOr(() => oneOf(SEVERITIES, row.min_severity, 'channels.min_severity'), 'low'),
    members: readOr(() => parseTexts(row.members, 'channels.members'), []),
    settings: row.settings,
    createdAt: row.created_at,
    revision: row.revision,
    disabled: row.disabled,
    disabledAt: row.disabled_at,
    lastSentAt: row.last_sent_at,
    lastError: row.failed_at === null ? null : { at: row.failed_at, answer: row.failure ?? '' },
  };
}

export function readWants(json: string): ChannelRecord['wants'] {
  return parseTexts(json, 'channels.wants').map((kind) => oneOf(WANTED_KINDS, kind, 'channels.wants'));
}

async function listChannels(
  db: Kysely<Schema>,
  { teamID, afterID, limit }: { readonly teamID: string; readonly afterID: number; readonly limit: number },
): Promise<ChannelRecord[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('team_id', '=', teamID)
    .where('id', '>', afterID)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(parseChannel);
}

async function findChannel(
  db: Kysely<Schema>,
  teamID: string,
  shortID: string,
): Promise<ChannelRecord | null> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('short_id', '=', shortID)
    .where('team_id', '=', teamID)
    .executeTakeFirst();
  return row === undefined ? null : parseChannel(row);
}

async function channelOf(db: Kysely<Schema>, shortID: string): Promise<ChannelRecord | null> {
  const row = await db.selectFrom('channels').selectAll().where('short_id', '=', shortID).executeTakeFirst();
  return row === undefined ? null : parseChannel(row);
}

async function createChannel(
  db: Transaction<Schema>,
  channel: NewChannel,
  max: number,
): Promise<ChannelRecord | null> {
  const { count } = await db
    .selectFrom('channels')
    .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('count'))
    .where('team_id', '=', channel.teamID)
    .executeTakeFirstOrThrow();
  if (count >= max) return null;
  const row = await db
    .insertInto('channels')
    .values({
      team_id: channel.teamID,
      short_id: channel.shortID,
      type: channel.type,
      name: channel.name,
      is_default: channel.isDefault ? 1 : 0,
      wants: JSON.stringify(channel.wants),
      tags: JSON.stringify(channel.tags),
      min_severity: channel.minSeverity,
      members: JSON.stringify(channel.members),
      settings: channel.settings,
      created_at: channel.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return parseChannel(row);
}

async function changeChannel(
  db: Transaction<Schema>,
  {
    id,
    edit,
    locks,
  }: { readonly id: number; readonly edit: Edit<ChannelRecord, ChannelChange>; readonly locks: RowLocks },
): Promise<Edited<ChannelRecord> | null> {
  const team = await db.selectFrom('channels').select('team_id').where('id', '=', id).executeTakeFirst();
  if (team === undefined) return null;
  const find = await keepNamed(db, { teamID: team.team_id, names: edit.names, locks });
  const before = await lockChannel(db, id, locks);
  if (before === null) return null;
  const change = edit.merge(before, find);
  if (change === null) return { before, after: before };
  const revision = before.revision + 1;
  await updateChannel(db, id, { ...change, revision });
  return { before, after: { ...before, ...change, revision } };
}

async function lockChannel(
  db: Transaction<Schema>,
  id: number,
  locks: RowLocks,
): Promise<ChannelRecord | null> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(locks.waiting('channels'))
    .executeTakeFirst();
  return row === undefined ? null : parseChannel(row);
}

async function updateChannel(
  db: Transaction<Schema>,
  id: number,
  change: ChannelChange & { readonly revision: number },
): Promise<void> {
  const { name, isDefault, wants, tags, minSeverity, members, settings, disabled, disabledAt, revision } =
    change;
  const set = {
    revision,
    ...(name === undefined ? {} : { name }),
    ...(isDefault === undefined ? {} : { is_default: isDefault ? 1 : 0 }),
    ...(wants === undefined ? {} : { wants: JSON.stringify(wants) }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
    ...(minSeverity === undefined ? {} : { min_severity: minSeverity }),
    ...(members === undefined ? {} : { members: JSON.stringify(members) }),
    ...(settings === undefined ? {} : { settings }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(disabledAt === undefined ? {} : { disabled_at: disabledAt }),
  };
  await db.updateTable('channels').set(set).where('id', '=', id).execute();
}

async function deleteChannel(
  db: Transaction<Schema>,
  id: number,
  { check, locks }: { readonly check: Check<ChannelRecord> | undefined; readonly locks: RowLocks },
): Promise<Unnamed | null> {
  const channel = await db.selectFrom('channels').select('team_id').where('id', '=', id).executeTakeFirst();
  if (channel === undefined) return null;
  // Stops planning for the channel, and waits for deliveries that are being saved.
  await lockTeam(db, channel.team_id, locks);
  await lockDeliveries(db, id, locks);
  const locked = await lockChannel(db, id, locks);
  if (locked === null) return null;
  check?.(locked);
  const deliveries = db.selectFrom('deliveries').select('id').where('channel_id', '=', id);
  for (const table of ['delivery_attempts', 'delivery_items'] as const) {
    await db.deleteFrom(table).where('delivery_id', 'in', deliveries).execute();
  }
  await db.deleteFrom('deliveries').where('channel_id', '=', id).execute();
  await db.deleteFrom('channels').where('id', '=', id).execute();
  await leaveGroups(db, locked, locks);
  return { teamID: locked.teamID, monitorIDs: await unnameChannel(db, locked, locks) };
}

async function lockDeliveries(db: Transaction<Schema>, channelID: number, locks: RowLocks): Promise<void> {
  await db
    .selectFrom('deliveries')
    .select('id')
    .where('channel_id', '=', channelID)
    .orderBy('id')
    .modifyEnd(locks.waiting('deliveries'))
    .execute();
}

async function leaveGroups(
  db: Transaction<Schema>,
  { teamID, shortID }: ChannelRecord,
  locks: RowLocks,
): Promise<void> {
  const groups = await db
    .selectFrom('channels')
    .select(['id', 'members', 'revision'])
    .where('team_id', '=', teamID)
    .where('type', '=', 'group')
    .orderBy('id')
    .modifyEnd(locks.waiting('channels'))
    .execute();
  for (const { id, members, revision } of groups) {
    const all = parseTexts(members, 'channels.members');
    const others = all.filter((member) => member !== shortID);
    if (others.length < all.length) await updateChannel(db, id, { members: others, revision: revision + 1 });
  }
}

export function channelQueries({
  db,
  within,
  withinTeam,
  referring,
  locks,
}: QueryContext): Pick<
  ChannelStore,
  | 'listChannels'
  | 'findChannel'
  | 'channelOf'
  | 'createChannel'
  | 'changeChannel'
  | 'switchOffChannel'
  | 'deleteChannel'
> {
  return {
    listChannels: (teamID, afterID, limit) => listChannels(db, { teamID, afterID, limit }),
    findChannel: (teamID, shortID) => findChannel(db, teamID, shortID),
    channelOf: (shortID) => channelOf(db, shortID),
    createChannel: (channel, max, references) =>
      withinTeam(channel.teamID, (transaction) =>
        referring(transaction, references, () => createChannel(transaction, channel, max)),
      ),
    changeChannel: (id, edit) => within((transaction) => changeChannel(transaction, { id, edit, locks })),
    switchOffChannel: (id, reason, at) =>
      within((transaction) => switchOff(transaction, { channelID: id, reason, at })),
    deleteChannel: (id, check) => within((transaction) => deleteChannel(transaction, id, { check, locks })),
  };
}

import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { SUBSCRIPTION_KINDS } from '@overdue/domain/alerting/alert-settings.ts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { ResourceKey, ResourceKind } from '../database/resources/kind.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import type { RowLocks } from '../database/row-locks.ts';
import { parseTexts, readOr, requireOneOf } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import type { ChannelRecord, ChannelResource, ChannelStore } from './contract.ts';
import { recordHealth } from './queries/health.ts';
import { removeChannelReferences } from './queries/remove-references.ts';

type ChannelRow = Selectable<Schema['channels']>;

export function parseChannel(row: ChannelRow): ChannelRecord {
  return {
    id: row.id,
    teamID: row.team_id,
    shortID: row.short_id,
    type: row.type,
    name: row.name,
    isDefault: row.is_default === 1,
    // If the subscriptions are damaged, the channel gets all kinds of alerts rather than none.
    subscriptions: readOr(() => parseSubscriptions(row.wants), SUBSCRIPTION_KINDS),
    tags: readOr(() => parseTexts(row.tags, 'channels.tags'), []),
    minSeverity: readOr(() => requireOneOf(SEVERITIES, row.min_severity, 'channels.min_severity'), 'low'),
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

export function parseSubscriptions(json: string): ChannelRecord['subscriptions'] {
  return parseTexts(json, 'channels.wants').map((kind) =>
    requireOneOf(SUBSCRIPTION_KINDS, kind, 'channels.wants'),
  );
}

export const CHANNELS: ResourceKind<ChannelResource> = {
  table: 'channels',
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('channels')
      .selectAll()
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(parseChannel);
  },
  async insert(db, channel) {
    const { teamID, shortID, type, createdAt } = channel;
    const row = await db
      .insertInto('channels')
      .values({ team_id: teamID, short_id: shortID, type, ...settingsRow(channel), created_at: createdAt })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { outcome: 'created', record: parseChannel(row) };
  },
  update: (db, rowID, channel) =>
    db
      .updateTable('channels')
      .set({
        ...settingsRow(channel),
        disabled: channel.disabled,
        disabled_at: channel.disabledAt,
        revision: channel.revision,
      })
      .where('id', '=', rowID)
      .execute(),
  deleteOwned: deleteDeliveries,
  async removeReferences(db, deleted, locks) {
    await leaveGroups(db, deleted, locks);
    return removeChannelReferences(db, deleted, locks);
  },
};

function settingsRow(channel: ChannelResource['new']) {
  const { name, isDefault, subscriptions, tags, minSeverity, members, settings } = channel;
  return {
    name,
    is_default: isDefault ? 1 : 0,
    wants: JSON.stringify(subscriptions),
    tags: JSON.stringify(tags),
    min_severity: minSeverity,
    members: JSON.stringify(members),
    settings,
  };
}

/** Requires the team lock, which stops planning for the channel. Waits for deliveries that are being saved. */
async function deleteDeliveries(
  db: Transaction<Schema>,
  { teamID, shortID }: ResourceKey,
  locks: RowLocks,
): Promise<void> {
  const channel = db
    .selectFrom('channels')
    .select('id')
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID);
  await db
    .selectFrom('deliveries')
    .select('id')
    .where('channel_id', 'in', channel)
    .orderBy('id')
    .modifyEnd(locks.forChange('deliveries'))
    .execute();
  const deliveries = db.selectFrom('deliveries').select('id').where('channel_id', 'in', channel);
  for (const table of ['delivery_attempts', 'delivery_items'] as const)
    await db.deleteFrom(table).where('delivery_id', 'in', deliveries).execute();
  await db.deleteFrom('deliveries').where('channel_id', 'in', channel).execute();
}

async function leaveGroups(
  db: Transaction<Schema>,
  { teamID, shortID }: ResourceKey,
  locks: RowLocks,
): Promise<void> {
  const groups = await db
    .selectFrom('channels')
    .select(['id', 'members', 'revision'])
    .where('team_id', '=', teamID)
    .where('type', '=', 'group')
    .orderBy('id')
    .modifyEnd(locks.forChange('channels'))
    .execute();
  for (const { id, members, revision } of groups) {
    const memberIDs = parseTexts(members, 'channels.members');
    const others = memberIDs.filter((member) => member !== shortID);
    if (others.length === memberIDs.length) continue;
    await db
      .updateTable('channels')
      .set({ members: JSON.stringify(others), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
  }
}

async function findInAnyTeam(db: Kysely<Schema>, shortID: string): Promise<ChannelRecord | null> {
  const row = await db.selectFrom('channels').selectAll().where('short_id', '=', shortID).executeTakeFirst();
  return row === undefined ? null : parseChannel(row);
}

export function channelQueries(context: QueryContext): ChannelStore {
  const { db, inTransaction } = context;
  return {
    channels: {
      ...resourcesOf(CHANNELS, context),
      findInAnyTeam: (shortID) => findInAnyTeam(db, shortID),
      recordHealth: (rowID, health) =>
        inTransaction((transaction) => recordHealth(transaction, rowID, health)),
    },
  };
}

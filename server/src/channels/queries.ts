import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import type { OutboxDetail } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { RoutedChannel } from '@overdue/domain/alerting/alert-settings.ts';
import { SUBSCRIPTION_KINDS } from '@overdue/domain/alerting/subscriptions.ts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { ResourceKey, ResourceKind } from '../database/resources/kind.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import type { RowLocks } from '../database/row-locks.ts';
import { parseTexts, readOr, requireOneOf } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import type {
  ChannelHealth,
  ChannelRecord,
  ChannelResource,
  ChannelStore,
  DeliveryAttempt,
} from './contract.ts';
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
    subscriptions: readOr(() => parseSubscriptions(row.subscriptions), SUBSCRIPTION_KINDS),
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
  return parseTexts(json, 'channels.subscriptions').map((kind) =>
    requireOneOf(SUBSCRIPTION_KINDS, kind, 'channels.subscriptions'),
  );
}

export const CHANNELS: ResourceKind<ChannelResource> = {
  table: 'channels',
  changes: 'channels',
  referringKinds: ['projects', 'escalations'],
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
    subscriptions: JSON.stringify(subscriptions),
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
  const { db, feed, inTransaction } = context;
  return {
    channels: {
      ...resourcesOf(CHANNELS, context),
      findInAnyTeam: (shortID) => findInAnyTeam(db, shortID),
      async recordHealth({ id, teamID }, health) {
        await inTransaction((transaction) => recordHealth(transaction, id, health));
        feed.changed(teamID, 'channels');
      },
    },
  };
}

type ChannelAttempt = DeliveryAttempt & { readonly channelID: number };

/** Records the outcome of each channel's last attempt. Disables the channel when its receiver is gone for good. */
export async function recordChannelHealth(
  db: Transaction<Schema>,
  attempts: readonly ChannelAttempt[],
): Promise<void> {
  // A fixed order prevents deadlocks.
  const channels = [...Map.groupBy(attempts, ({ channelID }) => channelID)].sort(([a], [b]) => a - b);
  for (const [, channelAttempts] of channels) {
    const sent = channelAttempts.findLast(({ outcome }) => outcome === 'sent');
    const last = channelAttempts.at(-1);
    if (sent !== undefined) await recordSent(db, sent);
    if (last !== undefined && last.outcome !== 'sent') await noteFailure(db, last);
    const closed = channelAttempts.find(({ outcome }) => outcome === 'gone');
    if (closed !== undefined)
      await disableChannel(db, { channelID: closed.channelID, reason: closed.answer, at: closed.at });
  }
}

function recordHealth(db: Transaction<Schema>, channelID: number, health: ChannelHealth): Promise<void> {
  switch (health.state) {
    case 'sent':
      return recordSent(db, { channelID, at: health.at });
    case 'failed':
      return noteFailure(db, { channelID, at: health.at, answer: health.answer });
    case 'gone':
      return disableChannel(db, { channelID, reason: health.answer, at: health.at });
  }
}

async function recordSent(
  db: Transaction<Schema>,
  { channelID, at }: Pick<ChannelAttempt, 'channelID' | 'at'>,
): Promise<void> {
  await db
    .updateTable('channels')
    .set({ last_sent_at: at, failed_at: null, failure: null })
    .where('id', '=', channelID)
    .execute();
}

async function noteFailure(
  db: Transaction<Schema>,
  { channelID, at, answer }: Pick<ChannelAttempt, 'channelID' | 'at' | 'answer'>,
): Promise<void> {
  await db
    .updateTable('channels')
    .set({ failed_at: at, failure: answer })
    .where('id', '=', channelID)
    .execute();
}

/** Disables a channel. Informs the team only once, even if several deliveries find that the receiver is gone. */
async function disableChannel(
  db: Transaction<Schema>,
  { channelID, reason, at }: { readonly channelID: number; readonly reason: string; readonly at: number },
): Promise<void> {
  const channel = await db
    .updateTable('channels')
    .set((set) => ({ disabled: reason, disabled_at: at, revision: set('revision', '+', 1) }))
    .where('id', '=', channelID)
    .where('disabled', 'is', null)
    .returning(['team_id', 'short_id', 'name'])
    .executeTakeFirst();
  if (channel === undefined) return;
  const detail: OutboxDetail['channel_disabled'] = {
    channel: channel.short_id,
    name: channel.name,
    reason,
  };
  await db
    .insertInto('outbox')
    .values({
      team_id: channel.team_id,
      kind: 'channel_disabled',
      created_at: at,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** Returns all channels of a team for routing, oldest first, without their sealed settings. */
export async function listRoutes(db: Kysely<Schema>, teamID: string): Promise<readonly RoutedChannel[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('team_id', '=', teamID)
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const { id, shortID, type, name, isDefault, subscriptions, tags, minSeverity, members, disabled } =
      parseChannel(row);
    return { id, shortID, type, name, isDefault, subscriptions, tags, minSeverity, members, disabled };
  });
}

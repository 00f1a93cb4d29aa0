import type { OutboxDetail } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { ChannelHealth, DeliveryAttempt } from '../contract.ts';

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

export function recordHealth(
  db: Transaction<Schema>,
  channelID: number,
  health: ChannelHealth,
): Promise<void> {
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
export async function disableChannel(
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

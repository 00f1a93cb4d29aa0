import type { Channel } from '@overdue/sdk';

export type ChannelHealth = 'works' | 'untried' | 'failing' | 'off';
export type CheckedChannel = Pick<Channel, 'disabled' | 'lastError' | 'lastSentAt'>;

export function healthOf({ disabled, lastError, lastSentAt }: CheckedChannel): ChannelHealth {
  if (disabled !== null) return 'off';
  if (lastError !== null) return 'failing';
  return lastSentAt === null ? 'untried' : 'works';
}

/** Whether alerts may reach the channel: it is enabled, and no message has failed since the last delivered message. */
export function canAlert(channel: CheckedChannel): boolean {
  const health = healthOf(channel);
  return health === 'works' || health === 'untried';
}

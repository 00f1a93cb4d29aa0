import type { ChannelRoute } from './settings.ts';

const PRIME = 281_474_976_710_597;

/**
 * Returns the number that stands for a channel's ID in mail to a member on call. The number is negative and always the same for a
 * member, so that mail to one member waits for no mail to another, and recoveries reach the members who were alerted.
 */
export function mailID(memberID: string): number {
  let sum = 0;
  for (const character of memberID) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % PRIME;
  return -1 - sum;
}

/** Returns a placeholder for the channel of a route that leads to no channel. */
export function mailRecipient(id: number, name: string): ChannelRoute {
  return {
    id,
    shortID: '',
    type: 'email',
    name,
    isDefault: false,
    subscriptions: [],
    tags: [],
    minSeverity: 'low',
    members: [],
    disabled: null,
  };
}

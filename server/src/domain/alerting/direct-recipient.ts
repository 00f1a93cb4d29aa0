import type { ChannelRoute } from './settings.ts';

const PRIME = 281_474_976_710_597;
/** Lowest number that {@link mailID} returns. Numbers below stand for the devices of members. */
const MAIL_ID_MIN = -PRIME;

/**
 * Returns the number that replaces a channel's ID in mail to a member on call. The number is negative and always the same for a
 * member, so that mail to one member waits for no mail to another, and recoveries reach the members who were alerted.
 */
export function mailID(memberID: string): number {
  let sum = 0;
  for (const character of memberID) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % PRIME;
  return -1 - sum;
}

/** Returns the number that replaces a channel's ID in notifications to the devices of a member on call. */
export function pushID(memberID: string): number {
  return MAIL_ID_MIN + mailID(memberID);
}

/** Returns the type of the message that goes straight to a member under the ID. */
export function directType(id: number): 'email' | 'webpush' {
  return id < MAIL_ID_MIN ? 'webpush' : 'email';
}

/** Returns a placeholder for the channel of a route that leads to no channel. */
export function directRecipient(id: number, name: string): ChannelRoute {
  return {
    id,
    shortID: '',
    type: directType(id),
    name,
    isDefault: false,
    subscriptions: [],
    tags: [],
    minSeverity: 'low',
    members: [],
    disabled: null,
  };
}

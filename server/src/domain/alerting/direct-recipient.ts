import type { RoutedChannel } from './alert-settings.ts';

const PRIME = 281_474_976_710_597;
/** Lowest number that {@link mailID} returns. Lower numbers identify members' devices. */
const MAIL_ID_MIN = -PRIME;

/**
 * Returns the number that replaces a channel's ID in mail to a member on call. The number is negative and always the same for one
 * member. Mail to different members therefore waits in separate queues, and recoveries reach the members who were alerted.
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

/** Returns the channel type of a message to a member, by the number that {@link mailID} or {@link pushID} returned. */
export function directType(id: number): 'email' | 'webpush' {
  return id < MAIL_ID_MIN ? 'webpush' : 'email';
}

/** Returns a placeholder channel for a route that goes directly to a person. */
export function directRecipient(id: number, name: string): RoutedChannel {
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

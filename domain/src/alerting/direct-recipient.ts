import type { RoutedChannel } from './alert-settings.ts';

const PRIME = 281_474_976_710_597;
/** Lowest number that {@link mailChannelID} returns. Lower numbers identify members' devices. */
const MAIL_ID_MIN = -PRIME;

/**
 * Returns the number that replaces a channel's ID in mail to a member on call. The number is negative and always the same for one
 * member. Mail to different members therefore waits in separate queues, and recoveries reach the members who were alerted.
 */
export function mailChannelID(memberID: string): number {
  let sum = 0;
  for (const character of memberID) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % PRIME;
  return -1 - sum;
}

/** Returns the number that replaces a channel's ID in notifications to the devices of a member on call. */
export function pushChannelID(memberID: string): number {
  return MAIL_ID_MIN + mailChannelID(memberID);
}

/** Whether the number replaces a channel's ID in messages to a member on call. */
export function isMemberChannel(id: number): boolean {
  return id < 0;
}

/** Returns the channel type of a message to a member, by the number that {@link mailChannelID} or {@link pushChannelID} returned. */
export function directChannelType(id: number): 'email' | 'webpush' {
  return id < MAIL_ID_MIN ? 'webpush' : 'email';
}

/** Returns a placeholder channel for a route that goes directly to a person. */
export function placeholderChannel(id: number, name: string): RoutedChannel {
  return {
    id,
    shortID: '',
    type: directChannelType(id),
    name,
    isDefault: false,
    subscriptions: [],
    tags: [],
    minSeverity: 'low',
    members: [],
    disabled: null,
  };
}

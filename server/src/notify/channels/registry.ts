import type { RegisteredChannel } from '../registration.ts';

/** Every kind of channel. A new one is its file and its line here: `register(type())`, in the order of the alphabet. */
export const CHANNEL_TYPES: readonly RegisteredChannel[] = [];

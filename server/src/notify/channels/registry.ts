import type { ChannelType } from '../channel.ts';

/** Every kind of channel. A new one is its file and its line here. */
export const CHANNEL_TYPES: readonly ChannelType<unknown>[] = [];

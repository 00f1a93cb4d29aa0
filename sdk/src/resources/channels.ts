import type { Caller } from '../call.ts';
import { allPages } from '../page.ts';

/** Destinations of alerts. */
export type ChannelsAPI = ReturnType<typeof channelsAPI>;

export function channelsAPI({ call }: Caller) {
  return {
    /** Lists the channel types, with a JSON Schema of each type's settings. */
    types: call.listChannelTypes,
    /** Reads one page, oldest first: 100 entries unless `limit` is set. */
    list: call.listChannels,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listChannels, ({ channels }) => channels),
    create: call.createChannel,
    get: call.readChannel,
    /** Changes a channel. Omitted fields keep their value, even within `settings`. `disabled: null` enables the channel. */
    update: call.editChannel,
    /** Deletes a channel and its deliveries. Resolves to the deleted channel. */
    delete: call.deleteChannel,
    /** Sends a test alert immediately. Resolves to the outcome, even if the alert was not delivered. */
    test: call.testChannel,
  };
}

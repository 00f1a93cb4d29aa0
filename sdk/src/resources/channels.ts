import type {
  Channel,
  ChannelEdit,
  ChannelInput,
  ChannelType,
  Responses,
  TestAttempt,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages, type PageQuery } from '../page.ts';

/** Destinations of alerts. */
export interface ChannelsAPI {
  /** Lists the channel types, with a JSON Schema of each type's settings. */
  types(options?: RequestOptions): Promise<readonly ChannelType[]>;
  /** Reads one page, oldest first: 100 entries unless `limit` is set. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Responses['listChannels']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Channel>;
  create(input: ChannelInput, options?: RequestOptions): Promise<Channel>;
  get(channelShortID: string, options?: RequestOptions): Promise<Channel>;
  /** Changes a channel. Omitted fields keep their value, even within `settings`. `disabled: null` enables the channel. */
  update(channelShortID: string, edit: ChannelEdit, options?: RequestOptions): Promise<Channel>;
  /** Deletes a channel and its deliveries. Resolves to the deleted channel. */
  delete(channelShortID: string, options?: RequestOptions): Promise<Channel>;
  /** Sends a test alert immediately. Resolves to the outcome, even if the alert was not delivered. */
  test(channelShortID: string, options?: RequestOptions): Promise<TestAttempt>;
}

export function channelsAPI({ call }: Caller): ChannelsAPI {
  const list: ChannelsAPI['list'] = (query, options) => call('listChannels', { query }, options);
  return {
    types: async (options) => (await call('listChannelTypes', {}, options)).channelTypes,
    list,
    all: allPages(list, ({ channels }) => channels),
    create: async (body, options) => (await call('createChannel', { body }, options)).channel,
    get: async (channelShortID, options) =>
      (await call('readChannel', { params: { channelShortID } }, options)).channel,
    update: async (channelShortID, body, options) =>
      (await call('editChannel', { params: { channelShortID }, body }, options)).channel,
    delete: async (channelShortID, options) =>
      (await call('deleteChannel', { params: { channelShortID } }, options)).channel,
    test: async (channelShortID, options) =>
      (await call('testChannel', { params: { channelShortID } }, options)).attempt,
  };
}

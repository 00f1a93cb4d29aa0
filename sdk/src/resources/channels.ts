import type {
  Answers,
  Channel,
  ChannelEdit,
  ChannelInput,
  ChannelType,
  TestAttempt,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages, type PageQuery } from '../page.ts';

/** Where alerts go. */
export interface ChannelsAPI {
  /** What a channel can be, with a JSON Schema of each type's settings. */
  types(options?: RequestOptions): Promise<readonly ChannelType[]>;
  /** Oldest first, one page: 100, unless there is a `limit`. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Answers['listChannels']>;
  /** All of them, read in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Channel>;
  create(input: ChannelInput, options?: RequestOptions): Promise<Channel>;
  get(channelShortID: string, options?: RequestOptions): Promise<Channel>;
  /** What is left out stays, also within `settings`. `disabled: null` switches it on again. */
  update(channelShortID: string, edit: ChannelEdit, options?: RequestOptions): Promise<Channel>;
  /** With its deliveries. Resolves to the channel as it last was. */
  delete(channelShortID: string, options?: RequestOptions): Promise<Channel>;
  /** Sends a test alert at once. Resolves to what came of it, also when it did not arrive. */
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

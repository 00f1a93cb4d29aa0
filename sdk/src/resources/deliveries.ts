import type { Delivery, Inputs, Responses } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages } from '../page.ts';

/** Filters. An entry must match all of them. */
export type DeliveryQuery = NonNullable<Inputs['listDeliveries']['query']>;

/** Messages to channels, and their outcomes. */
export interface DeliveriesAPI {
  /** Reads one page, newest first: 100 entries unless `limit` is set. */
  list(query?: DeliveryQuery, options?: RequestOptions): Promise<Responses['listDeliveries']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: DeliveryQuery, options?: RequestOptions): AsyncIterable<Delivery>;
  get(key: string, options?: RequestOptions): Promise<Responses['readDelivery']>;
  /** Sends a finished delivery once more, with the same key. */
  sendAgain(key: string, options?: RequestOptions): Promise<Delivery>;
}

export function deliveriesAPI({ call }: Caller): DeliveriesAPI {
  const list: DeliveriesAPI['list'] = (query, options) => call('listDeliveries', { query }, options);
  return {
    list,
    all: allPages(list, ({ deliveries }) => deliveries),
    get: (key, options) => call('readDelivery', { params: { key } }, options),
    sendAgain: async (key, options) => (await call('sendAgain', { params: { key } }, options)).delivery,
  };
}

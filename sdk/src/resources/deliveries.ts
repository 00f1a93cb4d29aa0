import type { Answers, Delivery, Inputs } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages } from '../page.ts';

/** All filters together must hold. */
export type DeliveryQuery = NonNullable<Inputs['listDeliveries']['query']>;

/** Messages to channels, and what came of them. */
export interface DeliveriesAPI {
  /** Newest first, one page: 100, unless there is a `limit`. */
  list(query?: DeliveryQuery, options?: RequestOptions): Promise<Answers['listDeliveries']>;
  /** All of them, read in pages of `limit`. */
  all(query?: DeliveryQuery, options?: RequestOptions): AsyncIterable<Delivery>;
  /** With its attempts. */
  get(key: string, options?: RequestOptions): Promise<Answers['readDelivery']>;
  /** Sends what is done once more, with the same key. */
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

import type { Caller } from '../call.ts';
import { allPages } from '../page.ts';

/** Messages to channels, and their outcomes. */
export type DeliveriesAPI = ReturnType<typeof deliveriesAPI>;

export function deliveriesAPI({ call }: Caller) {
  return {
    /** Reads one page, newest first: 100 entries unless `limit` is set. */
    list: call.listDeliveries,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listDeliveries, ({ deliveries }) => deliveries),
    get: call.readDelivery,
    /** Sends a finished delivery once more, with the same key. */
    sendAgain: call.sendAgain,
  };
}

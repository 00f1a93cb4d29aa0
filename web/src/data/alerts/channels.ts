import { queryOptions } from '@tanstack/react-query';
import { allItems } from '../all-pages.ts';
import { api } from '../client.ts';
import { queryClient } from '../query-client.ts';

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => allItems(api.channels.all({ limit: 500 }, { signal })),
});

/** Channel types. They are the same for all teams and constant until the service restarts. */
export const channelTypesQuery = queryOptions({
  queryKey: ['channel-types'],
  queryFn: ({ signal }) => api.channels.types({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const DELIVERIES_PAGE_SIZE = 50;

export function deliveriesQuery(channel?: string) {
  return queryOptions({
    queryKey: ['deliveries', channel ?? ''],
    queryFn: ({ signal }) =>
      api.deliveries.list(
        { limit: DELIVERIES_PAGE_SIZE, ...(channel === undefined ? {} : { channel }) },
        { signal },
      ),
  });
}

export function deliveryQuery(key: string) {
  return queryOptions({
    queryKey: ['deliveries', 'one', key],
    queryFn: ({ signal }) => api.deliveries.get(key, { signal }),
  });
}

/** Sends a message again, and shows the message as waiting, so that the end of its next attempt is shown at once. */
export async function sendDeliveryAgain(key: string): Promise<void> {
  const delivery = await api.deliveries.sendAgain(key);
  queryClient.setQueryData(deliveryQuery(key).queryKey, (known) => known && { ...known, delivery });
  void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
}

import { settingsOf } from '@overdue/domain/views/list-view.ts';
import type { View, ViewInput } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import { queryClient } from '../query-client.ts';

/** The shared views of the team and the private views of the member, by name. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => inOrder(await api.views.list({ signal })),
});

/** Puts a created or changed view into the list at once, so that its page opens without a request. */
export function keepView(view: View): void {
  queryClient.setQueryData(viewsQuery.queryKey, (before = []) =>
    inOrder([...before.filter(({ shortID }) => shortID !== view.shortID), view]),
  );
}

function inOrder(views: readonly View[]): readonly View[] {
  return views.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Returns the input that creates a deleted view again. */
export function viewInput(view: View): ViewInput {
  return { name: view.name, shared: view.shared, ...settingsOf(view) };
}

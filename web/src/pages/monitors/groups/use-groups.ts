import type { Grouping } from '@overdue/domain/views/list-view.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Row } from '../../../data/use-listing.ts';
import { words } from '../words.ts';
import { type Group, groupLines } from './group-lines.ts';

const route = getRouteApi('/signed-in/shell/monitors');

/** Groups of the list. The URL contains the closed groups. */
export function useGroups(
  order: readonly string[],
  find: (shortID: string) => Row | undefined,
  { by, projectNames }: { readonly by: Grouping; readonly projectNames: ReadonlyMap<string, string> },
) {
  const { closed = '' } = route.useSearch();
  const navigate = useNavigate({ from: '/monitors' });
  const grouped = useMemo(
    () => groupLines(order, find, { by, closed: readKeys(closed) }),
    [order, find, by, closed],
  );
  return {
    ...grouped,
    by,
    labelOf: ({ key }: Group) =>
      by === 'project' ? (projectNames.get(key) ?? key) : key === '' ? words.group.noTag : key,
    toggle({ key, isClosed }: Group) {
      const before = readKeys(closed);
      const keys = isClosed ? before.filter((other) => other !== key) : [...before, key];
      void navigate({
        search: (search) => ({ ...search, closed: keys.length === 0 ? undefined : JSON.stringify(keys) }),
        replace: true,
        resetScroll: false,
      });
    },
  };
}

function readKeys(text: string): readonly string[] {
  try {
    const keys: unknown = JSON.parse(text === '' ? '[]' : text);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

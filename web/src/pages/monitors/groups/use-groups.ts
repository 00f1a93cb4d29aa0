import { GROUPINGS, type Grouping } from '@overdue/domain/views/list-view.ts';
import { type Group, groupRows } from '@overdue/domain/views/monitor-groups.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Row } from '../../../data/use-listing.ts';
import { words } from '../words.ts';

const route = getRouteApi('/signed-in/shell/monitors');

/** Groups of the list. The URL contains the grouping and the closed groups. */
export function useGroups(
  order: readonly string[],
  find: (shortID: string) => Row | undefined,
  projectNames: ReadonlyMap<string, string>,
) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/monitors' });
  const by = GROUPINGS.find((grouping) => grouping === search.group) ?? 'none';
  const { closed = '' } = search;
  const grouped = useMemo(
    () => groupRows(order, find, { by, closed: new Set(readKeys(closed)) }),
    [order, find, by, closed],
  );
  const change = (group: Grouping, keys: readonly string[]): void =>
    void navigate({
      search: (before) => ({
        ...before,
        group: group === 'none' ? undefined : group,
        closed: keys.length === 0 ? undefined : JSON.stringify(keys),
      }),
      replace: true,
      resetScroll: false,
    });
  return {
    ...grouped,
    by,
    labelOf: ({ key }: Group) =>
      by === 'project' ? (projectNames.get(key) ?? key) : key === '' ? words.group.noTag : key,
    setGrouping: (next: Grouping) => change(next, []),
    toggle({ key, isClosed }: Group) {
      const keys = readKeys(closed);
      change(by, isClosed ? keys.filter((other) => other !== key) : [...keys, key]);
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

import { STATUSES_WORST_FIRST } from '@overdue/domain/views/list-view.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { channelTypesQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { viewsQuery } from '../../data/monitors/views.ts';
import { fewResultsQuery, SEARCH_LENGTH_MIN } from '../../data/search.ts';
import { useToast } from '../../ui/toasts.tsx';
import { findItems } from './find-items.ts';
import { monitorCommands, verbItems } from './monitor-commands.ts';
import {
  actionItems,
  channelTypeItems,
  foundItems,
  incidentItems,
  monitorItems,
  type PaletteItem,
  pageItems,
  viewItems,
} from './palette-items.ts';
import { words } from './words.ts';

const INCIDENTS_READ = 50;

/**
 * Returns the search function. For an empty query, the function returns the worst monitors, pages and frequent actions.
 */
export function usePaletteSearch(): (text: string) => readonly PaletteItem[] {
  const router = useRouter();
  const tell = useToast();
  const mayChange = useHasRole('member');
  const isAdmin = useHasRole('admin');
  const { data: types } = useQuery({ ...channelTypesQuery, enabled: mayChange });
  const { data } = useQuery(monitorsQuery);
  const { data: views } = useQuery(viewsQuery);
  const { data: incidents } = useQuery({
    queryKey: ['incidents', 'palette'],
    queryFn: ({ signal }) => api.incidents.list({ limit: INCIDENTS_READ }, { signal }),
  });
  const items = useMemo(() => {
    const goTo = (href: string): void => void router.navigate({ href });
    const now = Date.now();
    const monitors = monitorItems(data?.monitors ?? [], goTo, now);
    return {
      monitors: monitors.toSorted((a, b) => rankOfStatus(a) - rankOfStatus(b)),
      views: viewItems(views ?? [], goTo),
      pages: pageItems(goTo, { isAdmin }),
      actions: [...actionItems(goTo, { mayChange, isAdmin }), ...channelTypeItems(types ?? [], goTo)],
      incidents: incidentItems(incidents?.incidents ?? [], goTo, now),
      goTo,
    };
  }, [router, data, views, incidents, types, mayChange, isAdmin]);
  const latestTell = useRef(tell);
  latestTell.current = tell;
  return useCallback(
    (text) => {
      const shell = { goTo: items.goTo, tell: latestTell.current, mayChange, now: Date.now() };
      const commands = monitorCommands(text, data?.monitors ?? [], shell);
      const verbs = verbItems(text, data?.monitors ?? [], shell);
      return [...commands, ...findItems(items, text.trim(), verbs)];
    },
    [items, data, mayChange],
  );
}

/** Pause in typing before the query is sent to the server. */
const QUIET_MS = 150;

/** Returns the incidents and logs that the server finds, and an item that opens the search page. */
export function useServerResults(text: string): readonly PaletteItem[] {
  const router = useRouter();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery(fewResultsQuery(asked));
  return useMemo(() => {
    if (text.length < SEARCH_LENGTH_MIN) return [];
    const goTo = (href: string): void => void router.navigate({ href });
    const searchAll: PaletteItem = {
      key: 'search',
      group: 'logs',
      label: words.searchAll(text),
      icon: 'search',
      run: () => goTo(`/search?${new URLSearchParams({ q: text })}`),
    };
    return [...foundItems(data?.results ?? [], goTo, Date.now()), searchAll];
  }, [router, text, data]);
}

/**
 * Appends the server's results, except incidents that are already in the list. The list ends with its incidents, so all incidents
 * stay one group.
 */
export function withServerResults(
  own: readonly PaletteItem[],
  found: readonly PaletteItem[],
): readonly PaletteItem[] {
  const incidentKeys = new Set(own.filter(({ group }) => group === 'incidents').map(({ key }) => key));
  return [...own, ...found.filter(({ group, key }) => group !== 'incidents' || !incidentKeys.has(key))];
}

function rankOfStatus({ status }: PaletteItem): number {
  return status === undefined ? STATUSES_WORST_FIRST.length : STATUSES_WORST_FIRST.indexOf(status);
}

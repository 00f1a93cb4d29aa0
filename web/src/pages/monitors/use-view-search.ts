import {
  DEFAULT_VIEW,
  isSameView,
  type ListView,
  parseListView,
  searchOf,
  viewOf,
} from '@overdue/domain/views/list-view.ts';
import type { View } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { viewsQuery } from '../../data/monitors/views.ts';
import { useSearchText } from '../../ui/form/use-search-text.ts';

const route = getRouteApi('/signed-in/shell/monitors');

export interface ListViewState {
  readonly view: ListView;
  /** Identity of the view: the same text for the same filters, order and groups. */
  readonly viewKey: string;
  /** The saved view that the URL names; undefined if it names none, or one that doesn't exist. */
  readonly saved: View | undefined;
  /** Whether the URL names a view that doesn't exist, or that belongs to somebody else. */
  readonly isMissing: boolean;
  /** Whether the settings differ from the saved view, or from the default if there is none. */
  readonly isChanged: boolean;
  /** Text in the search field. While the user types, the URL still contains the previous text. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly changeView: (change: Partial<ListView>) => void;
  /** Monitor shown in the panel. */
  readonly openID: string | undefined;
  readonly setOpenID: (shortID: string | undefined) => void;
}

/** Reads the list's settings from the URL. With a saved view, the URL has only the settings that differ from the view. */
export function useViewSearch(): ListViewState {
  const { open: openID, closed, view: viewID, ...search } = route.useSearch();
  const navigate = useNavigate({ from: '/monitors' });
  const { data: views } = useQuery(viewsQuery);
  const saved = views?.find(({ shortID }) => shortID === viewID);
  const base: ListView = saved ?? DEFAULT_VIEW;
  const [text, setText] = useSearchText(search.q ?? base.q, (q) => changeView({ q }));
  const viewKey = JSON.stringify(viewOf({ ...search, q: useDeferredValue(text) }, base));
  const view = useMemo(() => parseListView(JSON.parse(viewKey)) ?? DEFAULT_VIEW, [viewKey]);
  const show = (next: ListView, panel: string | undefined): void =>
    void navigate({
      search: {
        ...(viewID === undefined ? {} : { view: viewID }),
        ...searchOf(next, base),
        // Another grouping has other groups, and all of them are open.
        ...(closed === undefined || next.group !== view.group ? {} : { closed }),
        ...(panel === undefined ? {} : { open: panel }),
      },
      replace: true,
      // Keeps the scroll position, because the reader may have scrolled before the URL changes.
      resetScroll: false,
    });
  const changeView = (change: Partial<ListView>): void => show({ ...view, q: text, ...change }, openID);
  return {
    view,
    viewKey,
    saved,
    isMissing: viewID !== undefined && views !== undefined && saved === undefined,
    isChanged: !isSameView(view, base),
    text,
    setText,
    changeView,
    openID,
    setOpenID: (shortID) => show(view, shortID),
  };
}

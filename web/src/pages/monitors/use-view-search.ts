import { type ListView, searchOf, viewOf } from '@overdue/domain/views/list-view.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { useSearchText } from '../../ui/form/use-search-text.ts';

const route = getRouteApi('/signed-in/shell/monitors');

export interface ListViewState {
  readonly view: ListView;
  /** Identity of the view: the same text for the same filters and order. */
  readonly viewKey: string;
  /** Text in the search field. While the user types, the URL still contains the previous text. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly changeView: (change: Partial<ListView>) => void;
  /** Monitor shown in the panel. */
  readonly openID: string | undefined;
  readonly setOpenID: (shortID: string | undefined) => void;
}

export function useViewSearch(): ListViewState {
  const { open: openID, group, closed, ...search } = route.useSearch();
  const navigate = useNavigate({ from: '/monitors' });
  const [text, setText] = useSearchText(search.q ?? '', (q) => changeView({ q }));
  const viewKey = JSON.stringify({ ...search, q: useDeferredValue(text) });
  const view = useMemo(() => viewOf(JSON.parse(viewKey)), [viewKey]);
  const show = (next: ListView, panel: string | undefined): void =>
    void navigate({
      search: {
        ...searchOf(next),
        ...(group === undefined ? {} : { group }),
        ...(closed === undefined ? {} : { closed }),
        ...(panel === undefined ? {} : { open: panel }),
      },
      replace: true,
      // Keeps the scroll position, because the reader may have scrolled before the URL changes.
      resetScroll: false,
    });
  const changeView = (change: Partial<ListView>): void => show({ ...view, q: text, ...change }, openID);
  return { view, viewKey, text, setText, changeView, openID, setOpenID: (shortID) => show(view, shortID) };
}

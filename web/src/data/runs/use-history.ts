import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type HistoryList, newestQuery } from './history.ts';
import { withNewest } from './history-pages.ts';

interface Older<Item> {
  readonly shortID: string;
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A monitor's history. The newest page stays current; older pages load on demand. */
export function useHistory<Item>(list: HistoryList<Item>, shortID: string) {
  const newest = useQuery(newestQuery(list, shortID));
  const [loaded, setKnown] = useState<Older<Item>>();
  const [older, setOlder] = useState<
    { readonly state: 'idle' | 'loading' } | { readonly state: 'failed'; readonly error: Error }
  >({ state: 'idle' });
  const abort = useRef<AbortController>(undefined);

  useEffect(() => {
    if (newest.data === undefined) return;
    const page = newest.data;
    setKnown((before) => {
      const base = before?.shortID === shortID ? before : { items: [], nextCursor: null };
      return { shortID, ...withNewest(base, page, list.keyOf) };
    });
  }, [newest.data, shortID, list]);
  useEffect(() => () => abort.current?.abort(), []);

  const shown = loaded?.shortID === shortID ? loaded : undefined;
  const items = shown?.items ?? newest.data?.items;
  const nextCursor = shown === undefined ? (newest.data?.nextCursor ?? null) : shown.nextCursor;

  async function loadMore(): Promise<void> {
    if (nextCursor === null || older.state === 'loading') return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    setOlder({ state: 'loading' });
    try {
      const page = await list.read(shortID, nextCursor, signal);
      setKnown((before) => {
        if (before?.shortID !== shortID || before.nextCursor !== nextCursor) return before;
        const keys = new Set(before.items.map(list.keyOf));
        const fresh = page.items.filter((item) => !keys.has(list.keyOf(item)));
        return { shortID, items: [...before.items, ...fresh], nextCursor: page.nextCursor };
      });
      setOlder({ state: 'idle' });
    } catch (error) {
      if (!signal.aborted)
        setOlder({ state: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  return {
    items,
    hasMore: nextCursor !== null,
    isLoadingMore: older.state === 'loading',
    error: items === undefined ? newest.error : older.state === 'failed' ? older.error : null,
    retry: () => void newest.refetch(),
    loadMore: () => void loadMore(),
  };
}

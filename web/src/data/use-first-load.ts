import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * How long the page must be without requests before it counts as loaded. A part of the page may send further requests after its
 * first response.
 */
const QUIET_MS = 50;
/** Maximum time for which a page waits for its slowest part. */
const WAIT_MS = 3000;

/**
 * Whether the page's first requests are still running. While they are, the page can hide its parts and then show them
 * together, so that nothing moves. Later requests have no effect. `isKnown`: whether data of an earlier visit is
 * cached.
 */
export function useFirstLoad({ isKnown }: { readonly isKnown: boolean }): boolean {
  const [isLoaded, setLoaded] = useState(isKnown);
  const isLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  useEffect(() => {
    if (isLoaded) return;
    const timer = setTimeout(() => setLoaded(true), isLoading ? WAIT_MS : QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLoading, isLoaded]);
  return !isLoaded;
}

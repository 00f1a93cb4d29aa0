import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long no request may run before the page counts as loaded. A part that arrives may start further requests. */
const QUIET_MS = 50;
/** How long a page waits for its slowest part. */
const WAIT_MS = 3000;

/**
 * Whether the page's first requests are still running, so that its parts can appear together and nothing moves. Later requests
 * change nothing. `isKnown`: whether the data is there from an earlier visit.
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

import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../data/query-client.ts';
import { nextPath } from './next-path.ts';

/** Continues as the newly signed-in person, and clears everything read before. */
export function useEnter(): (next?: string) => void {
  const router = useRouter();
  return (next) => {
    queryClient.clear();
    router.history.replace(nextPath(next, window.location.origin));
  };
}

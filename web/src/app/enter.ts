import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../data/query-client.ts';
import { nextPath } from './next-path.ts';

/** Goes on as who has just signed in: what was read before belongs to nobody. */
export function useEnter(): (next?: string) => void {
  const router = useRouter();
  return (next) => {
    queryClient.clear();
    router.history.replace(nextPath(next, window.location.origin));
  };
}

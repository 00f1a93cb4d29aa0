import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../data/query-client.ts';
import { nextPath } from './next-path.ts';

/** Opens the application after a sign-in, and drops all data from before the sign-in. */
export function useEnterApplication(): (next?: string) => void {
  const router = useRouter();
  return (next) => {
    queryClient.clear();
    router.history.replace(nextPath(next, window.location.origin));
  };
}

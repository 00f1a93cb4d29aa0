import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../data/query-client.ts';
import { nextPath } from './next-path.ts';

/** Addresses of another service's pages, which the server leads to ours. */
const OTHER_PAGES = /^\/(?:checks|cloaked)\//;

/** Opens the application after a sign-in, and drops all data from before the sign-in. */
export function useEnterApplication(): (next?: string) => void {
  const router = useRouter();
  return (next) => {
    queryClient.clear();
    const path = nextPath(next, window.location.origin);
    if (OTHER_PAGES.test(path)) window.location.replace(path);
    else router.history.replace(path);
  };
}

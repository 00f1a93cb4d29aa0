import { accountQuery } from '../data/account/account.ts';
import { wasRequestedEarly } from '../data/early-responses.ts';
import { startLive } from '../data/live/live.ts';
import { monitorsQuery } from '../data/monitors/monitors.ts';
import { queryClient } from '../data/query-client.ts';
import { projectsQuery } from '../data/team/projects.ts';
import { router } from '../router.ts';

/**
 * Loads the page's data and code while the sign-in is still being checked. With many monitors, loading takes longer
 * than the check.
 */
export function preloadPage(): void {
  if (!wasRequestedEarly()) return;
  startLive();
  void queryClient.fetchQuery(accountQuery).then(
    ({ team }) => {
      if (team === null) return;
      void queryClient.prefetchQuery(monitorsQuery);
      void queryClient.prefetchQuery(projectsQuery);
    },
    // Errors are ignored here, because the page repeats the request and reports its error.
    () => undefined,
  );
  const { pathname } = window.location;
  void loadPage(pathname === '/' ? '/monitors' : pathname);
}

async function loadPage(pathname: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(pathname);
  await Promise.all(routes.map((route) => router.loadRouteChunk(route)));
}

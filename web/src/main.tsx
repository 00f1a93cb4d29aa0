import './styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './app/focus/keep-focus.ts';
import { prefetchCode } from './app/prefetch-code.ts';
import { followTeam } from './app/teams/switch-team.ts';
import { accountQuery } from './data/account/account.ts';
import { followSessionEnd } from './data/account/session-end.ts';
import { wasRequestedEarly } from './data/early-responses.ts';
import { startLive, whenLive } from './data/live/live.ts';
import { monitorsQuery } from './data/monitors/monitors.ts';
import { queryClient } from './data/query-client.ts';
import { projectsQuery } from './data/team/projects.ts';
import { LATER_CODE } from './later-code.ts';
import { router } from './router.ts';
import { ToastCorner } from './ui/toast/toast-corner.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID root.');
followTeam();
followSessionEnd();
preloadPage();
keepFocus();
const prefetched = prefetchCode([...LATER_CODE, loadRareLetters]);
void whenLive().then(async () =>
  (await import('./devices/renew-own-subscription.ts')).renewOwnSubscription(),
);

/** Loads the second file of the typeface before it is needed, so that no word is shown in two typefaces. */
function loadRareLetters(): Promise<unknown> {
  return document.fonts.load('1em Figtree', 'ž');
}

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastCorner idle={prefetched} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

/**
 * Loads the page's data and code while the sign-in is still being checked. With many monitors, loading takes longer
 * than the check.
 */
function preloadPage(): void {
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

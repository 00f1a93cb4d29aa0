import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { LoadingPage } from './app/fallback-pages.tsx';
import { codeLoader } from './app/page-code.ts';
import { MONITORING_PAGES } from './routes/monitoring-pages.ts';
import { OPEN_PAGES } from './routes/open-pages.ts';
import { openRoute, rootRoute, shellRoute, signedInRoute } from './routes/parents.tsx';
import { texts } from './routes/search-parameters.ts';
import { SETTINGS_PAGES } from './routes/settings-pages.ts';

const home = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/monitors', replace: true });
  },
});

const wallboard = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/wallboard',
  validateSearch: texts('project', 'tag'),
  component: lazyRouteComponent(
    () => codeLoader.load(() => import('./pages/wallboard/wallboard-page.tsx')),
    'WallboardPage',
  ),
});

/** Each page keeps its state in the URL. */
const ROUTES = rootRoute.addChildren([
  openRoute.addChildren(OPEN_PAGES),
  signedInRoute.addChildren([
    home,
    wallboard,
    shellRoute.addChildren([...MONITORING_PAGES, ...SETTINGS_PAGES]),
  ]),
]);

export const router = createRouter({
  routeTree: ROUTES,
  // Parses parameters as strings. The router's own parser would convert some to numbers.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  // The router keeps no preloaded data, because TanStack Query decides when data is stale.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

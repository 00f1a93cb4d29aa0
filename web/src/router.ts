import { createRouter } from '@tanstack/react-router';
import { LoadingPage } from './app/fallback-pages.tsx';
import { ROUTES } from './routes.tsx';

export const router = createRouter({
  routeTree: ROUTES,
  // Parses parameters as strings. The router's own parser would convert some to numbers.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  // TanStack Query decides when data is stale.
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

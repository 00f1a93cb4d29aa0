import { createRouter } from '@tanstack/react-router';
import { ROUTES } from './routes.tsx';

export const router = createRouter({
  routeTree: ROUTES,
  // Keeps all parameters as strings. The router's own parser would turn some into numbers.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  // TanStack Query caches the data.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

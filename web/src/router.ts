import { createRouter } from '@tanstack/react-router';
import { ROUTES } from './routes.tsx';

export const router = createRouter({
  routeTree: ROUTES,
  // All parameters are texts, and stand in the address as they are. The router's own would make numbers of those that look so.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  // What was read is kept by TanStack Query.
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

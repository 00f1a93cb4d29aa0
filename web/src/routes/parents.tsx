import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { MissingPage, ProblemPage } from '../app/fallback-pages.tsx';
import { PageAnnouncer } from '../app/focus/page-announcer.tsx';
import { Shell } from '../app/shell.tsx';
import { accountQuery, setupQuery } from '../data/account/account.ts';
import { isUnauthorized } from '../data/client.ts';
import { queryClient } from '../data/query-client.ts';

function Root() {
  return (
    <>
      <Outlet />
      <PageAnnouncer />
    </>
  );
}

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: MissingPage,
  errorComponent: ProblemPage,
});

/** Parent of the pages that need no session. */
export const openRoute = createRoute({ getParentRoute: () => rootRoute, id: 'open', component: Outlet });

/** Redirects people without a session to the sign-in, or to the setup if the database is empty. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Outlet,
  // The placeholder of index.html stays until the account is known.
  pendingComponent: () => null,
  async beforeLoad({ location }) {
    try {
      await queryClient.ensureQueryData(accountQuery);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      const { needed } = await queryClient.fetchQuery(setupQuery);
      throw needed
        ? redirect({ to: '/setup', replace: true })
        : redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
    }
  },
});

/** Parent of the pages with navigation. */
export const shellRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'shell', component: Shell });

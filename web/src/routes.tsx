import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { MissingPage, ProblemPage } from './app/fallback-pages.tsx';
import { codeLoader } from './app/page-code.ts';
import { Shell } from './app/shell.tsx';
import { accountQuery, setupQuery } from './data/account/account.ts';
import { isUnauthorized } from './data/client.ts';
import { queryClient } from './data/query-client.ts';

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: MissingPage,
  errorComponent: ProblemPage,
});

const open = createRoute({ getParentRoute: () => rootRoute, id: 'open', component: Outlet });

/** Redirects people without a session to the sign-in, or to the setup if the database is empty. */
const signedIn = createRoute({
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

const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell });

/** Query parameters before validation. */
type Search = Readonly<Record<string, unknown>>;

function text(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts<N extends string>(...names: readonly N[]) {
  return (search: Search): { readonly [name in N]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = text(search, name);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as { readonly [name in N]?: string | undefined };
}

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/monitors', replace: true });
  },
});

const OPEN_PAGES = [
  createRoute({
    getParentRoute: () => open,
    path: '/sign-in',
    validateSearch: texts('next', 'error', 'step'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/sign-in/sign-in-page.tsx')),
      'SignInPage',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/sign-in/link/$token',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/sign-in/link-page.tsx')),
      'LinkPage',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/setup',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/setup/setup-page.tsx')),
      'SetupPage',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/reset-password/$token',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/sign-in/reset-password-page.tsx')),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/invite/$token',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/invite/invite-page.tsx')),
      'InvitePage',
    ),
  }),
] as const;

const PAGES = [
  createRoute({
    getParentRoute: () => shell,
    path: '/monitors',
    validateSearch: texts('q', 'project', 'status', 'tag', 'sort', 'group', 'closed', 'open'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/monitors/monitors-page.tsx')),
      'MonitorsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/monitors/new',
    validateSearch: texts('crontab', 'project', 'copy', 'created'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/editor/new-monitor-page.tsx')),
      'NewMonitorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/monitors/$shortID',
    validateSearch: texts('tab', 'zoom', 'at', 'event'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/monitor/monitor-page.tsx')),
      'MonitorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/monitors/$shortID/edit',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/editor/edit-monitor-page.tsx')),
      'EditMonitorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/incidents',
    validateSearch: texts('state', 'monitor', 'day', 'project', 'tag', 'severity'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/incidents/incidents-page.tsx')),
      'IncidentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/incidents/$incidentID',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/incidents/incident-page.tsx')),
      'IncidentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/days',
    validateSearch: texts('tab', 'span', 'day', 'q', 'project', 'status', 'tag'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/calendar/calendar-page.tsx')),
      'CalendarPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/timeline',
    validateSearch: texts('zoom', 'at', 'q', 'project', 'status', 'tag'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/timeline/timeline-page.tsx')),
      'TimelinePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/search',
    validateSearch: texts('q', 'kind', 'project', 'monitor', 'from', 'to'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/search/search-page.tsx')),
      'SearchPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/channels/channels-page.tsx')),
      'ChannelsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels/new',
    validateSearch: texts('type'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/channels/new-channel-page.tsx')),
      'NewChannelPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels/$shortID',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/channels/channel-page.tsx')),
      'ChannelPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/on-call',
    validateSearch: texts('weeks'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/on-call/on-call-page.tsx')),
      'OnCallPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/maintenance',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/maintenance/maintenance-page.tsx')),
      'MaintenancePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/projects',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/projects/projects-page.tsx')),
      'ProjectsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/projects/$shortID',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/projects/project-page.tsx')),
      'ProjectPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/import',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/import/import-page.tsx')),
      'ImportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/team',
    validateSearch: texts('tab', 'actor', 'action', 'dialog'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/team/team-page.tsx')),
      'TeamPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/account/account-page.tsx')),
      'AccountPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account/notifications',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/account/notifications/notifications-page.tsx')),
      'NotificationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account/api',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/account/api-page.tsx')),
      'APIPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/device',
    validateSearch: texts('code'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/account/program-login/program-login-page.tsx')),
      'ProgramLoginPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/design',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('./pages/design/design-page.tsx')),
      'DesignPage',
    ),
  }),
] as const;

const wallboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/wallboard',
  validateSearch: texts('project', 'tag'),
  component: lazyRouteComponent(
    () => codeLoader.load(() => import('./pages/wallboard/wallboard-page.tsx')),
    'WallboardPage',
  ),
});

/** Each page keeps its state in the URL. */
export const ROUTES = rootRoute.addChildren([
  open.addChildren(OPEN_PAGES),
  signedIn.addChildren([home, wallboard, shell.addChildren(PAGES)]),
]);

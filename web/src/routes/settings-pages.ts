import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { codeLoader } from '../app/page-code.ts';
import { shell } from './parents.tsx';
import { texts } from './search-parameters.ts';

/** Pages for alerting, the team and the user's own account. */
export const SETTINGS_PAGES = [
  createRoute({
    getParentRoute: () => shell,
    path: '/channels',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/channels/channels-page.tsx')),
      'ChannelsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels/new',
    validateSearch: texts('type'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/channels/new-channel-page.tsx')),
      'NewChannelPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels/escalation',
    beforeLoad: () => {
      throw redirect({ to: '/channels', search: { tab: 'escalation' }, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels/$shortID',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/channels/channel-page.tsx')),
      'ChannelPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/on-call',
    validateSearch: texts('weeks'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/on-call/on-call-page.tsx')),
      'OnCallPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/maintenance',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/maintenance/maintenance-page.tsx')),
      'MaintenancePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/projects',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/projects/projects-page.tsx')),
      'ProjectsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/projects/$shortID',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/projects/project-page.tsx')),
      'ProjectPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/import',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/import/import-page.tsx')),
      'ImportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/team',
    validateSearch: texts('tab', 'actor', 'action', 'dialog'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/team/team-page.tsx')),
      'TeamPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/account-page.tsx')),
      'AccountPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account/notifications',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/notifications/notifications-page.tsx')),
      'NotificationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account/api',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/api-page.tsx')),
      'APIPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/device',
    validateSearch: texts('code'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/program-login/program-login-page.tsx')),
      'ProgramLoginPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/design',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/design/design-page.tsx')),
      'DesignPage',
    ),
  }),
] as const;

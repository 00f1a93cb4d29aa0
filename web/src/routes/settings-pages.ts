import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { codeLoader } from '../app/page-code.ts';
import { shellRoute } from './parents.tsx';
import { texts } from './search-parameters.ts';

/** Pages for alerting, the team and the user's own account. */
export const SETTINGS_PAGES = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/channels',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/channels/channels-page.tsx')),
      'ChannelsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/channels/new',
    validateSearch: texts('type'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/channels/new-channel-page.tsx')),
      'NewChannelPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/channels/escalation',
    beforeLoad: () => {
      throw redirect({ to: '/channels', search: { tab: 'escalation' }, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/channels/$shortID',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/channels/channel-page.tsx')),
      'ChannelPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/on-call',
    validateSearch: texts('weeks'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/on-call/on-call-page.tsx')),
      'OnCallPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/maintenance',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/maintenance/maintenance-page.tsx')),
      'MaintenancePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/projects',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/projects/projects-page.tsx')),
      'ProjectsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/projects/$shortID',
    validateSearch: texts('tab'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/projects/project-page.tsx')),
      'ProjectPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/import',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/import/import-page.tsx')),
      'ImportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/team',
    validateSearch: texts('tab', 'actor', 'action', 'dialog'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/team/team-page.tsx')),
      'TeamPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/account-page.tsx')),
      'AccountPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account/email/$token',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/email/email-page.tsx')),
      'EmailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account/notifications',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/notifications/notifications-page.tsx')),
      'NotificationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account/api',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/api-page.tsx')),
      'APIPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/device',
    validateSearch: texts('code'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/account/program-login/program-login-page.tsx')),
      'ProgramLoginPage',
    ),
  }),
] as const;

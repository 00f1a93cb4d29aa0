import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { codeLoader } from '../app/page-code.ts';
import { openRoute } from './parents.tsx';
import { texts } from './search-parameters.ts';

/** Pages that need no session. */
export const OPEN_PAGES = [
  createRoute({
    getParentRoute: () => openRoute,
    path: '/sign-in',
    validateSearch: texts('next', 'error', 'step'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/sign-in/sign-in-page.tsx')),
      'SignInPage',
    ),
  }),
  createRoute({
    getParentRoute: () => openRoute,
    path: '/sign-in/link/$token',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/sign-in/link-page.tsx')),
      'LinkPage',
    ),
  }),
  createRoute({
    getParentRoute: () => openRoute,
    path: '/setup',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/setup/setup-page.tsx')),
      'SetupPage',
    ),
  }),
  createRoute({
    getParentRoute: () => openRoute,
    path: '/reset-password/$token',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/sign-in/reset-password-page.tsx')),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => openRoute,
    path: '/invite/$token',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/invite/invite-page.tsx')),
      'InvitePage',
    ),
  }),
] as const;

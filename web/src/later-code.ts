import { router } from './router.ts';

/**
 * Code that is loaded on demand: pages, most common first, then dialogs and popups. A test compares the list with the
 * imports.
 */
export const LATER_CODE: readonly (() => Promise<unknown>)[] = [
  () => import('./ui/toast/toast-area.tsx'),
  ...Object.values(router.routesById).map((route) => async () => router.loadRouteChunk(route)),
  () => import('./ui/menu/menu-popup.tsx'),
  () => import('./ui/facet/facet-popup.tsx'),
  () => import('./ui/form/select.tsx'),
  () => import('./ui/dialog/dialog.tsx'),
  () => import('./drawing/uplot-chart.tsx'),
  () => import('./app/palette/palette.tsx'),
  () => import('./app/keyboard/help-dialog.tsx'),
  () => import('./app/merging/merge-dialog.tsx'),
  () => import('./app/confirmation/confirm-dialog.tsx'),
  () => import('./devices/renew-own-subscription.ts'),
  () => import('./devices/this-device.ts'),
  () => import('./app/teams/new-team.tsx'),
  () => import('./app/teams/no-team.tsx'),
  () => import('./app/teams/two-factor-needed.tsx'),
  () => import('./pages/monitors/bulk/bulk-action-dialog.tsx'),
  () => import('./pages/monitors/detail-panel.tsx'),
  () => import('./first-steps/checklist.tsx'),
  () => import('./pages/monitors/first-monitor.tsx'),
  () => import('./pages/monitors/strip/run-tip.tsx'),
  () => import('./pages/monitors/views/view-dialogs.tsx'),
  () => import('./pages/on-call/schedule-dialog.tsx'),
];

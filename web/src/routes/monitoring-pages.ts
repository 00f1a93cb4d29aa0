import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { codeLoader } from '../app/page-code.ts';
import { shellRoute } from './parents.tsx';
import { texts, textsOrEmpty } from './search-parameters.ts';

/** Pages that show monitors and their incidents. */
export const MONITORING_PAGES = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/monitors',
    validateSearch: (search: Record<string, unknown>) => ({
      ...texts('view', 'closed', 'open')(search),
      ...textsOrEmpty('q', 'project', 'status', 'tag', 'severity', 'sort', 'group')(search),
    }),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/monitors/monitors-page.tsx')),
      'MonitorsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/monitors/new',
    validateSearch: texts('pasted', 'project', 'copy', 'created'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/editor/new-monitor-page.tsx')),
      'NewMonitorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/monitors/$shortID',
    validateSearch: texts('tab', 'zoom', 'at', 'event', 'run'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/monitor/monitor-page.tsx')),
      'MonitorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/monitors/$shortID/edit',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/editor/edit-monitor-page.tsx')),
      'EditMonitorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/incidents',
    validateSearch: texts('state', 'monitor', 'day', 'from', 'to', 'project', 'tag', 'severity'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/incidents/incidents-page.tsx')),
      'IncidentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/incidents/$incidentID',
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/incidents/incident-page.tsx')),
      'IncidentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/days',
    validateSearch: texts('tab', 'span', 'day', 'q', 'project', 'status', 'tag', 'severity'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/calendar/calendar-page.tsx')),
      'CalendarPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/timeline',
    validateSearch: texts('zoom', 'at', 'q', 'project', 'status', 'tag', 'severity'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/timeline/timeline-page.tsx')),
      'TimelinePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/search',
    validateSearch: texts('q', 'kind', 'project', 'monitor', 'from', 'to'),
    component: lazyRouteComponent(
      () => codeLoader.load(() => import('../pages/search/search-page.tsx')),
      'SearchPage',
    ),
  }),
] as const;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Furnished } from './furnish-team.ts';

/** A page as it is opened by a test that looks at all of them. */
export interface TablePage {
  /** As `web/src/routes.tsx` has it. */
  readonly route: string;
  /** Its address in the furnished team; the same as the route, unless told. */
  readonly path?: (team: Furnished) => string;
  /** Addresses of its tabs, where each shows something else. */
  readonly tabs?: readonly string[];
  /** It shows what loading looks like. */
  readonly isAlwaysLoading?: true;
  /** Who sees it: somebody who is signed in, unless told; `newcomer` on an empty database. */
  readonly as?: 'stranger' | 'newcomer';
}

/** All pages of the application. A route that is not here fails the test of accessibility. */
export const PAGES: readonly TablePage[] = [
  { route: '/setup', as: 'newcomer' },
  { route: '/sign-in', as: 'stranger' },
  { route: '/sign-in/link/$token', path: () => '/sign-in/link/abc', as: 'stranger' },
  { route: '/reset-password/$token', path: () => '/reset-password/abc', as: 'stranger' },
  { route: '/invite/$token', path: ({ invitation }) => `/invite/${invitation}`, as: 'stranger' },
  { route: '/monitors' },
  { route: '/monitors/new' },
  {
    route: '/monitors/$shortID',
    path: ({ monitor }) => `/monitors/${monitor}`,
    tabs: ['events', 'runs', 'transitions', 'settings', 'snippets'],
  },
  { route: '/monitors/$shortID/edit', path: ({ monitor }) => `/monitors/${monitor}/edit` },
  { route: '/incidents' },
  { route: '/incidents/$incidentID', path: ({ incident }) => `/incidents/${incident}` },
  { route: '/timeline' },
  { route: '/channels', tabs: ['channels', 'escalation'] },
  { route: '/channels/new' },
  {
    route: '/channels/$shortID',
    path: ({ channel }) => `/channels/${channel}`,
    tabs: ['settings', 'deliveries'],
  },
  { route: '/maintenance' },
  { route: '/projects', tabs: ['projects', 'sharing'] },
  {
    route: '/projects/$shortID',
    path: ({ project }) => `/projects/${project}`,
    tabs: ['settings', 'sharing'],
  },
  { route: '/team', tabs: ['members', 'invitations', 'settings', 'usage', 'audit'] },
  { route: '/account' },
  { route: '/account/api' },
  { route: '/design', isAlwaysLoading: true },
  { route: '/wallboard' },
];

/** Leads to the list of monitors. */
const REDIRECTS = ['/'];

/** Every route that the application has, from its source. */
export function routesOfApplication(): readonly string[] {
  const source = readFileSync(join(import.meta.dirname, '../web/src/routes.tsx'), 'utf8');
  return [...source.matchAll(/\bpath: '([^']+)'/g)]
    .flatMap(([, path]) => path ?? [])
    .filter((path) => !REDIRECTS.includes(path));
}

/** Where a page shows something: each of its tabs, or the one; without a team, as its route is written. */
export function addressesOf({ route, path, tabs }: TablePage, team?: Furnished): readonly string[] {
  const address = (team === undefined ? undefined : path?.(team)) ?? route;
  return tabs === undefined ? [address] : tabs.map((tab) => `${address}?tab=${tab}`);
}

/** Until there is a title, and nothing loads any more. */
export async function settle(page: Page, isAlwaysLoading = false): Promise<void> {
  await page.locator('h1').first().waitFor();
  if (isAlwaysLoading) return;
  await page.waitForFunction(() => document.querySelector('[role=progressbar]') === null);
}

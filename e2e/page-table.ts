import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Furnished } from './furnish-team.ts';

/** A page, for tests that visit every page. */
export interface TablePage {
  /** Route in `web/src/routes/`. */
  readonly route: string;
  /** Path for the furnished team. Default: the route. */
  readonly path?: (team: Furnished) => string;
  /** Paths of tabs with different content. */
  readonly tabs?: readonly string[];
  /** Visitor of the page. Default: a signed-in user. `newcomer`: a user on an empty database. */
  readonly as?: 'stranger' | 'newcomer';
}

/** All pages of the application. The accessibility test fails if a route is missing here. */
export const PAGES: readonly TablePage[] = [
  { route: '/setup', as: 'newcomer' },
  { route: '/sign-in', as: 'stranger' },
  { route: '/sign-in/link/$token', path: () => `/sign-in/link/${'a'.repeat(24)}`, as: 'stranger' },
  { route: '/reset-password/$token', path: () => `/reset-password/${'a'.repeat(24)}`, as: 'stranger' },
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
  { route: '/days', tabs: ['coming', 'year'] },
  { route: '/search', path: () => '/search?q=pg' },
  { route: '/channels', tabs: ['channels', 'escalation'] },
  { route: '/channels/new' },
  {
    route: '/channels/$shortID',
    path: ({ channel }) => `/channels/${channel}`,
    tabs: ['settings', 'deliveries'],
  },
  { route: '/on-call' },
  { route: '/maintenance' },
  { route: '/projects', tabs: ['projects', 'sharing'] },
  {
    route: '/projects/$shortID',
    path: ({ project }) => `/projects/${project}`,
    tabs: ['settings', 'keys', 'sharing'],
  },
  { route: '/import' },
  { route: '/team', tabs: ['members', 'invitations', 'settings', 'usage', 'audit'] },
  { route: '/account' },
  { route: '/account/email/$token', path: () => '/account/email/v1.unknown' },
  { route: '/account/notifications' },
  { route: '/account/api' },
  { route: '/device' },
  { route: '/wallboard' },
];

/** Routes that redirect to another page. */
const REDIRECTS = ['/', '/channels/escalation'];

/** Reads all routes from the source of the application. */
export function routesOfApplication(): readonly string[] {
  const sources = join(import.meta.dirname, '../web/src');
  const files = ['router.ts', ...readdirSync(join(sources, 'routes')).map((name) => join('routes', name))];
  const source = files.map((file) => readFileSync(join(sources, file), 'utf8')).join('\n');
  return [...source.matchAll(/\bpath: '([^']+)'/g)]
    .flatMap(([, path]) => path ?? [])
    .filter((path) => !REDIRECTS.includes(path));
}

/** Returns the addresses of the page or its tabs. Without a team, returns the route. */
export function addressesOf({ route, path, tabs }: TablePage, team?: Furnished): readonly string[] {
  const address = (team === undefined ? undefined : path?.(team)) ?? route;
  return tabs === undefined ? [address] : tabs.map((tab) => `${address}?tab=${tab}`);
}

/** Waits for a title and the end of loading. The error contains the part of the page that is still loading. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const isLoaded = () => document.querySelector('[role=progressbar]') === null;
  await page.waitForFunction(isLoaded).catch(async (cause: unknown) => {
    // A page that stalls doesn't respond to this either.
    const part = page.locator('*:has(> [role=progressbar])').first().innerHTML({ timeout: 1000 });
    throw new Error(`${page.url()} is still loading: ${await part.catch(() => '')}`, { cause });
  });
}

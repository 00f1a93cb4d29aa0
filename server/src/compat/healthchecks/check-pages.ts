import { type Context, Hono } from 'hono';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { TeamStore } from '../../teams/contract.ts';
import { type ChecksStore, findInTeam } from './project-checks.ts';

interface CheckPageDependencies {
  readonly accounts: Pick<Accounts, 'recognize'>;
  readonly store: Pick<TeamStore, 'listMembers'> & ChecksStore;
  readonly clock: Pick<Clock, 'now'>;
}

/** Addresses of Healthchecks' pages about one check. The key is a check's UUID or its `unique_key`. */
const CHECK_PAGES = ['/checks/:key', '/checks/:key/*', '/cloaked/:key'];
/** Addresses of Healthchecks' other pages, and ours for the same purpose. */
const OTHER_PAGES: readonly (readonly [path: string, ours: string])[] = [
  ['/accounts/login', '/sign-in'],
  ['/accounts/profile', '/account'],
  ['/projects/:code/checks', '/monitors'],
  ['/projects/:code/integrations', '/channels'],
];

/**
 * Leads the addresses of Healthchecks' pages to ours, so that links in dashboards, emails and runbooks work after a move. People
 * who aren't signed in are sent to the sign-in, whether or not the check exists.
 */
export function createCheckPages(dependencies: CheckPageDependencies): Hono {
  const app = new Hono({ strict: false });
  for (const path of CHECK_PAGES) app.get(path, (context) => leadToMonitor(context, dependencies));
  for (const [path, ours] of OTHER_PAGES) app.get(path, () => redirectTo(ours));
  return app;
}

async function leadToMonitor(
  context: Context,
  { accounts, store, clock }: CheckPageDependencies,
): Promise<Response> {
  const recognized = await accounts.recognize(context.req.header('Cookie'), clock.now());
  if (recognized === null) return redirectTo(`/sign-in?next=${encodeURIComponent(context.req.path)}`);
  const { session, cookie } = recognized;
  const key = context.req.param('key') ?? '';
  for (const { teamID } of await store.listMembers({ userID: session.userID })) {
    const record = await findInTeam(teamID, store, key);
    if (record !== null) return redirectTo(`/monitors/${record.shortID}`, cookie);
  }
  return redirectTo('/monitors', cookie);
}

function redirectTo(location: string, cookie: string | null = null): Response {
  return new Response(null, {
    status: 302,
    headers: {
      Location: location,
      'Cache-Control': 'no-store',
      ...(cookie === null ? {} : { 'Set-Cookie': cookie }),
    },
  });
}

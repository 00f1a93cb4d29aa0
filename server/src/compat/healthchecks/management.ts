import type { HttpBindings } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import { type Context, Hono } from 'hono';
import type { AddressLimit } from '../../api/address-limit.ts';
import { respondThrown } from '../../api/respond.ts';
import { readProjectMonitors } from '../../monitors/find-monitor.ts';
import { createKeyAuthentication } from '../../projects/endpoints/key-authentication.ts';
import { ALL, badgeURLs } from './badge-address.ts';
import { createBadges } from './badges.ts';
import { readChannelUUIDs, writeChannel } from './check-channels.ts';
import { createCachedCheckWriter, type Version } from './check-json.ts';
import { CHECK_ROUTES } from './checks.ts';
import { HISTORY_ROUTES } from './history.ts';
import {
  createKeyedResponder,
  type ManagementDependencies,
  type ManagementRoute,
} from './management-request.ts';
import {
  allowOrigins,
  respondJSON,
  respondOtherMethod,
  respondPlain,
  respondProblem,
} from './management-response.ts';
import { createMetricsPage } from './metrics-page.ts';

const listChannels: ManagementRoute = {
  method: 'GET',
  path: '/channels',
  allowsReadKey: false,
  action: null,
  async respond({ key }, { store }) {
    const channels = await store.channels.list(key.teamID);
    const uuids = await readChannelUUIDs(key, store);
    return respondJSON(200, { channels: channels.map((channel) => writeChannel(channel, uuids)) });
  },
};

const listBadges: ManagementRoute = {
  method: 'GET',
  path: '/badges',
  allowsReadKey: true,
  action: null,
  async respond({ key }, { store, baseURL, sign }) {
    const tags = new Set<string>();
    for await (const chunk of readProjectMonitors(key, store))
      for (const { read } of chunk) for (const tag of read().details.tags) tags.add(tag);
    const badges = [ALL, ...[...tags].filter((tag) => tag !== ALL).toSorted()].map((tag) => [
      tag,
      badgeURLs(key.projectShortID, tag, { baseURL, sign }),
    ]);
    return respondJSON(200, { badges: Object.fromEntries(badges) });
  },
};

const PROJECT_ROUTES = [listChannels, listBadges];

type App = Hono<{ Bindings: HttpBindings }>;

const VERSIONS: readonly Version[] = [1, 2, 3];

export const MANAGEMENT_ROUTES: readonly ManagementRoute[] = [
  ...CHECK_ROUTES,
  ...HISTORY_ROUTES,
  ...PROJECT_ROUTES,
];

/** Serves the Management API of Healthchecks, its badges and its Prometheus endpoint, over the monitors of a project. */
export function createManagement(dependencies: ManagementDependencies, limit: AddressLimit): App {
  const { store, log, random } = dependencies;
  const app: App = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const authenticate = createKeyAuthentication(dependencies);
  const respondKeyed = createKeyedResponder(
    { ...dependencies, checkTexts: createCachedCheckWriter() },
    authenticate,
  );
  const respondFailure = (error: unknown) =>
    error instanceof AppError && error.cause === undefined
      ? respondProblem(error)
      : respondThrown(error, log, random.uuid());
  const answerOtherMethod = async (context: Context, methods: readonly string[]) => {
    limit(context);
    return respondOtherMethod(context, methods);
  };
  for (const [path, routes] of routesByPath()) {
    const methods = [...routes.keys()];
    for (const version of VERSIONS)
      app.all(`/api/v${version}${path}`, async (context) => {
        const { method } = context.req;
        const route = routes.get(method === 'HEAD' ? 'GET' : method);
        const answering =
          route === undefined ? answerOtherMethod(context, methods) : respondKeyed(context, route, version);
        return allowOrigins(await answering.catch(respondFailure), methods);
      });
  }
  app.get('/api/:version{v[123]}/status', async (context) => {
    limit(context);
    // Any read proves that the database responds.
    await store.projectKeys.findInAnyTeam('');
    return respondPlain(200, 'OK');
  });
  app.route('/', createMetricsPage(dependencies, authenticate));
  app.route('/', createBadges(dependencies, limit));
  app.onError(respondFailure);
  return app;
}

function routesByPath(): ReadonlyMap<string, ReadonlyMap<string, ManagementRoute>> {
  const paths = new Map<string, Map<string, ManagementRoute>>();
  for (const route of MANAGEMENT_ROUTES) {
    const methods = paths.get(route.path) ?? new Map<string, ManagementRoute>();
    paths.set(route.path, methods.set(route.method, route));
  }
  return paths;
}

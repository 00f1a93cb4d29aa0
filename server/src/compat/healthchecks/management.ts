import type { HttpBindings } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import { Hono } from 'hono';
import type { AddressLimit } from '../../api/address-limit.ts';
import { respondThrown } from '../../api/respond.ts';
import { createKeyAuthentication } from '../../projects/endpoints/key-authentication.ts';
import { createBadges } from './badges.ts';
import { CHECK_CHANGE_ROUTES } from './check-changes.ts';
import type { Version } from './check-json.ts';
import { createCachedCheckWriter } from './check-texts.ts';
import { CHECK_ROUTES } from './checks.ts';
import { HISTORY_ROUTES } from './history.ts';
import { createKeyedResponder } from './keyed-response.ts';
import type { ManagementDependencies, ManagementRoute } from './management-request.ts';
import { allowOrigins, respondOtherMethod, respondPlain, respondProblem } from './management-response.ts';
import { createMetricsPage } from './metrics-page.ts';
import { PROJECT_ROUTES } from './project-lists.ts';

type App = Hono<{ Bindings: HttpBindings }>;

const VERSIONS: readonly Version[] = [1, 2, 3];

export const MANAGEMENT_ROUTES: readonly ManagementRoute[] = [
  ...CHECK_ROUTES,
  ...CHECK_CHANGE_ROUTES,
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
  for (const [path, routes] of routesByPath()) {
    const methods = [...routes.keys()];
    for (const version of VERSIONS)
      app.all(`/api/v${version}${path}`, async (context) => {
        const { method } = context.req;
        const route = routes.get(method === 'HEAD' ? 'GET' : method);
        const answering =
          route === undefined
            ? Promise.resolve(respondOtherMethod(context, methods))
            : respondKeyed(context, route, version);
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

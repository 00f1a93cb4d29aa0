import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type Access, mayDo, type Permission } from '../../domain/access.ts';
import { AppError } from '../../domain/error.ts';
import { answerError, answerNothing, answerThrown } from './answer.ts';
import { createAuthentication } from './authentication.ts';
import { CHANNEL_TEST_ENDPOINTS, createTestRate } from './channel-test.ts';
import { CHANNEL_TYPE_ENDPOINTS } from './channel-types.ts';
import { CHANNEL_ENDPOINTS } from './channels.ts';
import { DELIVERY_ENDPOINTS } from './deliveries.ts';
import { serveDocs } from './docs.ts';
import type { Endpoint, V1Dependencies, V1Parts } from './endpoint.ts';
import { ESCALATION_ENDPOINTS } from './escalations.ts';
import { EVENT_ENDPOINTS } from './events.ts';
import { INCIDENT_ENDPOINTS } from './incidents.ts';
import { MAINTENANCE_ENDPOINTS } from './maintenance.ts';
import { MONITOR_EDIT_ENDPOINTS } from './monitor-edit.ts';
import { MONITOR_LIST_ENDPOINTS } from './monitor-list.ts';
import { MONITOR_ENDPOINTS } from './monitors.ts';
import { describeAPI, serveOpenAPI } from './openapi.ts';
import { PROJECT_ENDPOINTS } from './projects.ts';
import { RUN_ENDPOINTS } from './runs.ts';
import { SCHEDULE_ENDPOINTS } from './schedules.ts';
import { TEAM_ENDPOINTS } from './team.ts';
import { TELLING_ENDPOINTS } from './tellings.ts';
import { TOKEN_ENDPOINTS } from './tokens.ts';
import { TRANSITION_ENDPOINTS } from './transitions.ts';
import { createTurns } from './turns.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...MONITOR_LIST_ENDPOINTS,
  ...MONITOR_ENDPOINTS,
  ...MONITOR_EDIT_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...RUN_ENDPOINTS,
  ...TRANSITION_ENDPOINTS,
  ...SCHEDULE_ENDPOINTS,
  ...INCIDENT_ENDPOINTS,
  ...CHANNEL_TYPE_ENDPOINTS,
  ...CHANNEL_ENDPOINTS,
  ...CHANNEL_TEST_ENDPOINTS,
  ...DELIVERY_ENDPOINTS,
  ...TELLING_ENDPOINTS,
  ...MAINTENANCE_ENDPOINTS,
  ...ESCALATION_ENDPOINTS,
  ...TEAM_ENDPOINTS,
  ...PROJECT_ENDPOINTS,
  ...TOKEN_ENDPOINTS,
];

const DOCUMENT_PATHS = ['/v1/openapi.json', '/v1/docs'] as const;
const PREFLIGHT_SECONDS = '86400';

/** The API under `/v1/`. Every path works with and without a slash at its end; whatever goes wrong is told in the envelope. */
export function createV1(dependencies: V1Dependencies): OpenAPIHono {
  const app = new OpenAPIHono({ strict: false });
  const parts: V1Parts = { ...dependencies, inTurn: createTurns(), testRate: createTestRate() };
  const authenticate = createAuthentication(dependencies);
  for (const endpoint of ENDPOINTS) {
    app.on(endpoint.method, routingPath(endpoint.path), async (context) => {
      const access = await authenticate(context);
      requirePermission(access, endpoint.permission);
      return endpoint.answer(context, access, parts);
    });
  }
  const document = once(() => describeAPI(new OpenAPIHono(), ENDPOINTS, dependencies.baseURL));
  app.get('/v1/openapi.json', serveOpenAPI(document));
  app.get('/v1/docs', serveDocs(document));
  for (const [path, methods] of methodsByPath())
    app.all(path, (context) => answerOtherMethod(context, methods));
  app.notFound(() =>
    answerError(new AppError('not_found', 'There is no such path. The API is described at /v1/docs.')),
  );
  app.onError((error) => answerThrown(error, dependencies.log, dependencies.random.uuid()));
  return app;
}

function requirePermission({ role, scope }: Access, permission: Permission): void {
  if (mayDo(permission, role, scope)) return;
  const reason = mayDo(permission, role, 'write')
    ? 'This needs a token with the scope write. Yours only reads.'
    : `Your role ${role} does not allow this. Ask an owner or admin of the team.`;
  throw new AppError('forbidden', reason);
}

/** OpenAPI's `/v1/monitors/{shortID}/` as Hono writes it. Slashes at the end of requests are taken off before. */
function routingPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}

function methodsByPath(): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>(DOCUMENT_PATHS.map((path) => [path, ['GET', 'HEAD']]));
  for (const { method, path } of ENDPOINTS) {
    const known = methods.get(routingPath(path)) ?? [];
    methods.set(routingPath(path), [
      ...known,
      ...(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]),
    ]);
  }
  return methods;
}

/** Browsers ask with OPTIONS before they send a token; any other method is a mistake. */
function answerOtherMethod(context: Context, methods: readonly string[]): Response {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  if (context.req.method !== 'OPTIONS') {
    return answerError(new AppError('method_not_allowed', `This path takes ${allowed}.`), { Allow: allowed });
  }
  return answerNothing(204, {
    Allow: allowed,
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '../../domain/error.ts';
import { ACCOUNT_ENDPOINTS } from './account.ts';
import { answerError, answerNothing, answerThrown } from './answer.ts';
import { createAuditedAnswer } from './audit.ts';
import { AUDIT_ENDPOINTS } from './audit-list.ts';
import { createAuthentication } from './authentication.ts';
import { BULK_ENDPOINTS } from './bulk.ts';
import { CHANNEL_TEST_ENDPOINTS, createTestRate } from './channel-test.ts';
import { CHANNEL_TYPE_ENDPOINTS } from './channel-types.ts';
import { CHANNEL_ENDPOINTS } from './channels.ts';
import { DELIVERY_ENDPOINTS } from './deliveries.ts';
import { serveDocs } from './docs.ts';
import type { Endpoint, V1Dependencies, V1Parts } from './endpoint.ts';
import { ESCALATION_ENDPOINTS } from './escalations.ts';
import { EVENT_ENDPOINTS } from './events.ts';
import { INCIDENT_NOTE_ENDPOINTS } from './incident-notes.ts';
import { INCIDENT_ENDPOINTS } from './incidents.ts';
import { INVITATION_ACCEPT_ENDPOINTS } from './invitation-accept.ts';
import { INVITATION_ENDPOINTS } from './invitations.ts';
import { LIVE_ENDPOINTS } from './live.ts';
import { endLostAccess, hintAt } from './live-hints.ts';
import { MAINTENANCE_ENDPOINTS } from './maintenance.ts';
import { MEMBER_TOKEN_ENDPOINTS } from './member-tokens.ts';
import { MEMBER_ENDPOINTS } from './members.ts';
import { MONITOR_EDIT_ENDPOINTS } from './monitor-edit.ts';
import { MONITOR_LIST_ENDPOINTS } from './monitor-list.ts';
import { createMonitorTexts } from './monitor-texts.ts';
import { MONITOR_ENDPOINTS } from './monitors.ts';
import { NOTICE_ENDPOINTS } from './notices.ts';
import { describeAPI, serveOpenAPI } from './openapi.ts';
import { PROJECT_ENDPOINTS } from './projects.ts';
import { readQuery } from './query-parameters.ts';
import { RUN_ENDPOINTS } from './runs.ts';
import { SCHEDULE_ENDPOINTS } from './schedules.ts';
import { SETUP_ENDPOINTS } from './setup.ts';
import { SHARE_ENDPOINTS } from './shares.ts';
import { STATISTICS_ENDPOINTS } from './statistics.ts';
import { TEAM_ENDPOINTS } from './team.ts';
import { TEAM_CREATE_ENDPOINTS } from './team-create.ts';
import { TEAM_RUN_ENDPOINTS } from './team-runs.ts';
import { TEAM_TRANSFER_ENDPOINTS } from './team-transfer.ts';
import { TELLING_ENDPOINTS } from './tellings.ts';
import { TOKEN_ENDPOINTS } from './tokens.ts';
import { TRANSITION_ENDPOINTS } from './transitions.ts';
import { TRUSTED_BROWSER_ENDPOINTS } from './trusted-browsers.ts';
import { USAGE_ENDPOINTS } from './usage.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...MONITOR_LIST_ENDPOINTS,
  ...BULK_ENDPOINTS,
  ...MONITOR_ENDPOINTS,
  ...MONITOR_EDIT_ENDPOINTS,
  ...NOTICE_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...RUN_ENDPOINTS,
  ...TEAM_RUN_ENDPOINTS,
  ...STATISTICS_ENDPOINTS,
  ...TRANSITION_ENDPOINTS,
  ...SCHEDULE_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...INCIDENT_ENDPOINTS,
  ...INCIDENT_NOTE_ENDPOINTS,
  ...CHANNEL_TYPE_ENDPOINTS,
  ...CHANNEL_ENDPOINTS,
  ...CHANNEL_TEST_ENDPOINTS,
  ...DELIVERY_ENDPOINTS,
  ...TELLING_ENDPOINTS,
  ...MAINTENANCE_ENDPOINTS,
  ...ESCALATION_ENDPOINTS,
  ...SHARE_ENDPOINTS,
  ...TEAM_ENDPOINTS,
  ...USAGE_ENDPOINTS,
  ...TEAM_CREATE_ENDPOINTS,
  ...TEAM_TRANSFER_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
  ...MEMBER_TOKEN_ENDPOINTS,
  ...INVITATION_ACCEPT_ENDPOINTS,
  ...INVITATION_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...PROJECT_ENDPOINTS,
  ...TOKEN_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...TRUSTED_BROWSER_ENDPOINTS,
  ...SETUP_ENDPOINTS,
];

const DOCUMENT_PATHS = ['/v1/openapi.json', '/v1/docs'] as const;
const PREFLIGHT_SECONDS = '86400';

/** The API under `/v1/`. Every path works with and without a slash at its end; whatever goes wrong is told in the envelope. */
export function createV1(dependencies: V1Dependencies): OpenAPIHono {
  const app = new OpenAPIHono({ strict: false });
  const parts: V1Parts = {
    ...dependencies,
    testRate: createTestRate(),
    monitorTexts: createMonitorTexts(),
  };
  const authenticate = createAuthentication(dependencies);
  const answerAudited = createAuditedAnswer(dependencies);
  for (const endpoint of ENDPOINTS) {
    app.on(endpoint.method, routingPath(endpoint.path), async (context) => {
      const { asker, cookie } = await authenticate(context, endpoint.permission);
      const response = await answerAudited(endpoint, context, asker, parts);
      if (response.ok) {
        hintAt(parts.live, endpoint, asker);
        await endLostAccess(parts.live, endpoint);
      }
      if (cookie !== null) response.headers.append('Set-Cookie', cookie);
      return response;
    });
  }
  const document = once(() => describeAPI(new OpenAPIHono(), ENDPOINTS, dependencies.baseURL));
  for (const [path, serve] of Object.entries({
    '/v1/openapi.json': serveOpenAPI(document),
    '/v1/docs': serveDocs(document),
  })) {
    app.get(path, (context) => {
      readQuery(context.req.url, []);
      return serve(context);
    });
  }
  for (const [path, methods] of methodsByPath())
    app.all(path, (context) => answerOtherMethod(context, methods));
  app.notFound(() =>
    answerError(new AppError('not_found', 'There is no such path. The API is described at /v1/docs.')),
  );
  app.onError((error) => answerThrown(error, dependencies.log, dependencies.random.uuid()));
  return app;
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
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, If-None-Match',
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

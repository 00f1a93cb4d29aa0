import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';
import { createAddressLimit } from '../api/address-limit.ts';
import { createAuditedResponder } from '../api/audited-response.ts';
import { createAuthentication } from '../api/authentication.ts';
import type { V1Dependencies, V1Parts } from '../api/dependencies.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { explainLostAccess } from '../api/lost-access.ts';
import { readQueryParameters } from '../api/query-parameters.ts';
import {
  asksForProgress,
  NO_PROGRESS,
  type RequestProgress,
  respondWithProgress,
} from '../api/request-progress.ts';
import { respondEmpty, respondError, respondThrown } from '../api/respond.ts';
import { createTestRate } from '../channels/endpoints/attempt-schema.ts';
import { serveConfigurationSchema } from '../configuration/endpoints/configuration.ts';
import { createRunningImports } from '../imports/running-imports.ts';
import { createSourceCache } from '../imports/source-cache.ts';
import { writeMonitor, writeMonitorRow } from '../monitors/json.ts';
import { createCachedMonitorWriter } from '../monitors/monitor-json-cache.ts';
import { createExpectedRunsWriter } from '../runs/endpoints/expected-list.ts';
import { createSharedWork } from '../runs/endpoints/shared-work.ts';
import { serveDocs } from './api-docs/docs-page.ts';
import { describeAPI, serveOpenAPI } from './api-docs/openapi.ts';

const DOCUMENT_PATHS = ['/v1/openapi.json', '/v1/docs', '/v1/configuration.schema.json'] as const;
const PREFLIGHT_SECONDS = '86400';
const NO_PATH = 'There is no such path. The API is described at /v1/docs.';
const NO_PING =
  'There is no such ping URL, so nothing was recorded. Write /ping/{pingID} in lower case and with single slashes.';

/** Paths work with and without a trailing slash. All errors use the envelope. */
export function createV1(endpoints: readonly Endpoint[], dependencies: V1Dependencies): OpenAPIHono {
  const app = new OpenAPIHono({ strict: false });
  const parts: V1Parts = {
    ...dependencies,
    testRate: createTestRate(),
    runningImports: createRunningImports(),
    runningConfigurations: createRunningImports('configuration files'),
    sourceCache: createSourceCache(),
    monitorTexts: createCachedMonitorWriter(writeMonitor),
    monitorRowTexts: createCachedMonitorWriter(writeMonitorRow),
    writeExpectedList: createExpectedRunsWriter(dependencies.store, dependencies.clock),
    expectedLists: createSharedWork(),
    dayLists: createSharedWork(),
  };
  const authenticate = createAuthentication(dependencies);
  const limit = createAddressLimit({ ...dependencies, rate: dependencies.apiRate });
  const respondAudited = createAuditedResponder(dependencies);
  const onError = (error: unknown) => respondThrown(error, dependencies.log, dependencies.random.uuid());
  for (const endpoint of endpoints) {
    app.on(endpoint.method, routingPath(endpoint.path), async (context) => {
      const { caller, cookie } = await authenticate(context, endpoint.permission);
      const respond = (progress: RequestProgress) =>
        respondAudited(endpoint, { context, caller, progress }, parts).catch(async (error: unknown) => {
          throw await explainLostAccess(error, { context, caller, endpoint, authenticate });
        });
      const response =
        endpoint.reportsProgress && asksForProgress(context)
          ? await respondWithProgress(context, respond, { clock: parts.clock, onError })
          : await respond(NO_PROGRESS);
      if (cookie !== null) response.headers.append('Set-Cookie', cookie);
      return response;
    });
  }
  const document = once(() => describeAPI(new OpenAPIHono(), endpoints, dependencies.baseURL));
  for (const [path, serve] of Object.entries({
    '/v1/openapi.json': serveOpenAPI(document),
    '/v1/docs': serveDocs(document),
    '/v1/configuration.schema.json': serveConfigurationSchema(),
  })) {
    app.get(path, (context) => {
      readQueryParameters(context.req.url, []);
      return serve(context);
    });
  }
  for (const [path, methods] of methodsByPath(endpoints))
    app.all(path, (context) => {
      limit(context);
      return respondOtherMethod(context, methods);
    });
  app.notFound((context) => {
    limit(context);
    return respondError(new AppError('not_found', looksLikePing(context.req.path) ? NO_PING : NO_PATH));
  });
  app.onError(onError);
  return app;
}

/** Whether a path may be a mistyped ping URL: with another case, or with doubled slashes. */
function looksLikePing(path: string): boolean {
  return /^\/ping(?:\/|$)|\/\//i.test(path);
}

/** Converts OpenAPI's `/v1/monitors/{shortID}/` to Hono's `/v1/monitors/:shortID`. */
function routingPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}

function methodsByPath(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>(DOCUMENT_PATHS.map((path) => [path, ['GET', 'HEAD']]));
  for (const { method, path } of endpoints) {
    const known = methods.get(routingPath(path)) ?? [];
    methods.set(routingPath(path), [
      ...known,
      ...(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]),
    ]);
  }
  return methods;
}

/** Responds to CORS preflight requests, and refuses other methods. */
function respondOtherMethod(context: Context, methods: readonly string[]): Response {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  if (context.req.method !== 'OPTIONS') {
    return respondError(
      new AppError('method_not_allowed', `Use ${methods.join(', ')} or OPTIONS for this path.`),
      { Allow: allowed },
    );
  }
  return respondEmpty(204, {
    Allow: allowed,
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, If-None-Match',
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  });
}

function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | null = null;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}

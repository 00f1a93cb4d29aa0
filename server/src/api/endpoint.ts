import type { RouteConfig } from '@hono/zod-openapi';
import type { Access, Caller, Permission } from '@overdue/domain/access/access.ts';
import { AppError, type ErrorCode } from '@overdue/domain/error.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import { type AddAuditFacts, actionOf } from './audit-facts.ts';
import type { ValidatedRequest } from './checked-request.ts';
import type { V1Parts } from './dependencies.ts';
import { type JSONBodyLimits, readJSONBody } from './json-body.ts';
import {
  type AccessRequirement,
  requireAccess,
  requireFreshSignIn,
  requirePerson,
  requireWholeTeam,
} from './permission.ts';
import { ifMatchHeader, parseIfMatch } from './precondition.ts';
import { parseInput } from './problems.ts';
import { readQueryParameters } from './query-parameters.ts';
import { editedNames } from './read-only.ts';
import type { RequestProgress } from './request-progress.ts';
import { errorReference, jsonContent, withETag } from './responses.ts';
import { NOTHING } from './schemas.ts';
import type { Tag } from './tags.ts';

interface Definition<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends AccessRequirement,
  Who,
> extends RouteDefinition {
  readonly permission: R;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly bodyLimits?: JSONBodyLimits;
  /** Runs `work`, which reads the body and handles the request, or throws before that if too many such requests are running. */
  readonly limitRunning?: (identity: Who, parts: V1Parts, work: () => Promise<Response>) => Promise<Response>;
  /** Action in the audit log. Default: derived from `operationID`. Null if the endpoint changes nothing, as with every GET. */
  readonly action?: string | null;
  /** Whether clients that accept JSON lines receive progress reports. */
  readonly reportsProgress?: true;
  /** Whether tokens limited to projects may use the endpoint, which then enforces the limit itself. */
  readonly allowsProjectTokens?: true;
  handle(
    request: ValidatedRequest<z.output<P>, z.output<Q>, z.output<B>> & Who,
    parts: V1Parts,
  ): Promise<Response>;
}

/** A request and its authenticated sender, if any. */
export interface AuthenticatedRequest {
  readonly context: Context;
  readonly caller: Caller | null;
  readonly progress: RequestProgress;
}

/** One method of one path: its OpenAPI description, its permission and its handler. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly permission: AccessRequirement;
  /** Action in the audit log; null if the endpoint changes nothing. */
  readonly action: string | null;
  readonly reportsProgress: boolean;
  readonly route: RouteConfig;
  respond(request: AuthenticatedRequest, parts: V1Parts, audit: AddAuditFacts): Promise<Response>;
}

export const NO_INPUT = { params: NOTHING, query: NOTHING, body: NOTHING };

/** Defines an endpoint for a team. The same schemas validate requests and describe them in OpenAPI. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B, Permission, { readonly access: Access }>,
): Endpoint {
  return build(definition, (caller) => {
    const access = requireAccess(caller, definition.permission);
    if (definition.allowsProjectTokens !== true) requireWholeTeam(access);
    return { access };
  });
}

/** Defines an endpoint for a person, with or without a team. */
export function personEndpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B, 'account' | 'session', { readonly caller: Caller }>,
): Endpoint {
  return build(definition, (caller) => ({ caller: requirePerson(caller, definition.permission) }));
}

export function openEndpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B, 'anyone', { readonly caller: Caller | null }>,
): Endpoint {
  return build(definition, (caller) => ({ caller }));
}

function build<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends AccessRequirement,
  Who,
>(definition: Definition<P, Q, B, R, Who>, identityOf: (caller: Caller | null) => Who): Endpoint {
  const { method, path, permission } = definition;
  const acceptsInput = (schema: z.ZodType) => !(schema instanceof z.ZodUndefined);
  const queryNames = definition.query instanceof z.ZodObject ? Object.keys(definition.query.shape) : [];
  return {
    method,
    path,
    permission,
    action: method === 'get' ? null : auditActionOf(definition),
    reportsProgress: definition.reportsProgress === true,
    route: describeRoute(definition),
    async respond({ context, caller, progress }, parts, audit) {
      const identity = identityOf(caller);
      if (definition.needsFreshSignIn && caller !== null) requireFreshSignIn(caller.via, parts.clock.now());
      const params = parseParams(
        definition.params,
        acceptsInput(definition.params) ? context.req.param() : undefined,
      );
      const queryInput = readQueryParameters(context.req.url, queryNames);
      const query = parseInput(definition.query, acceptsInput(definition.query) ? queryInput : undefined);
      const handle = async () => {
        const body = parseInput(
          definition.body,
          acceptsInput(definition.body) ? await readJSONBody(context, definition.bodyLimits) : undefined,
        );
        if (method === 'patch') audit({ details: { changed: editedNames(definition.body, body) } });
        const ifMatch = definition.etag === 'checked' ? parseIfMatch(context.req.header('If-Match')) : null;
        return definition.handle(
          { ...identity, params, query, body, context, ifMatch, audit, progress },
          parts,
        );
      };
      const { limitRunning = (_identity, _parts, work) => work() } = definition;
      return limitRunning(identity, parts, handle);
    },
  };
}

function auditActionOf({
  action,
  operationID,
}: {
  readonly action?: string | null;
  readonly operationID: string;
}): string | null {
  return action === undefined ? actionOf(operationID) : action;
}

/** Responds 404 to a malformed ID, because no resource has it. */
function parseParams<P extends z.ZodType>(schema: P, input: unknown): z.output<P> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('not_found', 'There is no resource with this ID.');
}

/** Part of an endpoint's definition that the OpenAPI document shows. */
interface RouteDefinition {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path in OpenAPI form with a trailing slash. Requests work with and without the slash. */
  readonly path: string;
  readonly operationID: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly permission: AccessRequirement;
  /** Whether the session must have signed in or been confirmed within the last ten minutes. */
  readonly needsFreshSignIn?: true;
  /** Whether tokens are refused regardless of their role. */
  readonly refusesTokens?: true;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType;
  readonly bodyExample?: object;
  /** Request headers, only for the OpenAPI document. */
  readonly headers?: z.ZodObject;
  readonly responses: RouteConfig['responses'];
  /** Whether the response has the entity tag of a revision (`sent`), and whether `If-Match` is checked too (`checked`). */
  readonly etag?: 'sent' | 'checked';
  readonly errors: readonly ErrorCode[];
}

const FRESH_SIGN_IN =
  'A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 ' +
  '`fresh_sign_in_required`.';

// Includes `invalid`, because every operation refuses unknown query parameters.
const ERRORS_OF_ALL: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'invalid',
  'rate_limited',
  'internal',
  'unavailable',
];
const ERRORS_OF_BODIES: readonly ErrorCode[] = ['invalid_json', 'too_large', 'unsupported_media_type'];

const ERRORS_OF_CHECKED: readonly ErrorCode[] = ['bad_request', 'precondition_failed'];

/** Describes an endpoint for the OpenAPI document. */
function describeRoute(definition: RouteDefinition): RouteConfig {
  const { method, path, operationID, tag, summary, description, params, query, body, bodyExample } =
    definition;
  const hasBody = !(body instanceof z.ZodUndefined);
  const checksETag = definition.etag === 'checked';
  const errors = [
    ...definition.errors,
    ...ERRORS_OF_ALL,
    ...(hasBody ? ERRORS_OF_BODIES : []),
    ...(checksETag ? ERRORS_OF_CHECKED : []),
  ];
  const headers = definition.headers ?? (checksETag ? ifMatchHeader : undefined);
  return {
    method,
    path,
    operationId: operationID,
    tags: [tag],
    summary,
    description: definition.needsFreshSignIn ? `${description} ${FRESH_SIGN_IN}` : description,
    ...securityOf(definition),
    request: {
      ...(params instanceof z.ZodObject ? { params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(headers === undefined ? {} : { headers }),
      ...(hasBody ? { body: { required: true, content: jsonContent(body, bodyExample) } } : {}),
    },
    responses: {
      ...(definition.etag === undefined ? definition.responses : withETag(definition.responses)),
      ...Object.fromEntries(errors.map(errorReference)),
    },
  };
}

/** Returns an operation's security requirement if it differs from the document's default. */
function securityOf({
  permission,
  refusesTokens,
}: {
  readonly permission: unknown;
  readonly refusesTokens?: true;
}): Pick<RouteConfig, 'security'> {
  if (permission === 'anyone') return { security: [] };
  return permission === 'session' || refusesTokens === true ? { security: [{ session: [] }] } : {};
}

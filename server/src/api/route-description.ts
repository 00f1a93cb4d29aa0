import type { RouteConfig } from '@hono/zod-openapi';
import type { ErrorCode } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { AccessRequirement } from './permission.ts';
import { ifMatchHeader } from './precondition.ts';
import { errorReference, jsonContent, withETag } from './responses.ts';
import type { Tag } from './tags.ts';

/** Part of an endpoint's definition that the OpenAPI document shows. */
export interface RouteDefinition {
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
export function describeRoute(definition: RouteDefinition): RouteConfig {
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

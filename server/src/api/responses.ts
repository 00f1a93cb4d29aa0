// Importing `z` from this package extends Zod for OpenAPI. The extension also covers schemas that other modules register by name,
// in any import order.
import { type RouteConfig, z } from '@hono/zod-openapi';
import type { ErrorCode } from '@overdue/domain/error.ts';
import { ERROR_STATUSES, errorStatus } from '../platform/http/envelope.ts';

type Responses = RouteConfig['responses'];
type Content = Readonly<Record<string, { schema: z.ZodType; example?: object }>>;

export function jsonContent(schema: z.ZodType, example?: object): Content {
  return { 'application/json': example === undefined ? { schema } : { schema, example } };
}

/** Composes the example of the response from the examples of its fields. */
export function success(status: 200 | 201, description: string, data: z.ZodRawShape): Responses {
  const schema = z.object({ success: z.literal(true), data: z.object(data) });
  const example = { success: true, data: exampleOf(z.object(data)) };
  return { [status]: { description, content: jsonContent(schema, example) } };
}

export function withETag(responses: Responses): Responses {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      '$ref' in response ? response : { ...response, headers: { ETag: ETAG } },
    ]),
  );
}

/** Adds the JSON Lines form of the response, for clients that accept this format. */
export function withProgress(responses: Responses, example: string): Responses {
  const lines = { 'application/x-ndjson': { schema: { type: 'string' as const }, example } };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      '$ref' in response ? response : { ...response, content: { ...response.content, ...lines } },
    ]),
  );
}

const ETAG = {
  description:
    "Identifies the revision of the resource's settings, for `If-Match`. The resource's status may change while the tag stays the same.",
  schema: { type: 'string' as const, example: '"3"' },
};

function exampleOf(schema: z.core.$ZodType): unknown {
  const example = z.globalRegistry.get(schema)?.example;
  if (example !== undefined) return example;
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, exampleOf(part)]));
  }
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element)];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return exampleOf(schema.unwrap());
  if (schema instanceof z.ZodLiteral) return schema.value;
  return null;
}

export const errorEnvelope = z
  .object({
    success: z.literal(false),
    data: z.object({
      error: z.object({
        code: z.string().meta({
          enum: Object.keys(ERROR_STATUSES),
          description: 'Kind of error, from this closed list.',
          example: 'not_found',
        }),
        message: z.string().meta({
          description: 'Cause of the error and its remedy, in English.',
          example: 'There is no such monitor.',
        }),
        fields: z
          .array(
            z.object({
              path: z
                .string()
                .meta({ description: 'The field or query parameter.', example: 'schedule.cron' }),
              message: z.string().meta({ example: 'This field is required.' }),
            }),
          )
          .optional()
          .meta({ description: 'Every invalid field. Only with status 422.' }),
      }),
    }),
  })
  .meta({ id: 'Error', description: 'The response to a failed request. Nothing was changed.' });

export const staleEnvelope = z
  .object({
    success: z.literal(false),
    data: errorEnvelope.shape.data.loose().meta({
      description:
        'Besides `error`, contains the current state of the resource, under the same field name as in other responses.',
    }),
  })
  .meta({
    id: 'Stale',
    description: 'The response to a request that expected another revision. Nothing was changed.',
  });

interface ErrorResponse {
  readonly name: string;
  readonly description: string;
  readonly examples: Readonly<Partial<Record<ErrorCode, string>>>;
  readonly headers?: Readonly<Record<string, typeof ETAG | (typeof RETRY_AFTER)['Retry-After']>>;
  readonly schema?: string;
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer' as const, minimum: 1 },
  },
};

const ERROR_RESPONSES: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description: 'The body is not JSON, or a header is malformed.',
    examples: {
      invalid_json: 'The body is empty. Send a JSON object.',
      bad_request: 'The body arrived incomplete. Send it again.',
    },
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or invalid: unknown, revoked, expired, or its holder left the team.',
    examples: {
      unauthorized:
        'Send a valid API token in the header Authorization: Bearer ovd_… Create one in the application under Account, API.',
    },
  },
  403: {
    name: 'Forbidden',
    description:
      "Your role or the token's scope does not allow this, the session needs a fresh sign-in, or the team's allowance is used up.",
    examples: {
      forbidden: 'This requires a token with the scope write. Yours has read.',
      admin_scope_required:
        'This requires a token with the scope admin. Yours has write. Do this in the application, or get a token with that scope: under Account, API, or with overdue login --scope admin.',
      fresh_sign_in_required:
        'Your last sign-in was more than 10 minutes ago. Confirm that it’s you, then try again.',
      two_factor_required:
        'This team requires two-factor authentication. Set it up under Account, or sign in with your passkey.',
      allowance_used_up: 'The team has used its allowance of 1000 monitors. Delete one, or ask for more.',
    },
  },
  404: {
    name: 'NotFound',
    description: 'The resource does not exist, or belongs to another team.',
    examples: { not_found: 'There is no such monitor.' },
  },
  409: {
    name: 'Conflict',
    description: 'The current state does not allow this request.',
    examples: { conflict: 'This project has monitors. Move or delete them first.' },
  },
  412: {
    name: 'PreconditionFailed',
    description:
      'The settings have a different revision than `If-Match` or `revision` expects. `data` has their current state.',
    examples: {
      precondition_failed:
        'The settings have changed since you read them, so nothing was saved. Compare your change with the current state in this response, then send it again with the current revision.',
    },
    headers: { ETag: ETAG },
    schema: 'Stale',
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large.',
    examples: { too_large: 'The body is larger than 1000000 bytes.' },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not sent as JSON.',
    examples: { unsupported_media_type: 'Send JSON, with the header Content-Type: application/json.' },
  },
  422: {
    name: 'Invalid',
    description: 'A field or query parameter is invalid. `fields` says which and why.',
    examples: { invalid: 'The request is invalid. Correct schedule.cron.' },
  },
  429: {
    name: 'RateLimited',
    description: 'Too many requests.',
    examples: { rate_limited: 'Too many requests with this token. Wait 1 s before the next one.' },
    headers: RETRY_AFTER,
  },
  500: {
    name: 'Internal',
    description: 'A defect in the service.',
    examples: {
      internal:
        'The service failed to process this request. Try again. If the error persists, send the operator the ID 01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70.',
    },
  },
  503: {
    name: 'Unavailable',
    description: "The service can't process this request right now.",
    examples: { unavailable: 'The database is busy. Try again.' },
    headers: RETRY_AFTER,
  },
};

const CRON_PROBLEM = { path: 'schedule.cron', message: 'The hour must be 0 to 23.' };

/** Returns a `responses` entry that refers to the shared response for an error code. */
export function errorReference(code: ErrorCode): [string, { $ref: string }] {
  const status = errorStatus(code);
  return [String(status), { $ref: `#/components/responses/${ERROR_RESPONSES[status]?.name}` }];
}

export function errorComponents() {
  return Object.values(ERROR_RESPONSES).map(
    ({ name, description, examples, headers = {}, schema = 'Error' }) => ({
      name,
      response: {
        description,
        headers,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${schema}` },
            examples: Object.fromEntries(
              Object.entries(examples).map(([code, message]) => [
                code,
                { value: exampleError(code, message) },
              ]),
            ),
          },
        },
      },
    }),
  );
}

function exampleError(code: string, message: string) {
  return {
    success: false,
    data: { error: code === 'invalid' ? { code, message, fields: [CRON_PROBLEM] } : { code, message } },
  };
}

import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Access, Permission } from '../../domain/access.ts';
import { AppError, type ErrorCode } from '../../domain/error.ts';
import type { Log } from '../../log.ts';
import type { Catalog } from '../../notify/catalog.ts';
import type { Random } from '../../random.ts';
import type {
  AlertSettingsStore,
  ChannelStore,
  IncidentStore,
  NotifyStore,
} from '../../store/alert-store.ts';
import type { IdentityStore, MonitorStore, ProjectStore, TokenStore } from '../../store/store.ts';
import type { RateLimit } from '../rate-limit.ts';
import { errorReference, jsonContent, type Tag } from './documentation.ts';
import { readJSON } from './json-body.ts';
import { parseInput } from './problems.ts';
import { NOTHING } from './schemas.ts';
import type { InTurn } from './turns.ts';

export interface V1Dependencies {
  readonly store: MonitorStore &
    ProjectStore &
    TokenStore &
    ChannelStore &
    Pick<NotifyStore, 'wakeChannel'> &
    IncidentStore &
    AlertSettingsStore &
    Pick<IdentityStore, 'listMembers'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly random: Random;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Without a slash at its end. */
  readonly baseURL: string;
  /** Monitors that a team may have. */
  readonly allowance: number;
  /** Of requests, for each token, and of bad tokens, for each address. */
  readonly apiRate: { readonly perSecond: number; readonly burst: number };
  /** Called after a change that may move a deadline. */
  readonly wake: () => void;
  readonly catalog: Catalog;
  /** Called when a delivery may have become due. */
  readonly wakeNotify: () => void;
  readonly remoteAddress: (context: Context) => string;
}

/** What the endpoints work with. */
export interface V1Parts extends V1Dependencies {
  readonly inTurn: InTurn;
  /** Of test alerts, for each team. */
  readonly testRate: RateLimit<string>;
}

/** A request whose parts have been checked. */
export interface Checked<P, Q, B> {
  readonly access: Access;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly context: Context;
}

interface Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As OpenAPI writes it, with its trailing slash; it works without as well. */
  readonly path: string;
  readonly operationID: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly permission: Permission;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly bodyExample?: object;
  /** Headers that it reads, for the document alone. */
  readonly headers?: z.ZodObject;
  readonly responses: RouteConfig['responses'];
  /** Errors that not every endpoint has. */
  readonly errors: readonly ErrorCode[];
  handle(request: Checked<z.output<P>, z.output<Q>, z.output<B>>, parts: V1Parts): Promise<Response>;
}

/** One method of one path: what OpenAPI says about it, who may use it, and what it does. */
export interface Endpoint {
  readonly method: Definition<z.ZodType, z.ZodType, z.ZodType>['method'];
  readonly path: string;
  readonly permission: Permission;
  readonly route: RouteConfig;
  answer(context: Context, access: Access, parts: V1Parts): Promise<Response>;
}

/** What an endpoint has that takes nothing; to be spread into its definition. */
export const NO_INPUT = { params: NOTHING, query: NOTHING, body: NOTHING };

/** The same schemas check the requests and make the OpenAPI document. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B>,
): Endpoint {
  const { method, path, permission } = definition;
  const takes = (schema: z.ZodType) => !(schema instanceof z.ZodUndefined);
  return {
    method,
    path,
    permission,
    route: describe(definition),
    async answer(context, access, parts) {
      const params = parseParams(
        definition.params,
        takes(definition.params) ? context.req.param() : undefined,
      );
      const query = parseInput(definition.query, takes(definition.query) ? readQuery(context) : undefined);
      const body = parseInput(definition.body, takes(definition.body) ? await readJSON(context) : undefined);
      return definition.handle({ access, params, query, body, context }, parts);
    },
  };
}

/** What can't be an ID is one that nobody has. */
function parseParams<P extends z.ZodType>(schema: P, input: unknown): z.output<P> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('not_found', 'There is no such path.');
}

/** A parameter that is given several times is a list; an empty one is as good as left out. Unknown ones are ignored. */
function readQuery(context: Context): Readonly<Record<string, string>> {
  const entries = Object.entries(context.req.queries()).map(
    ([name, values]) => [name, values.join(',')] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

const ERRORS_OF_ALL: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal',
  'unavailable',
];
const ERRORS_OF_BODIES: readonly ErrorCode[] = [
  'invalid_json',
  'too_large',
  'unsupported_media_type',
  'invalid',
];

function describe<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B>,
): RouteConfig {
  const { method, path, operationID, tag, summary, description, params, query, body, bodyExample } =
    definition;
  const hasBody = !(body instanceof z.ZodUndefined);
  const errors = [...definition.errors, ...ERRORS_OF_ALL, ...(hasBody ? ERRORS_OF_BODIES : [])];
  return {
    method,
    path,
    operationId: operationID,
    tags: [tag],
    summary,
    description,
    request: {
      ...(params instanceof z.ZodObject ? { params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(definition.headers === undefined ? {} : { headers: definition.headers }),
      ...(hasBody ? { body: { required: true, content: jsonContent(body, bodyExample) } } : {}),
    },
    responses: { ...definition.responses, ...Object.fromEntries(errors.map(errorReference)) },
  };
}

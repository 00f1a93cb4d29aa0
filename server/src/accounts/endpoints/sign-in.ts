import { AppError } from '@overdue/domain/error.ts';
import { USER_AGENT_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { type Context, Hono } from 'hono';
import { readJSONBody } from '../../api/json-body.ts';
import { parseInput } from '../../api/problems.ts';
import { respondError, respondThrown } from '../../api/respond.ts';
import type { Live } from '../../live/live.ts';
import { successBody } from '../../platform/http/envelope.ts';
import { requireSameOrigin } from '../../platform/http/same-origin.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { Random } from '../../platform/runtime/random.ts';
import type { Accounts } from '../accounts.ts';
import type { RequestContext } from '../exchange.ts';
import { CALLBACK_PATH } from '../sign-in/step-paths.ts';
import { STEPS, type Step } from '../sign-in/steps.ts';

const PREFIX = '/auth';
/** Maximum size of a body. Kept small, because anonymous requests may use these endpoints. */
const BODY_BYTES_MAX = 64_000;

export interface SignInDependencies {
  readonly accounts: Accounts;
  readonly live: Pick<Live, 'accessChanged'>;
  readonly log: Pick<Log, 'error'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Base URL without a trailing slash. */
  readonly baseURL: string;
  readonly remoteAddress: (context: Context) => string;
}

/** Creates one endpoint per sign-in step, with responses in the envelope and cookies that scripts can't read. */
export function createSignIn(dependencies: SignInDependencies): Hono {
  const { accounts, live, log, random, baseURL } = dependencies;
  const app = new Hono({ strict: false });

  async function take(step: Step, context: Context): Promise<Response> {
    // Prevents a page of another host from signing a visitor in as someone else.
    requireSameOrigin(context, baseURL, { requiresOrigin: true });
    const input =
      step.body === null
        ? {}
        : parseInput(step.body, await readJSONBody(context, { bytesMax: BODY_BYTES_MAX }));
    const { data, cookies } = await accounts.performStep(
      step,
      objectOf(input),
      requestContextOf(context, dependencies),
    );
    if (step.method !== 'GET') await live.accessChanged();
    return withCookies(new Response(successBody(data), { status: 200, headers: HEADERS }), cookies);
  }

  for (const step of STEPS) app.on(step.method, PREFIX + step.path, (context) => take(step, context));
  // The identity provider redirects from another host, so a cookie, not the origin, identifies the browser that began the sign-in.
  app.get(PREFIX + CALLBACK_PATH, async (context) => {
    const query = new URL(context.req.url).search;
    const { to, cookies } = await accounts.completeOIDCSignIn(query, requestContextOf(context, dependencies));
    const headers = { Location: to, 'Cache-Control': 'no-store' };
    return withCookies(new Response(null, { status: 302, headers }), cookies);
  });
  app.all(`${PREFIX}/*`, () => respondError(new AppError('not_found', 'There is no such sign-in step.')));
  app.onError((error) => respondThrown(error, log, random.uuid()));
  return app;
}

const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

function requestContextOf(context: Context, { baseURL, remoteAddress }: SignInDependencies): RequestContext {
  const origin = new URL(baseURL).origin;
  return {
    cookie: context.req.header('Cookie'),
    userAgent: (context.req.header('User-Agent') ?? '').slice(0, USER_AGENT_LENGTH_MAX),
    address: remoteAddress(context),
    origin,
    pageOrigin: context.req.header('Origin') ?? origin,
  };
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

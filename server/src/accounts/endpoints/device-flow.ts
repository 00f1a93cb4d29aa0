import { DEFAULT_SCOPE, SCOPES, type Scope } from '@overdue/domain/access/access.ts';
import {
  formatUserCode,
  POLL_SECONDS,
  PROGRAM_LOGIN_MS,
  pollResult,
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
} from '@overdue/domain/access/program-login.ts';
import { AppError } from '@overdue/domain/error.ts';
import { withoutHiddenCharacters } from '@overdue/domain/hidden-characters.ts';
import { type Context, Hono } from 'hono';
import { readBytes } from '../../api/json-body.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { Random } from '../../platform/runtime/random.ts';
import {
  hashToken,
  newDeviceCode,
  newTokenPrefix,
  newTokenRest,
  unreceivedHash,
} from '../../platform/security/token.ts';
import type { AccountStore, ProgramLoginStore, TokenStore } from '../contract.ts';
import { countSignInAttempt } from '../sign-in/limits.ts';

/** Number of waiting logins above which a network may have only one. Keeps the networks of strangers from using up all logins. */
const LOGINS_MAX = 1000;
/** Maximum logins that wait for a person's decision, in total. */
const LOGINS_TOTAL_MAX = 20_000;
const BODY_BYTES_MAX = 4096;
const HOST_NAME_LENGTH_MAX = 100;
/** Maximum attempts to generate an unused user code. */
const CODES_MAX = 5;
const CLIENT_ID = 'overdue-cli';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

export interface DeviceFlowDependencies {
  readonly store: ProgramLoginStore & AccountStore & TokenStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly log: Pick<Log, 'error'>;
  /** Base URL without a trailing slash. */
  readonly baseURL: string;
  readonly remoteAddress: (context: Context) => string;
}

/** Serves the device flow (RFC 8628): a program gets a code, a person confirms it in a browser, and the program gets a token. */
export function createDeviceFlow(dependencies: DeviceFlowDependencies): Hono {
  const { log } = dependencies;
  const app = new Hono({ strict: false });
  app.post('/oauth/device_authorization', async (context) => {
    const form = await readForm(context);
    requireClient(form);
    return respond(200, await openLogin(form, dependencies.remoteAddress(context), dependencies));
  });
  app.post('/oauth/token', async (context) => {
    const form = await readForm(context);
    if (form.get('grant_type') !== GRANT_TYPE)
      throw new Refusal('unsupported_grant_type', `The grant_type must be ${GRANT_TYPE}.`);
    requireClient(form);
    return respond(200, await poll(form.get('device_code') ?? '', dependencies));
  });
  app.all('/oauth/*', () =>
    refuse(new Refusal('invalid_request', 'There is no such endpoint.', { status: 404 })),
  );
  app.onError((error) => {
    if (error instanceof Refusal) return refuse(error);
    if (error instanceof AppError) return refuse(refusalOf(error));
    log.error({ err: error }, 'A request of a program login failed.');
    return refuse(new Refusal('server_error', 'The service failed. Try again later.', { status: 500 }));
  });
  return app;
}

async function openLogin(form: URLSearchParams, address: string, dependencies: DeviceFlowDependencies) {
  const { store, clock, random, baseURL } = dependencies;
  const now = clock.now();
  const scope = readScope(form.get('scope'));
  await countSignInAttempt(store, { kind: 'login', address, account: null }, now);
  const deviceCode = newDeviceCode(random);
  for (let attempt = 0; attempt < CODES_MAX; attempt += 1) {
    const letters = random.text(USER_CODE_LETTERS, USER_CODE_LENGTH);
    const outcome = await store.programLogins.open(
      {
        unreceivedHash: unreceivedHash(deviceCode),
        tokenPrefix: newTokenPrefix(random),
        userCodeHash: hashToken(letters),
        hostName: readHostName(form.get('host_name')),
        remoteAddress: address,
        scope,
        createdAt: now,
        expiresAt: now + PROGRAM_LOGIN_MS,
        intervalSeconds: POLL_SECONDS,
        polledAt: null,
        decision: 'pending',
      },
      { max: LOGINS_MAX, totalMax: LOGINS_TOTAL_MAX },
    );
    if (outcome === 'too_many') break;
    if (outcome === 'taken') continue;
    const page = `${baseURL}/device`;
    const code = formatUserCode(letters);
    return {
      device_code: deviceCode,
      user_code: code,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${code}`,
      expires_in: PROGRAM_LOGIN_MS / 1000,
      interval: POLL_SECONDS,
    };
  }
  throw new Refusal(
    'temporarily_unavailable',
    'Too many logins are waiting for confirmation. Try again in 10 minutes.',
    {
      status: 503,
    },
  );
}

/** Answers with the token once. Draws the token only now, so that neither the code nor the database contains it before. */
async function poll(deviceCode: string, { store, clock, random }: DeviceFlowDependencies) {
  const now = clock.now();
  const rest = newTokenRest(random);
  const changed = await store.programLogins.change(
    { unreceivedHash: unreceivedHash(deviceCode) },
    (found) => {
      const result = pollResult(found, now);
      if (result === 'approved') return { kind: 'receive', hash: hashToken(found.tokenPrefix + rest) };
      if (result !== 'authorization_pending' && result !== 'slow_down') return { kind: 'nothing' };
      const extraSeconds = result === 'slow_down' ? POLL_SECONDS : 0;
      return { kind: 'poll', polledAt: now, intervalSeconds: found.intervalSeconds + extraSeconds };
    },
  );
  if (changed === null) throw new Refusal('invalid_grant', 'There is no login with this device_code.');
  const result = pollResult(changed.login, now);
  if (result !== 'approved') throw new Refusal(result, DESCRIPTIONS[result]);
  if (changed.token === null) throw new Refusal('access_denied', 'The token was revoked.');
  const { id, scope } = changed.token;
  return { access_token: changed.login.tokenPrefix + rest, token_type: 'Bearer', scope, token_id: id };
}

const DESCRIPTIONS = {
  invalid_grant: 'This device_code was used already. Begin a new login.',
  authorization_pending: 'The login is not confirmed yet.',
  slow_down: `Wait ${POLL_SECONDS} s longer between requests.`,
  expired_token: 'The code has expired. Begin a new login.',
  access_denied: 'The login was denied.',
} as const;

/** An OAuth error response (RFC 6749, section 5.2). */
class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    message: string,
    {
      status = 400,
      retryAfterSeconds = null,
    }: { readonly status?: number; readonly retryAfterSeconds?: number | null } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function refusalOf({ code, message, retryAfterSeconds }: AppError): Refusal {
  return code === 'rate_limited'
    ? new Refusal('temporarily_unavailable', message, {
        status: 429,
        retryAfterSeconds: retryAfterSeconds ?? null,
      })
    : new Refusal('invalid_request', message);
}

function refuse({ code, message, status, retryAfterSeconds }: Refusal): Response {
  const headers = retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return respond(status, { error: code, error_description: message }, headers);
}

function respond(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, {
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
  });
}

/**
 * Reads the form of a program. Refuses browsers: any website can send a form in the name of a visitor, and would use up the logins of
 * the visitor's address. Browsers add these headers to each form that a page sends; programs don't.
 */
async function readForm(context: Context): Promise<URLSearchParams> {
  if (context.req.header('Origin') !== undefined || context.req.header('Sec-Fetch-Site') !== undefined)
    throw new Refusal('invalid_request', 'Only programs may send this request, not a page in a browser.', {
      status: 403,
    });
  const type = context.req.header('Content-Type') ?? '';
  if (!/^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new Refusal('invalid_request', 'Send Content-Type: application/x-www-form-urlencoded.');
  return new URLSearchParams(Buffer.from(await readBytes(context, BODY_BYTES_MAX)).toString('utf8'));
}

function requireClient(form: URLSearchParams): void {
  if (form.get('client_id') !== CLIENT_ID)
    throw new Refusal('invalid_client', `The client_id must be ${CLIENT_ID}.`, { status: 401 });
}

function readScope(text: string | null): Scope {
  if (text === null || text === '') return DEFAULT_SCOPE;
  const scope = SCOPES.find((candidate) => candidate === text);
  if (scope === undefined)
    throw new Refusal('invalid_scope', `The scope must be one of ${SCOPES.join(', ')}.`);
  return scope;
}

function readHostName(text: string | null): string {
  const line = withoutHiddenCharacters(text ?? '').trim();
  return [...line].slice(0, HOST_NAME_LENGTH_MAX).join('');
}

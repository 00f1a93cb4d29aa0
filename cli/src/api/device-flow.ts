import type { Clock } from '../../../sdk/src/clock.ts';
import { isObject } from '../../../sdk/src/envelope.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { exchange, type Fetch } from '../../../sdk/src/exchange.ts';
import { CommandError, EXIT } from '../process/command-line.ts';

const CLIENT_ID = 'overdue-cli';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
const TIMEOUT_MS = 15_000;
/**
 * Seconds to add to the interval between requests each time the service responds with `slow_down` (RFC 8628, section
 * 3.5).
 */
const SLOW_DOWN_SECONDS = 5;
/** Upper limits for the times in the response of the service. */
const INTERVAL_SECONDS_MAX = 60;
const EXPIRY_SECONDS_MAX = 3600;

/** Scopes of a token, narrowest first. */
export const LOGIN_SCOPES = ['read', 'write', 'admin'] as const;
export type LoginScope = (typeof LOGIN_SCOPES)[number];

export interface LoginRequest {
  readonly url: string;
  readonly hostName: string;
  readonly scope: LoginScope;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly fetch: Fetch;
}

export interface StartedLogin {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly page: string;
  readonly pageWithCode: string;
  readonly intervalSeconds: number;
  readonly expiresAt: number;
}

export interface GrantedToken {
  readonly token: string;
  /** ID of the token in the list of tokens; null if the response contains none. */
  readonly tokenID: string | null;
}

/** Begins a login. The service returns the code that a person confirms in a browser. */
export async function startLogin(request: LoginRequest): Promise<StartedLogin> {
  const { hostName, scope, clock } = request;
  const { status, json } = await post(request, '/oauth/device_authorization', { host_name: hostName, scope });
  const { device_code: deviceCode, user_code: userCode, verification_uri: page } = json;
  if (typeof deviceCode !== 'string' || typeof userCode !== 'string' || typeof page !== 'string')
    throw new CommandError(
      `The service can't begin a login: ${reasonOf(json) ?? `it responded with ${status}. Check the address.`}`,
      status === 404 ? EXIT.unreachable : EXIT.failed,
    );
  const complete = json.verification_uri_complete;
  return {
    deviceCode,
    userCode,
    page,
    pageWithCode: typeof complete === 'string' ? complete : page,
    intervalSeconds: boundedNumber(json.interval, SLOW_DOWN_SECONDS, INTERVAL_SECONDS_MAX),
    expiresAt:
      clock.monotonic() + boundedNumber(json.expires_in, EXPIRY_SECONDS_MAX, EXPIRY_SECONDS_MAX) * 1000,
  };
}

/** Waits until the person has confirmed or denied the login, or until its code has expired. */
export async function awaitToken(request: LoginRequest, login: StartedLogin): Promise<GrantedToken> {
  const { clock } = request;
  let { intervalSeconds } = login;
  while (clock.monotonic() < login.expiresAt) {
    await clock.sleep(intervalSeconds * 1000, undefined);
    const json = await poll(request, login.deviceCode);
    if (json === null) continue;
    const { access_token: token, token_id: tokenID, error } = json;
    if (typeof token === 'string') return { token, tokenID: typeof tokenID === 'string' ? tokenID : null };
    if (error === 'slow_down') intervalSeconds += SLOW_DOWN_SECONDS;
    else if (error === 'access_denied') throw new CommandError('The login was denied.', EXIT.denied);
    else if (error === 'expired_token') break;
    else if (error !== 'authorization_pending' && error !== 'temporarily_unavailable')
      throw new CommandError(
        `The login failed: ${reasonOf(json) ?? 'the response does not come from Overdue.'}`,
      );
  }
  throw new CommandError('The code expired before the login was confirmed. Run: overdue login', EXIT.denied);
}

/** Requests the token once. Returns null if the network or the service fails temporarily. */
async function poll(request: LoginRequest, deviceCode: string) {
  try {
    const form = { grant_type: GRANT_TYPE, device_code: deviceCode };
    const { status, json } = await post(request, '/oauth/token', form);
    return status >= 500 ? null : json;
  } catch (error) {
    if (error instanceof OverdueError) return null;
    throw error;
  }
}

async function post(
  { url, clock, userAgent, fetch }: LoginRequest,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }> {
  const init = {
    method: 'POST',
    redirect: 'manual',
    headers: { 'User-Agent': userAgent, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: CLIENT_ID, ...form }).toString(),
  } as const;
  const received = await exchange(
    {
      url: `${url}${path}`,
      init,
      limits: { silenceMs: TIMEOUT_MS, totalMs: TIMEOUT_MS },
      signal: undefined,
      fetch,
    },
    clock,
  );
  return { status: received.status, json: parse(Buffer.from(received.bytes).toString()) };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

function reasonOf({ error_description: reason }: Readonly<Record<string, unknown>>): string | null {
  return typeof reason === 'string' ? reason : null;
}

function boundedNumber(value: unknown, otherwise: number, max: number): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, max) : otherwise;
}

import type { BetterAuth } from './better-auth.ts';
import { appErrorOf } from './better-auth-errors.ts';
import type { ClientInfo } from './sessions.ts';
import { ADDRESS_HEADER, BASE_PATH, TRUSTED_HEADER } from './sign-in/sign-in-settings.ts';
import type { Step } from './sign-in/steps.ts';
import { throwingUnavailable } from './unavailable-call.ts';

export interface RequestContext extends ClientInfo {
  readonly cookie: string | undefined;
  /** Origin of the service, like `https://overdue.example.com`. */
  readonly origin: string;
  /** Origin of the requesting page: `origin`, or the same host under another name. */
  readonly pageOrigin: string;
  /** IDs of users whose sign-in in this browser skips the two-factor code. */
  readonly trustedUserIDs?: readonly string[];
}

export interface StepResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

export function callStep(
  auth: BetterAuth,
  {
    step: { target },
    input,
    request,
  }: {
    readonly step: Step;
    readonly input: Readonly<Record<string, unknown>>;
    readonly request: RequestContext;
  },
): Promise<StepResponse> {
  if (target.method === 'POST') return callAuth(auth, { ...target, body: JSON.stringify(input) }, request);
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return callAuth(auth, { method: 'GET', path: `${target.path}?${query}` }, request);
}

export async function callAuth(
  auth: BetterAuth,
  { method, path, body }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string },
  { origin, pageOrigin, cookie, address, userAgent, trustedUserIDs = [] }: RequestContext,
): Promise<StepResponse> {
  const response = await throwingUnavailable(() =>
    auth.handler(
      new Request(`${origin}${BASE_PATH}${path}`, {
        method,
        headers: {
          origin: pageOrigin,
          'user-agent': userAgent,
          [ADDRESS_HEADER]: address,
          [TRUSTED_HEADER]: trustedUserIDs.join(),
          ...(cookie === undefined ? {} : { cookie: cookie.replaceAll(FOREIGN_TRUST, '') }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      }),
    ),
  );
  const { status, headers } = response;
  return { status, headers, json: objectOf(await response.text()), cookies: headers.getSetCookie() };
}

/** Matches better-auth's own cookie for trusted browsers. It is removed from requests, because its trust can't be revoked. */
const FOREIGN_TRUST = /(?<![^;\s=])[^;\s=]*\.trust_device=[^;]*(?:;\s*|$)/g;

function objectOf(text: string): StepResponse['json'] {
  if (!/^\s*[[{]/.test(text)) return {};
  const json: unknown = JSON.parse(text);
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

/** Throws if a step failed. Steps for page navigation report their error in the URL of the redirect. */
export function requireSuccess({ status, headers, json }: StepResponse): void {
  if (status >= 400) throw appErrorOf(status, json);
  if (status < 300) return;
  const code = URL.parse(headers.get('location') ?? '')?.searchParams.get('error') ?? '';
  throw appErrorOf(403, { code });
}

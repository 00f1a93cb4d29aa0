import { refusalOf } from './answers.ts';
import type { BetterAuth } from './better-auth.ts';
import type { From } from './sessions.ts';
import { ADDRESS_HEADER, BASE_PATH, TRUSTED_HEADER } from './sign-in/sign-in-settings.ts';
import type { Step } from './sign-in/steps.ts';

/** A request of a browser. */
export interface Asking extends From {
  /** The header `Cookie`. */
  readonly cookie: string | undefined;
  /** Where the service is, as `https://overdue.example.com`. */
  readonly origin: string;
  /** Of the page that asks: the same, or another name of the same host. */
  readonly pageOrigin: string;
  /** IDs of the people who need no code in this browser. */
  readonly trusted?: readonly string[];
}

/** What better-auth answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

/** Asks better-auth for one step. */
export function ask(
  auth: BetterAuth,
  { asks }: Step,
  input: Readonly<Record<string, unknown>>,
  asking: Asking,
): Promise<Answered> {
  if (asks.method === 'POST') return callAuth(auth, { ...asks, body: JSON.stringify(input) }, asking);
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return callAuth(auth, { method: 'GET', path: `${asks.path}?${query}` }, asking);
}

export async function callAuth(
  auth: BetterAuth,
  { method, path, body }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string },
  { origin, pageOrigin, cookie, address, userAgent, trusted = [] }: Asking,
): Promise<Answered> {
  const response = await auth.handler(
    new Request(`${origin}${BASE_PATH}${path}`, {
      method,
      headers: {
        origin: pageOrigin,
        'user-agent': userAgent,
        [ADDRESS_HEADER]: address,
        [TRUSTED_HEADER]: trusted.join(),
        ...(cookie === undefined ? {} : { cookie: cookie.replaceAll(FOREIGN_TRUST, '') }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    }),
  );
  const { status, headers } = response;
  return { status, headers, json: objectOf(await response.text()), cookies: headers.getSetCookie() };
}

/** better-auth's own cookie for trusted browsers, which earlier versions used. Nothing ends the trust in it. */
const FOREIGN_TRUST = /[^;\s=]*\.trust_device=[^;]*(?:;\s*|$)/g;

function objectOf(text: string): Answered['json'] {
  if (!/^\s*[[{]/.test(text)) return {};
  const json: unknown = JSON.parse(text);
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

/** Some steps are meant for browsers that go from page to page: what is wrong, they write into the address of the next one. */
export function requireSuccess({ status, headers, json }: Answered): void {
  if (status >= 400) throw refusalOf(status, json);
  if (status < 300) return;
  const code = URL.parse(headers.get('location') ?? '')?.searchParams.get('error') ?? '';
  throw refusalOf(403, { code });
}

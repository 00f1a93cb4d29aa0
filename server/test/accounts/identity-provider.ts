import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Person {
  readonly sub: string;
  readonly email: string;
  /** Providers send booleans, texts and other values. */
  readonly email_verified?: unknown;
  readonly name?: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Sets the person who signs in from now on. */
  become(person: Person): void;
  /** Overrides claims in all later ID tokens. */
  forge(claims: Readonly<Record<string, unknown>>): void;
  /** Moves the person's claims from the ID token, which keeps `sub`, to the userinfo endpoint, and overrides them there. */
  useUserInfo(claims: Readonly<Record<string, unknown>>): void;
  /** Leaves the ID token out of all later responses of the token endpoint. */
  omitIDToken(): void;
  /** While away, the provider answers every request with 503. */
  setAway(isAway: boolean): void;
  /** Opens the provider's page, signs in, and returns the address of the redirect. */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

export const CLIENT = { clientID: 'overdue', clientSecret: 'a secret of the client' };

/** Like {@link startIdentityProvider}, but stops when the test ends. */
export async function openIdentityProvider(): Promise<IdentityProvider> {
  const provider = await startIdentityProvider();
  onTestFinished(() => provider.close());
  return provider;
}

/** Starts an OpenID provider on loopback, with discovery, authorization code with PKCE, and signed ID tokens. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { person: Person; nonce: string | null; challenge: string }>();
  let person: Person = { sub: 'ann-at-idp', email: 'ann@example.com', email_verified: true, name: 'Ann' };
  let forged: Readonly<Record<string, unknown>> = {};
  let userInfo: Readonly<Record<string, unknown>> | null = null;
  let isAway = false;
  let hasIDToken = true;
  let issuer = '';

  function idToken(claims: object): string {
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
    const signed = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(claims)}`;
    return `${signed}.${createSign('sha256').update(signed).sign(privateKey).toString('base64url')}`;
  }

  function authorize(query: URLSearchParams): string {
    const code = randomUUID();
    const challenge = query.get('code_challenge') ?? '';
    codes.set(code, { person, nonce: query.get('nonce'), challenge });
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    return back.href;
  }

  function exchange(form: URLSearchParams, authorization: string | undefined): object | null {
    const granted = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = `Basic ${btoa(`${CLIENT.clientID}:${CLIENT.clientSecret}`)}`;
    const isClient = authorization === basic || form.get('client_secret') === CLIENT.clientSecret;
    if (granted === undefined || verifier !== granted.challenge || !isClient) return null;
    const seconds = Math.floor(Date.now() / 1000);
    const told = userInfo === null ? granted.person : { sub: granted.person.sub };
    const claims = { iss: issuer, aud: CLIENT.clientID, iat: seconds, exp: seconds + 300, ...told };
    const nonce = granted.nonce === null ? {} : { nonce: granted.nonce };
    return {
      access_token: 'access token of the provider',
      token_type: 'Bearer',
      expires_in: 300,
      ...(hasIDToken ? { id_token: idToken({ ...claims, ...nonce, ...forged }) } : {}),
    };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const json = (body: object | null, status = body === null ? 400 : 200) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
    };
    if (isAway) return json({}, 503);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256'],
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
        });
      case '/userinfo':
        return json(userInfo === null ? null : { ...person, ...userInfo });
      case '/keys':
        return json({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
        });
      case '/authorize':
        response.writeHead(302, { Location: authorize(searchParams) }).end();
        return;
      case '/token':
        return json(exchange(new URLSearchParams(await text(request)), request.headers.authorization));
      default:
        return json({}, 404);
    }
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    become(next) {
      person = next;
    },
    forge(claims) {
      forged = claims;
    },
    useUserInfo(claims) {
      userInfo = claims;
    },
    omitIDToken() {
      hasIDToken = false;
    },
    setAway(away) {
      isAway = away;
    },
    async visit(url) {
      const { headers } = await fetch(url, { redirect: 'manual' });
      return new URL(headers.get('Location') ?? '');
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

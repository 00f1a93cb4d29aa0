import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, getOAuthState } from 'better-auth/api';
import { genericOAuth, magicLink, twoFactor } from 'better-auth/plugins';
import type { StrongMethod } from '../domain/access/team-security.ts';
import { withoutHiddenCharacters } from '../domain/hidden-characters.ts';
import type { Log } from '../runtime/log.ts';
import type { Random } from '../runtime/random.ts';
import { hashPassword, verifyPassword } from '../security/password.ts';
import type { AccountStore } from '../store/accounts/contract.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import type { Joining } from './joining.ts';
import { isConfirmed } from './sign-in/confirmed-step.ts';
import {
  ADDRESS_HEADER,
  BASE_PATH,
  LINK_MINUTES,
  NO_ACCOUNT,
  OIDC_PROVIDER,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  RESET_MINUTES,
  SESSION_SECONDS,
  TRUSTED_HEADER,
} from './sign-in/sign-in-settings.ts';
import { totpOnce } from './sign-in/totp-once.ts';

export interface OIDC {
  readonly issuer: string;
  readonly clientID: string;
  readonly clientSecret: string;
  /** Whether an address is theirs although the provider does not say so. */
  readonly trustEmail: boolean;
}

export interface BetterAuthParts {
  readonly store: AccountStore;
  readonly random: Random;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Without a slash at its end. */
  readonly baseURL: string;
  readonly secret: string;
  readonly cookiePrefix: string;
  readonly isSecure: boolean;
  /** Null without mail. */
  readonly mails: {
    readonly signIn: (email: string, token: string) => Promise<void>;
    readonly reset: (email: string, token: string) => Promise<void>;
  } | null;
  readonly joining: Joining;
  readonly onPasswordReset: (userID: string, address: string) => Promise<void>;
  /** Called when somebody has proven that the address of an account is theirs, of which nobody knew. */
  readonly onEmailProven: (userID: string) => Promise<void>;
  /** Lets each code of an app be used once. */
  readonly codes: Parameters<typeof totpOnce>[0];
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/**
 * better-auth as the service uses it: the protocol of signing in, on our own tables. Teams, and who may do what, are not its
 * business (docs/decisions/0013-accounts.md).
 */
export function createBetterAuth(parts: BetterAuthParts, oidc: OIDC | null) {
  const { store, random, log, baseURL, secret, isSecure, mails } = parts;
  const factor = twoFactor({
    issuer: 'Overdue',
    // Who signs in by passkey or identity provider alone has no password to give.
    allowPasswordless: true,
    schema: { twoFactor: { modelName: 'twoFactors' } },
  });
  const options = {
    appName: 'Overdue',
    baseURL: new URL(baseURL).origin,
    basePath: BASE_PATH,
    secret,
    database: store.accountTables,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Its words may quote what was sent.
      log: (_level, message, ...details) => log.error({ err: details.find(isError) }, `Accounts: ${message}`),
    },
    // A database that is away is not an error of signing in: the caller is told to try again. Refusals of hooks are answers; by default
    // better-auth would write them to standard error, past our log.
    onAPIError: {
      onError(error) {
        if (error instanceof DatabaseUnavailable) throw error;
        if (!(error instanceof APIError)) log.error({ err: error }, 'Accounts: a step failed.');
      },
    },
    // Its door is ours (http/auth.ts), which has limits and lets pass only what comes from the service's own pages.
    rateLimit: { enabled: false },
    trustedOrigins: (request) => [request?.headers.get('origin') ?? null],
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      // Our own check is stricter, and counts confirmations.
      freshAge: 0,
      // v1 sees to it, which is asked all the time.
      disableSessionRefresh: true,
      additionalFields: {
        activeTeamId: { type: 'string', required: false, input: false },
        signInMethod: { type: 'string', required: false, input: false },
      },
    },
    account: { modelName: 'accounts', updateAccountOnSignIn: false },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: {
        hash: (password) => hashPassword(password, random),
        verify: async ({ password, hash }) => isConfirmed() || verifyPassword(password, hash),
      },
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }, request) =>
        parts.onPasswordReset(user.id, request?.headers.get(ADDRESS_HEADER) ?? ''),
      ...(mails === null ? {} : { sendResetPassword: ({ user, token }) => mails.reset(user.email, token) }),
    },
    advanced: {
      cookiePrefix: parts.cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
      disableOriginCheck: false,
      database: { generateId: () => random.uuid(), validateSchema: false },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const newcomer = { email: user.email, invitation: await invitationOf() };
            // Whoever may claim any address there could take what is meant for another one.
            if (user.emailVerified && (await parts.joining.mayJoin(newcomer)))
              return { data: { ...user, name: withoutHiddenCharacters(user.name).trim() || user.email } };
            throw new APIError('FORBIDDEN', { message: 'No account', code: NO_ACCOUNT });
          },
          after: async ({ id, email }) => parts.joining.join({ id, email, invitation: await invitationOf() }),
        },
        // By a link in a mail somebody proves that the address of an account is theirs. better-auth ends its passwords and
        // sessions then; what else somebody may have waiting there, it leaves.
        update: {
          before: async (_change, context) => ({
            data: provesEmail(context) ? { twoFactorEnabled: false } : {},
          }),
          after: async ({ id }, context) => {
            if (provesEmail(context)) await parts.onEmailProven(id);
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => ({
            data: { ...session, signInMethod: strongMethodOf(context?.path) },
          }),
        },
      },
      // Who they are is all that is asked of the identity provider: what else it gives is not kept.
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
    },
    plugins: [
      totpOnce(parts.codes),
      {
        ...factor,
        hooks: {
          // better-auth asks after a password alone, and trusts browsers by a cookie that nothing ends. A link in a mail is one
          // factor, too; which browsers are trusted, our own list says.
          after: factor.hooks.after.map(({ handler }) => ({
            matcher: (context: HookContext) => asksForCode(context),
            handler,
          })),
        },
      },
      passkey({
        rpID: new URL(baseURL).hostname,
        rpName: 'Overdue',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        schema: { passkey: { modelName: 'passkeys', fields: { credentialID: 'credentialId' } } },
        authentication: {
          async afterVerification({ verification }) {
            // With it a passkey is two factors: the device, and what unlocks it.
            if (verification.authenticationInfo.userVerified) return;
            throw new APIError('UNAUTHORIZED', { message: 'The passkey has to ask who you are.' });
          },
        },
      }),
      magicLink({
        expiresIn: LINK_MINUTES * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        sendMagicLink: async ({ email, token }) => mails?.signIn(email, token),
      }),
      ...(oidc === null ? [] : [providerOf(oidc, baseURL)]),
    ],
  } satisfies BetterAuthOptions;
  return betterAuth(options);
}

interface HookContext {
  readonly path?: string | undefined;
  readonly headers?: Headers | undefined;
  readonly context: { readonly newSession: { readonly user: { readonly id: string } } | null };
}

const FIRST_FACTORS: readonly (string | undefined)[] = ['/sign-in/email', '/magic-link/verify'];

function asksForCode({ path, headers, context }: HookContext): boolean {
  const trusted = headers?.get(TRUSTED_HEADER)?.split(',') ?? [];
  return FIRST_FACTORS.includes(path) && !trusted.includes(context.newSession?.user.id ?? '');
}

/** Opening such a link changes a user for no other reason. */
function provesEmail(context: { readonly path?: string | undefined } | null): boolean {
  return context?.path === '/magic-link/verify';
}

/** What the browser brought to the sign-in by the identity provider, and has now come back with. */
async function invitationOf(): Promise<string | null> {
  const invitation = (await getOAuthState())?.invitation;
  return typeof invitation === 'string' ? invitation : null;
}

const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

function providerOf({ issuer, clientID, clientSecret, trustEmail }: OIDC, baseURL: string) {
  return genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
        clientId: clientID,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        ...(trustEmail ? { mapProfileToUser: () => ({ emailVerified: true }) } : {}),
        redirectURI: `${baseURL}${BASE_PATH}/callback/${OIDC_PROVIDER}`,
      },
    ],
  });
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

/** Returns the way of a sign-in that is a second factor by itself; null for all others. */
function strongMethodOf(path: string | undefined): StrongMethod | null {
  if (path === '/passkey/verify-authentication') return 'passkey';
  return path?.startsWith('/callback/') === true ? 'oidc' : null;
}

import { passkey } from '@better-auth/passkey';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@overdue/domain/access/sign-in-limits.ts';
import type { StrongMethod } from '@overdue/domain/access/team-security.ts';
import { withoutHiddenCharacters } from '@overdue/domain/hidden-characters.ts';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, getOAuthState } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { magicLink } from 'better-auth/plugins/magic-link';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import { isPasswordCheckBypassed, keepUnavailable } from './better-auth-call.ts';
import type { AccountStore, User } from './contract.ts';
import type { Joining } from './joining.ts';
import type { PasswordWork } from './password-work.ts';
import { idTokenProblem, readClaims, subjectOf } from './sign-in/oidc-claims.ts';
import {
  ADDRESS_HEADER,
  BASE_PATH,
  LINK_MINUTES,
  NO_ACCOUNT,
  NOT_VERIFIED,
  OIDC_PROVIDER,
  PASSKEY_KNOWN,
  RESET_MINUTES,
  SESSION_SECONDS,
  TRUSTED_HEADER,
} from './sign-in/sign-in-settings.ts';
import { CALLBACK_PATH, STEP_PATHS } from './sign-in/step-paths.ts';
import { totpOnce } from './sign-in/totp.ts';
import { newBackupCodes } from './sign-in/typed-code.ts';

export interface OIDC {
  readonly issuer: string;
  readonly clientID: string;
  readonly clientSecret: string;
  readonly trustEmail: boolean;
}

export interface BetterAuthDependencies {
  readonly store: AccountStore;
  readonly random: Random;
  readonly passwordWork: PasswordWork;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly baseURL: string;
  readonly secret: string;
  readonly cookiePrefix: string;
  readonly isSecure: boolean;
  readonly mails: {
    readonly signIn: (email: string, token: string) => Promise<void>;
    readonly reset: (user: Pick<User, 'id' | 'email'>, token: string) => Promise<void>;
  } | null;
  readonly joining: Joining;
  readonly onPasswordReset: (userID: string, address: string) => Promise<void>;
  /** Called when a mailed link signs its receiver in, or leads to the question for the second factor. */
  readonly onLinkUsed: (userID: string) => Promise<void>;
  /** Called when a user first proves that they own an account's unverified address. */
  readonly onEmailProven: (userID: string) => Promise<void>;
  /** Dependencies of the plugin that makes each authenticator code usable only once. */
  readonly codes: Parameters<typeof totpOnce>[0];
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** Configures better-auth, which implements sign-in on our own tables (docs/decisions/0013-accounts.md). */
export function createBetterAuth(dependencies: BetterAuthDependencies, oidc: OIDC | null) {
  const { store, random, log, baseURL, secret, isSecure, mails, passwordWork } = dependencies;
  const options = {
    appName: 'Overdue',
    baseURL: new URL(baseURL).origin,
    basePath: BASE_PATH,
    secret,
    database: store.accountTables,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Don't log the message's details: they may quote the request.
      log(_level, message, ...details) {
        const error = details.find(isError);
        if (!keepUnavailable(error) && !isRefusal(message, error))
          log.error({ err: error }, `Accounts: ${message}`);
      },
    },
    onAPIError: {
      onError(error) {
        if (!keepUnavailable(error) && !(error instanceof APIError))
          log.error({ err: error }, 'An account request failed.');
      },
    },
    // Requests arrive through accounts/endpoints/sign-in.ts, which limits their rate and accepts only our own pages.
    rateLimit: { enabled: false },
    trustedOrigins: (request) => [request?.headers.get('origin') ?? null],
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      // Turns off better-auth's check for a fresh sign-in. Our own check is stricter, and also accepts confirmations.
      freshAge: 0,
      // Every v1 request extends the session, so better-auth doesn't need to.
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
        hash: (password) => passingUnavailable(passwordWork.hash(password)),
        verify: async ({ password, hash }) =>
          isPasswordCheckBypassed() || passingUnavailable(passwordWork.verify(password, hash)),
      },
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }, request) =>
        dependencies.onPasswordReset(user.id, request?.headers.get(ADDRESS_HEADER) ?? ''),
      ...(mails === null ? {} : { sendResetPassword: ({ user, token }) => mails.reset(user, token) }),
    },
    advanced: {
      cookiePrefix: dependencies.cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
      disableOriginCheck: false,
      database: { generateId: () => random.uuid(), validateSchema: false },
    },
    databaseHooks: databaseHooksOf(dependencies),
    plugins: pluginsOf(dependencies, oidc),
  } satisfies BetterAuthOptions;
  return betterAuth(options);
}

/** Decides who may have an account, and records how a session began. */
function databaseHooksOf({
  joining,
  onEmailProven,
  onLinkUsed,
}: Pick<BetterAuthDependencies, 'joining' | 'onEmailProven' | 'onLinkUsed'>) {
  return {
    user: {
      create: {
        async before(user) {
          // Without a verified address, a user of the provider could claim another person's address and invitation. The error is the
          // one for addresses with an account, so that no one learns which addresses have one.
          if (user.emailVerified !== true)
            throw new APIError('FORBIDDEN', { message: 'Not verified', code: NOT_VERIFIED });
          const newcomer = { email: user.email, invitation: await invitationOf() };
          if (await joining.mayJoin(newcomer))
            return { data: { ...user, name: withoutHiddenCharacters(user.name).trim() || user.email } };
          throw new APIError('FORBIDDEN', { message: 'No account', code: NO_ACCOUNT });
        },
        after: async ({ id, email }) => joining.join({ id, email, invitation: await invitationOf() }),
      },
      // Opening a mailed link proves the address. better-auth then removes the account's passwords and sessions, and these hooks
      // remove its other sign-in methods.
      update: {
        before: async (_change, context) => ({
          data: provesEmail(context) ? { twoFactorEnabled: false } : {},
        }),
        after: async ({ id }, context) => {
          if (provesEmail(context)) await onEmailProven(id);
        },
      },
    },
    session: {
      create: {
        async before(session, context) {
          if (context?.path === STEP_PATHS.link) await onLinkUsed(session.userId);
          return { data: { ...session, signInMethod: strongMethodOf(context?.path) } };
        },
      },
    },
    // We use the identity provider only to identify users, so its tokens aren't stored.
    account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
  } satisfies BetterAuthOptions['databaseHooks'];
}

/** Sign-in methods and second factors. */
function pluginsOf({ baseURL, codes, log, mails, random }: BetterAuthDependencies, oidc: OIDC | null) {
  const factor = twoFactor({
    issuer: 'Overdue',
    // Lets users without a password, who sign in by passkey or identity provider, also manage their second factor.
    allowPasswordless: true,
    // Counts only after the check of a code, so simultaneous codes evade it, and it locks out known browsers. `limits.ts` counts instead.
    accountLockout: { enabled: false },
    schema: { twoFactor: { modelName: 'twoFactors' } },
    backupCodeOptions: { customBackupCodesGenerate: () => newBackupCodes(random) },
  });
  return [
    totpOnce(codes),
    {
      ...factor,
      hooks: {
        // better-auth asks for a code only after a password, and its trusted browsers can't be revoked. `asksForCode` also covers
        // other sign-in methods, and uses our own list of trusted browsers.
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
      registration: {
        async afterVerification({ ctx, verification }) {
          const value = verification.registrationInfo?.credential.id ?? '';
          const known = await ctx.context.adapter.findOne({
            model: 'passkey',
            where: [{ field: 'credentialID', value }],
          });
          if (known !== null) throw new APIError('CONFLICT', { message: 'Known', code: PASSKEY_KNOWN });
        },
      },
      authentication: {
        async afterVerification({ verification }) {
          // With user verification a passkey is two factors: the device, and the means to unlock it.
          if (verification.authenticationInfo.userVerified) return;
          throw new APIError('UNAUTHORIZED', {
            message: 'The passkey must verify you, for example by PIN or fingerprint.',
          });
        },
      },
    }),
    magicLink({
      expiresIn: LINK_MINUTES * 60,
      disableSignUp: true,
      storeToken: 'hashed',
      sendMagicLink: async ({ email, token }) => mails?.signIn(email, token),
    }),
    ...(oidc === null ? [] : [providerOf(oidc, { baseURL, log })]),
  ] satisfies BetterAuthOptions['plugins'];
}

interface HookContext {
  readonly path?: string | undefined;
  readonly headers?: Headers | undefined;
  readonly context: { readonly newSession: { readonly user: { readonly id: string } } | null };
}

const FIRST_FACTORS: readonly (string | undefined)[] = [STEP_PATHS.password, STEP_PATHS.link];

function asksForCode({ path, headers, context }: HookContext): boolean {
  const trusted = headers?.get(TRUSTED_HEADER)?.split(',') ?? [];
  return FIRST_FACTORS.includes(path) && !trusted.includes(context.newSession?.user.id ?? '');
}

/** Whether an update of a user results from opening a mailed link, which proves the email address. */
function provesEmail(context: { readonly path?: string | undefined } | null): boolean {
  return context?.path === STEP_PATHS.link;
}

/** Returns the invitation that the sign-in by identity provider started with; null if there was none. */
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

function providerOf(
  { clientID, clientSecret, trustEmail, ...oidc }: OIDC,
  { baseURL, log }: Pick<BetterAuthDependencies, 'baseURL' | 'log'>,
) {
  const issuer = oidc.issuer.replace(/(?<!\/)\/+$/, '');
  return genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId: clientID,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => readClaims(profile, { trustEmail }),
        // `sub` is unique only at its issuer, so the person of another provider must not get the account.
        accountSubject({ tokens, profile }) {
          const problem = idTokenProblem(tokens.idToken, clientID);
          if (problem === null) return `${issuer} ${subjectOf(profile)}`;
          log.warn({}, `A sign-in by the identity provider was refused. ${problem}`);
          throw new APIError('UNAUTHORIZED', { message: problem });
        },
        redirectURI: baseURL + BASE_PATH + CALLBACK_PATH,
      },
    ],
  });
}

/** Keeps an error of work for better-auth, and spares better-auth from printing the error as a defect. */
async function passingUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw keepUnavailable(error) ? new APIError('SERVICE_UNAVAILABLE') : error;
  }
}

/** Messages that better-auth logs as errors for requests that anyone may send to the page behind the identity provider. */
const REFUSALS: ReadonlySet<string> = new Set(['State not found', 'INVALID_CALLBACK_REQUEST']);

/** Whether better-auth refused a return from the identity provider that this service did not begin, or that came too late. */
function isRefusal(message: string, error: Error | undefined): boolean {
  if (REFUSALS.has(message)) return true;
  return error !== undefined && 'code' in error && /^state_(?!generation)/.test(String(error.code));
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

/** Returns the sign-in method if this method counts as a second factor; null otherwise. */
function strongMethodOf(path: string | undefined): StrongMethod | null {
  if (path === STEP_PATHS.passkey) return 'passkey';
  return path?.startsWith('/callback/') === true ? 'oidc' : null;
}

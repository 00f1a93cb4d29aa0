import type { SendMail } from '../platform/outbound/mail.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { openOnce } from '../platform/runtime/open-once.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { Turns } from '../platform/runtime/turns.ts';
import type { PasswordCost } from '../platform/security/password.ts';
import { createSecretBox, deriveKey } from '../platform/security/secret-box.ts';
import { type AccountAuditStore, createAccountAudit } from './account-audit.ts';
import {
  type ChangeNotices,
  createAccountMailer,
  createChangeNotices,
  PASSWORD_CHANGED,
  SECURITY_CHANGES,
} from './account-mailer.ts';
import type { BetterAuthDependencies, OIDC } from './better-auth.ts';
import type { AccountStore, User } from './contract.ts';
import { createEmailChanges, type EmailChanges } from './email-change.ts';
import type { RequestContext } from './exchange.ts';
import { createJoining, type JoiningStore } from './joining.ts';
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts';
import { createMailedLinks, type MailedLinks } from './mailed-links.ts';
import { openBetterAuth } from './open-better-auth.ts';
import { createPasswordWork } from './password-work.ts';
import { accountsSecret } from './sealed-totp.ts';
import {
  BROWSER_COOKIE,
  CHALLENGE_COOKIE,
  cookiePrefix,
  createSignedCookie,
  SESSION_COOKIE,
} from './session-cookie.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createChallengedUser } from './sign-in/challenge.ts';
import { createOIDCSignIn } from './sign-in/complete-oidc.ts';
import { forgiveAccount } from './sign-in/limits.ts';
import { allowNextLink } from './sign-in/link-mails.ts';
import { createOIDCClient } from './sign-in/oidc-client.ts';
import { createPerformStep, type PerformStep } from './sign-in/perform-step.ts';
import { createSignInLog } from './sign-in/sign-in-log.ts';

export interface SignInMethods {
  readonly passwords: boolean;
  readonly mail: boolean;
  readonly oidc: { readonly name: string } | null;
}

export interface Accounts {
  readonly methods: SignInMethods;
  readonly recognize: Sessions['recognize'];
  readonly browsers: KnownBrowsers;
  readonly openSession: Sessions['open'];
  hashPassword(password: string): Promise<string>;
  readonly mailedLinks: MailedLinks;
  /** Null if the service can't send mail. */
  readonly emailChanges: EmailChanges | null;
  /** Does work after the response. A failure is only logged. */
  readonly runInBackground: (work: Promise<void>) => void;
  /** Performs one step of {@link import('./sign-in/steps.ts').STEPS}. Throws an AppError if the step is refused. */
  readonly performStep: PerformStep;
  /** Completes a sign-in by identity provider. `query` includes the question mark. */
  completeOIDCSignIn(
    query: string,
    request: RequestContext,
  ): Promise<{ readonly to: string; readonly cookies: readonly string[] }>;
  readonly notices: ChangeNotices;
  /** Returns how many unused backup codes a user has; null if the user has no two-factor authentication. */
  countBackupCodes(user: Pick<User, 'id' | 'twoFactor'>): Promise<number | null>;
  /**
   * Loads the sign-in modules 10 s after the start, or on the first sign-in. Loading them earlier would delay the first pings.
   */
  warmUp(): void;
  drain(): Promise<void>;
}

/** Delay of the warm-up, which keeps the processor busy for a third of a second. */
const WARM_UP_AFTER_MS = 10_000;

export interface AccountsOptions {
  readonly store: AccountStore & AccountAuditStore & JoiningStore;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly random: Random;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly mail: SendMail | null;
  readonly baseURL: string;
  readonly secretKey: string;
  readonly passwords: boolean;
  readonly oidc: (OIDC & { readonly name: string }) | null;
  /** Cost of new password hashes. Tests use a lower cost. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Line for hashing and verifying passwords. By default, a line of its own. */
  readonly passwordTurns?: Turns | undefined;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { store, clock, random, log, mail, baseURL, oidc } = options;
  const secret = accountsSecret(options.secretKey);
  const mailedLinks = createMailedLinks(deriveKey(options.secretKey, 'overdue mailed invitations v1'));
  const isSecure = new URL(baseURL).protocol === 'https:';
  const cookieOf = (name: string) => createSignedCookie(name, { secret, isSecure });
  const sessions = createSessions({ store, cookie: cookieOf(SESSION_COOKIE), random, log });
  const browsers = createKnownBrowsers({ store, random, cookie: cookieOf(BROWSER_COOKIE) });
  const challengedUser = createChallengedUser(store, cookieOf(CHALLENGE_COOKIE));
  const work = createBackgroundWork(log);
  const mailer = createAccountMailer({ store, mail, random, log, baseURL });
  const sendInBackground = (user: { readonly email: string }, change: string) =>
    work.run(mailer.sendSecurityMail(user, change));
  let cancelWarmUp = () => {};

  const audit = createAccountAudit({
    store,
    clock,
    log,
    recognize: sessions.recognize,
    challengedUser,
    attempts: createSignInLog({ clock, log }),
    runInBackground: work.run,
    onChange(user, action) {
      const change = SECURITY_CHANGES[action];
      if (change !== undefined) sendInBackground(user, change);
    },
  });
  const passwordWork = createPasswordWork({
    random,
    cost: options.passwordCost,
    turns: options.passwordTurns,
  });
  const parts: BetterAuthDependencies = {
    passwordWork,
    store,
    random,
    log,
    baseURL,
    secret,
    isSecure,
    cookiePrefix: cookiePrefix({ isSecure }),
    mails: mailer.signInMails,
    joining: createJoining({ store, clock, random }),
    async onPasswordReset(userID, address) {
      await audit.write(userID, 'account.reset_password', { kind: 'visitor', address });
      await store.changeCredentials(userID, { kind: 'email_verified' }, clock.now());
      await store.changeCredentials(userID, { kind: 'password_renewed' }, clock.now());
      const user = await store.findUser({ id: userID });
      if (user === null) return;
      await allowNextLink(store, 'reset', user);
      await forgiveAccount(store, user);
      sendInBackground(user, PASSWORD_CHANGED);
    },
    async onLinkUsed(userID) {
      const user = await store.findUser({ id: userID });
      if (user !== null) await allowNextLink(store, 'link', user);
    },
    async onEmailProven(userID) {
      await store.changeCredentials(userID, { kind: 'factors_removed' }, clock.now());
    },
    codes: {
      now: () => clock.now(),
      challengedUser: (header) => challengedUser(header, clock.now()),
      takeStep: (userID, step) => store.takeTOTPStep(userID, step),
    },
  };
  const loadBetterAuth = openOnce(() => openBetterAuth(parts, null));
  const provider = oidc === null ? null : createOIDCClient(oidc, { parts, clock });

  const now = () => clock.now();
  const { recognize } = sessions;
  const performStep = createPerformStep({
    store,
    recognize,
    browsers,
    challengedUser,
    now,
    loadBetterAuth,
    provider,
    baseURL,
    mailedLinks,
    hasMail: mail !== null,
    hasPasswords: options.passwords,
    runInBackground: work.run,
  });

  return {
    methods: {
      passwords: options.passwords,
      mail: mail !== null,
      oidc: oidc === null ? null : { name: oidc.name },
    },
    recognize,
    browsers,
    openSession: sessions.open,
    hashPassword: passwordWork.hash,
    mailedLinks,
    emailChanges:
      mail === null
        ? null
        : createEmailChanges({
            store,
            mailer,
            box: createSecretBox(options.secretKey, random),
            now,
            baseURL,
          }),
    runInBackground: work.run,
    notices: createChangeNotices(mailer, baseURL),
    async countBackupCodes({ id, twoFactor }) {
      if (!twoFactor) return null;
      const { api } = await loadBetterAuth();
      return (await api.viewBackupCodes({ body: { userId: id } })).backupCodes.length;
    },
    performStep: (step, input, request) =>
      audit.audited({ path: step.path, input, request }, () => performStep(step, input, request)),
    completeOIDCSignIn: createOIDCSignIn({ provider, store, recognize, browsers, now, baseURL, audit }),
    warmUp() {
      cancelWarmUp = clock.after(WARM_UP_AFTER_MS, () => work.run(loadBetterAuth().then(() => {})));
    },
    async drain() {
      cancelWarmUp();
      await work.drain();
    },
  };
}

interface BackgroundWork {
  /** Logs the error if the work fails. */
  run(work: Promise<void>): void;
  /** Resolves once no work is in progress. */
  drain(): Promise<void>;
}

/** Work that may continue after the response is sent. The process waits for this work before it ends. */
function createBackgroundWork(log: Pick<Log, 'error'>): BackgroundWork {
  const inProgress = new Set<Promise<void>>();
  return {
    run(work) {
      const done: Promise<void> = work
        .catch((error: unknown) => log.error({ err: error }, 'Background work for an account failed.'))
        .finally(() => inProgress.delete(done));
      inProgress.add(done);
    },
    async drain() {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}

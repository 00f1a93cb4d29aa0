import { AppError } from '../domain/error.ts';
import type { SendMail } from '../outbound/mail.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { openOnce } from '../runtime/open-once.ts';
import type { Random } from '../runtime/random.ts';
import { hashPassword, type PasswordCost } from '../security/password.ts';
import { deriveKey } from '../security/secret-box.ts';
import type { AccountStore } from '../store/accounts/contract.ts';
import { type AccountAuditStore, createAccountAudit } from './account-audit.ts';
import { createBackgroundWork } from './background-work.ts';
import type { BetterAuthDependencies, OIDC } from './better-auth.ts';
import { callAuth, type RequestContext } from './exchange.ts';
import { createJoining, type JoiningStore } from './joining.ts';
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts';
import { createMailedLinks, type MailedLinks } from './mailed-links.ts';
import { type AccountMail, resetMail, securityMail, signInMail, writeMail } from './mails.ts';
import { openBetterAuth } from './open-better-auth.ts';
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
import { completeStep } from './sign-in/complete-step.ts';
import { createOIDCClient } from './sign-in/oidc-client.ts';
import { returnPath } from './sign-in/oidc-return.ts';
import { createPerformStep, type PerformStep } from './sign-in/perform-step.ts';
import { createSignInLog } from './sign-in/sign-in-log.ts';
import { LINK_MINUTES, RESET_MINUTES } from './sign-in/sign-in-settings.ts';
import { CALLBACK_PATH } from './sign-in/step-paths.ts';

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
  /** Performs one step of {@link import('./sign-in/steps.ts').STEPS}. Throws an AppError if the step is refused. */
  readonly performStep: PerformStep;
  /** Completes a sign-in by identity provider. `query` includes the question mark. */
  completeOIDCSignIn(
    query: string,
    request: RequestContext,
  ): Promise<{ readonly to: string; readonly cookies: readonly string[] }>;
  /** Sends a mail in the background. A failure is only logged. */
  sendMail(mail: AccountMail, sender?: string): Promise<void>;
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
  /** Cost of new password hashes, which tests lower. */
  readonly passwordCost?: PasswordCost | undefined;
}

export function createAccounts(options: AccountsOptions): Accounts {
  // Long because the parts of sign-in are created one after another, each from earlier parts.
  const { store, clock, random, log, mail, baseURL, oidc } = options;
  const secret = accountsSecret(options.secretKey);
  const mailedLinks = createMailedLinks(deriveKey(options.secretKey, 'overdue mailed invitations v1'));
  const isSecure = new URL(baseURL).protocol === 'https:';
  const cookieOf = (name: string) => createSignedCookie(name, { secret, isSecure });
  const sessions = createSessions({ store, cookie: cookieOf(SESSION_COOKIE), random, log });
  const browsers = createKnownBrowsers({ store, random, cookie: cookieOf(BROWSER_COOKIE) });
  const challengedUser = createChallengedUser(store, cookieOf(CHALLENGE_COOKIE));
  const work = createBackgroundWork(log);
  let cancelWarmUp = () => {};

  async function sendAccountMail(message: AccountMail, sender = new URL(baseURL).host): Promise<void> {
    if (mail === null) return;
    const { outcome, ...why } = await mail(writeMail(message, sender, `account.${random.uuid()}`));
    if (outcome !== 'sent') log.warn({ answer: why.answer }, 'A mail about an account could not be sent.');
  }

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
      if (change !== undefined)
        work.run(sendAccountMail(securityMail(user.email, change, `${baseURL}/account`)));
    },
  });
  const hash = (password: string) => hashPassword(password, random, options.passwordCost);
  const parts: BetterAuthDependencies = {
    hashPassword: hash,
    store,
    random,
    log,
    baseURL,
    secret,
    isSecure,
    cookiePrefix: cookiePrefix({ isSecure }),
    mails: mail === null ? null : signInMails(store, { send: sendAccountMail, baseURL }),
    joining: createJoining({ store, clock, random }),
    async onPasswordReset(userID, address) {
      await audit.write(userID, 'account.reset_password', { kind: 'visitor', address });
      await store.changeCredentials(userID, { kind: 'email_verified' }, clock.now());
      await store.forgetBrowsers(userID, { exceptHash: null }, clock.now());
      const user = await store.findUser({ id: userID });
      if (user !== null)
        work.run(sendAccountMail(securityMail(user.email, PASSWORD_CHANGED, `${baseURL}/account`)));
    },
    onEmailProven: (userID) => store.changeCredentials(userID, { kind: 'factors_removed' }, clock.now()),
    codes: {
      now: () => clock.now(),
      challengedUser: (header) => challengedUser(header, clock.now()),
      takeStep: (userID, step) => store.takeTOTPStep(userID, step),
    },
  };
  const open = openOnce(() => openBetterAuth(parts, null));
  const provider = oidc === null ? null : createOIDCClient(oidc, { parts, clock });

  const now = () => clock.now();
  const { recognize } = sessions;
  const performStep = createPerformStep({
    store,
    recognize,
    browsers,
    challengedUser,
    now,
    open,
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
    hashPassword: hash,
    mailedLinks,
    sendMail: sendAccountMail,
    performStep: (step, input, request) =>
      audit.audited({ path: step.path, input, request }, () => performStep(step, input, request)),
    async completeOIDCSignIn(query, request) {
      if (provider === null) throw new AppError('not_found', 'This service has no identity provider.');
      const opened = await provider.open();
      return audit.audited({ path: CALLBACK_PATH, input: {}, request }, async () => {
        const before = await recognize(request.cookie, now());
        const { status, headers, cookies } = await callAuth(
          opened,
          { method: 'GET', path: CALLBACK_PATH + query },
          request,
        );
        const to = returnPath(status, headers.get('location'), baseURL);
        const step = { path: CALLBACK_PATH, signsIn: true } as const;
        const entered = { step, before, request, cookies, isTrusted: false };
        return { data: {}, to, cookies: await completeStep(entered, { store, recognize, browsers, now }) };
      });
    },
    warmUp() {
      cancelWarmUp = clock.after(WARM_UP_AFTER_MS, () => work.run(open().then(() => {})));
    },
    async drain() {
      cancelWarmUp();
      await work.drain();
    },
  };
}

function signInMails(
  store: Pick<AccountStore, 'findUser'>,
  { send, baseURL }: { readonly send: (message: AccountMail) => Promise<void>; readonly baseURL: string },
): BetterAuthDependencies['mails'] {
  return {
    async signIn(email, token) {
      // Unknown addresses get no mail, so that no one learns which addresses have an account.
      if ((await store.findUser({ email })) === null) return;
      await send(signInMail(email, `${baseURL}/sign-in/link/${token}`, LINK_MINUTES));
    },
    reset: (email, token) => send(resetMail(email, `${baseURL}/reset-password/${token}`, RESET_MINUTES)),
  };
}

const PASSWORD_CHANGED = 'Your password for Overdue was changed';

/** Mail subjects by audit action. The account's owner is notified of these changes. */
const SECURITY_CHANGES: Readonly<Record<string, string>> = {
  'account.change_password': PASSWORD_CHANGED,
  'account.enable_two_factor': 'Two-factor sign-in to Overdue was turned on',
  'account.disable_two_factor': 'Two-factor sign-in to Overdue was turned off',
  'account.make_backup_codes': 'New backup codes for Overdue were created',
  'account.add_passkey': 'A passkey was added to your Overdue account',
};

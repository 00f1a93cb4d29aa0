import { Hono } from 'hono';
import { expect, onTestFinished, vi } from 'vitest';
import type { Accounts, AccountsOptions } from '../../src/accounts/accounts.ts';
import { createSignIn } from '../../src/accounts/endpoints/sign-in.ts';
import { createInvitationMail } from '../../src/accounts/mails.ts';
import { createMailer } from '../../src/platform/outbound/mailer.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { openEmptyStore } from '../empty-store.ts';
import { type API, openAPI } from '../http/api.ts';
import { createTestAccounts } from '../http/test-accounts.ts';
import { type ReceivedMail, readableText, type SmtpReceiver, startSmtp } from '../notify/smtp.ts';
import { takeDatabase } from '../postgres/database.ts';
import { type Browser, openBrowser } from './browser.ts';
import { totpOf } from './totp.ts';

export const ORIGIN = 'https://overdue.example.com';
export const PASSWORD = 'correct horse battery';

/**
 * The service on an empty database, as browsers reach it. Uses the clock of the machine, because better-auth uses it.
 */
export interface Site {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly fetch: (path: string, init: RequestInit) => Response | Promise<Response>;
  /** Errors that better-auth logged, and errors caused by defects. */
  readonly failures: readonly string[];
  open(origin?: string): Browser;
  /** Opens a browser that is signed in as the owner of the team Acme, ann@example.com. */
  openAsOwner(): Promise<Browser>;
}

export async function openSite(
  options: Partial<AccountsOptions> & { readonly store?: Store } = {},
): Promise<Site> {
  const store = options.store ?? (await openOwnStore());
  const failures: string[] = [];
  const accounts = createTestAccounts(store, {
    baseURL: ORIGIN,
    log: {
      warn() {},
      error: ({ err }, message) => void failures.push(`${message} ${err}`),
    },
    ...options,
  });
  const api: API = await openAPI({
    store,
    accounts,
    baseURL: ORIGIN,
    mailInvitation: createInvitationMail(options.mail ?? null, { warn() {} }),
    clock: { now: () => Date.now(), monotonic: () => performance.now(), after: () => () => {} },
  });
  const app = new Hono({ strict: false });
  const remoteAddress = (context: { req: { header(name: string): string | undefined } }) =>
    context.req.header('X-Test-Address') ?? '192.0.2.1';
  const log = { error: (_: object, message: string) => void failures.push(message) };
  app.route(
    '/',
    createSignIn({
      accounts,
      live: { accessChanged: async () => {} },
      log,
      random: systemRandom,
      baseURL: ORIGIN,
      remoteAddress,
    }),
  );
  app.all('*', (context) => api.app.fetch(context.req.raw));
  const fetch: Site['fetch'] = (path, init) => app.request(path, init);
  const open: Site['open'] = (origin = ORIGIN) => openBrowser(fetch, origin);
  return {
    store,
    accounts,
    fetch,
    failures,
    open,
    async openAsOwner() {
      const browser = open();
      const response = await browser.send('POST', '/v1/setup/', {
        name: 'Ann',
        email: 'ann@example.com',
        password: PASSWORD,
        team: 'Acme',
      });
      if (response.status !== 201) throw new Error(JSON.stringify(response.error));
      return browser;
    },
  };
}

/** Adds a member to the team Acme, and returns a browser in which the member is signed in. */
export async function addMember(
  { store, accounts, open }: Site,
  email: string,
  emailVerified = true,
): Promise<Browser> {
  const owner = await store.findUser({ email: 'ann@example.com' });
  const [membership] = await store.listMembers({ userID: owner?.id ?? '' });
  await store.addMember(membership?.teamID ?? '', {
    memberID: 'member-eve',
    userID: 'user-eve',
    email,
    name: 'Eve',
    role: 'member',
    passwordHash: await accounts.hashPassword(PASSWORD),
    accountID: 'account-eve',
    emailVerified,
    createdAt: Date.now(),
  });
  const browser = open();
  await browser.send('POST', '/auth/sign-in/email', { email, password: PASSWORD });
  return browser;
}

/** Moves the wall clock, including better-auth's clock. Timers don't change. */
export function passTime(ms: number): void {
  const at = Date.now() + ms;
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  }
  vi.setSystemTime(at);
}

/** How long an authenticator app shows one code. */
const STEP_MS = 30_000;

/** Enables two-factor sign-in and waits for the app's next code. Returns the app's secret and the owner's backup codes. */
export async function enableTwoFactor(
  browser: Browser,
): Promise<{ readonly totpURI: string; readonly backupCodes: string[] }> {
  const { status, data } = await browser.send('POST', '/auth/two-factor/enable', {});
  expect(status).toBe(200);
  const secret = data as { totpURI: string; backupCodes: string[] };
  const code = totpOf(secret.totpURI, Date.now());
  expect((await browser.send('POST', '/auth/two-factor/verify-totp', { code })).status).toBe(200);
  passTime(STEP_MS);
  return secret;
}

async function openOwnStore(): Promise<Store> {
  const store = await openEmptyStore(() => systemRandom.uuid());
  onTestFinished(() => store.close());
  return store;
}

/** Every sign-in test runs on each of these databases, because better-auth writes to the database itself. */
export const DATABASES = [
  { name: 'SQLite', open: openOwnStore },
  {
    name: 'PostgreSQL',
    async open(): Promise<Store> {
      const { url, drop } = await takeDatabase('18');
      const store = await openPostgresStore({ url, newID: () => systemRandom.uuid(), now: Date.now() });
      onTestFinished(async () => {
        await store.close();
        await drop();
      });
      return store;
    },
  },
];

export interface PostBox {
  readonly mail: NonNullable<AccountsOptions['mail']>;
  readonly received: SmtpReceiver['received'];
}

export async function openPostBox(): Promise<PostBox> {
  const server = await startSmtp();
  const mailer = createMailer({
    url: server.url,
    from: 'Overdue <overdue@example.com>',
    domain: 'example.com',
  });
  onTestFinished(async () => {
    mailer.close();
    await server.close();
  });
  return { mail: mailer, received: server.received };
}

/** Returns the token that follows `path` in the link of a mail. */
export function tokenIn(mail: ReceivedMail, path: string): string {
  const text = readableText(mail);
  const start = text.indexOf(`${ORIGIN}${path}`) + ORIGIN.length + path.length;
  return /^[\w-]+(?:\.[\w-]+)?/.exec(text.slice(start))?.[0] ?? '';
}

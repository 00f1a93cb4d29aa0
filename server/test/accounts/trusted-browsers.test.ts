import { describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import {
  DATABASES,
  enableTwoFactor,
  openPostBox,
  openSite,
  PASSWORD,
  passTime,
  type Site,
  tokenIn,
} from './site.ts';
import { totpOf } from './totp.ts';

const SIGN_IN = { email: 'ann@example.com', password: PASSWORD };
const NEW_PASSWORD = 'staple that horse first';
const DAY = 86_400_000;
const STEP = 30_000;

/** Signs in with a code in a new browser, and trusts the browser. */
async function trust(site: Site, totpURI: string, signIn = SIGN_IN): Promise<Browser> {
  const browser = site.open();
  await browser.send('POST', '/auth/sign-in/email', signIn);
  passTime(STEP);
  const code = totpOf(totpURI, Date.now());
  const verified = await browser.send('POST', '/auth/two-factor/verify-totp', { code, trustDevice: true });
  expect(verified.status).toBe(200);
  return browser;
}

async function needsCode(browser: Browser, password = PASSWORD): Promise<unknown> {
  const { status, data } = await browser.send('POST', '/auth/sign-in/email', { ...SIGN_IN, password });
  expect(status).toBe(200);
  return data.needsCode;
}

interface Listed {
  readonly browserID: string;
  readonly isCurrent: boolean;
  readonly trustedUntil: string;
}

async function list(browser: Browser): Promise<readonly Listed[]> {
  const { data } = await browser.send('GET', '/v1/account/trusted-browsers/');
  return data.trustedBrowsers as readonly Listed[];
}

interface Victim {
  readonly site: Site;
  readonly owner: Browser;
  readonly totpURI: string;
  readonly received: Awaited<ReturnType<typeof openPostBox>>['received'];
}

/** Ways for a victim to revoke an attacker's trusted browser. Each returns the password that is valid afterwards. */
const DEFENCES: Readonly<Record<string, (victim: Victim) => Promise<string>>> = {
  async 'a password change'({ owner }) {
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await owner.send('POST', '/auth/change-password', change)).status).toBe(200);
    return NEW_PASSWORD;
  },
  async 'a password reset'({ site, received }) {
    const browser = site.open();
    await browser.send('POST', '/auth/request-password-reset', { email: SIGN_IN.email });
    await site.accounts.drain();
    const token = tokenIn(received.find(({ raw }) => raw.includes('/reset-password/'))!, '/reset-password/');
    const reset = { token, newPassword: NEW_PASSWORD };
    expect((await browser.send('POST', '/auth/reset-password', reset)).status).toBe(200);
    return NEW_PASSWORD;
  },
  async 'a new secret of the second factor'({ owner }) {
    expect((await owner.send('POST', '/auth/two-factor/disable', {})).status).toBe(200);
    await enableTwoFactor(owner);
    return PASSWORD;
  },
  async 'new backup codes'({ owner }) {
    expect((await owner.send('POST', '/auth/two-factor/generate-backup-codes', {})).status).toBe(200);
    return PASSWORD;
  },
  async 'signing out everywhere else'({ owner }) {
    expect((await owner.send('DELETE', '/v1/account/sessions/')).status).toBe(200);
    return PASSWORD;
  },
  async 'revoking it'({ owner }) {
    const [trusted] = await list(owner);
    const path = `/v1/account/trusted-browsers/${trusted?.browserID}/`;
    expect((await owner.send('DELETE', path)).status).toBe(200);
    expect((await owner.send('DELETE', path)).status).toBe(404);
    return PASSWORD;
  },
  async 'revoking all of them'({ owner }) {
    expect((await owner.send('DELETE', '/v1/account/trusted-browsers/')).data).toEqual({ revoked: 1 });
    return PASSWORD;
  },
  async 'a new password by the command line'({ site }) {
    const user = await site.store.findUser({ email: SIGN_IN.email });
    const hash = await site.accounts.hashPassword(NEW_PASSWORD);
    const given = { accountID: 'x', hash, endsTwoFactor: false };
    await site.store.changeCredentials(user?.id ?? '', { kind: 'password', ...given }, Date.now());
    return NEW_PASSWORD;
  },
};

describe.each(DATABASES)('on $name', ({ open }) => {
  test.each(Object.entries(DEFENCES))(
    'a trusted browser is asked for the code after %s',
    async (_, defend) => {
      const { mail, received } = await openPostBox();
      const site = await openSite({ store: await open(), mail });
      const owner = await site.openAsOwner();
      const { totpURI } = await enableTwoFactor(owner);
      const thief = await trust(site, totpURI);
      expect(await needsCode(thief)).toBe(false);
      const password = await defend({ site, owner, totpURI, received });
      expect(await needsCode(thief, password)).toBe(true);
      expect(site.failures).toEqual([]);
    },
  );
});

test('trust ends 30 days after the code, even if the browser signs in again', async () => {
  const site = await openSite();
  const { totpURI } = await enableTwoFactor(await site.openAsOwner());
  const browser = await trust(site, totpURI);
  const begun = Date.now();
  for (let day = 0; day < 29; day += 1) {
    passTime(DAY);
    expect(await needsCode(browser), String(day)).toBe(false);
  }
  const [listed] = await list(browser);
  expect(Date.parse(listed?.trustedUntil ?? '') - begun).toBe(30 * DAY);
  passTime(DAY);
  expect(await needsCode(browser)).toBe(true);
});

test('each person sees only their own browsers, with the current browser marked', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const { totpURI } = await enableTwoFactor(owner);
  expect(await list(owner)).toEqual([]);
  const [one, two] = [await trust(site, totpURI), await trust(site, totpURI)];
  expect(await list(one)).toMatchObject([{ isCurrent: false }, { isCurrent: true }]);
  expect(await list(two)).toMatchObject([
    { isCurrent: true, userAgent: 'Test/1.0', remoteAddress: '192.0.2.1' },
    { isCurrent: false },
  ]);
});

test('signing out everywhere else keeps the trust in the current browser', async () => {
  const site = await openSite();
  const { totpURI } = await enableTwoFactor(await site.openAsOwner());
  const [own, other] = [await trust(site, totpURI), await trust(site, totpURI)];
  await own.send('DELETE', '/v1/account/sessions/');
  expect(await needsCode(own)).toBe(false);
  expect(await needsCode(other)).toBe(true);
});

test('the cookie of a trusted browser is new after each sign-in, and a planted cookie is worthless', async () => {
  const site = await openSite();
  const { totpURI } = await enableTwoFactor(await site.openAsOwner());
  const planted = site.open();
  await planted.send('POST', '/auth/sign-in/email', SIGN_IN);
  const name = '__Host-overdue.browser';
  const victim = await trust(site, totpURI);
  const old = victim.cookies.get(name) ?? '';
  expect(await needsCode(victim)).toBe(false);
  expect(victim.cookies.get(name)).not.toBe(old);
  const replay = await site.open().send('POST', '/auth/sign-in/email', SIGN_IN, { Cookie: `${name}=${old}` });
  expect(replay.data).toEqual({ needsCode: true });
  const set = (await victim.send('POST', '/auth/sign-in/email', SIGN_IN)).headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(name));
  expect(set).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(set).not.toMatch(/ann(?:@|%40)|example\.com/);
});

test('a cookie of an earlier version of the service skips no code', async () => {
  const site = await openSite();
  await enableTwoFactor(await site.openAsOwner());
  const browser = site.open();
  const cookie = '__Host-overdue.trust_device=x!trust-device-y.c2lnbmF0dXJl';
  const { status, data } = await browser.send('POST', '/auth/sign-in/email', SIGN_IN, { Cookie: cookie });
  expect({ status, data }).toEqual({ status: 200, data: { needsCode: true } });
});

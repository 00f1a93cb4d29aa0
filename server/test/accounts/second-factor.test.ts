import { describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import {
  DATABASES,
  enableTwoFactor as enable,
  openPostBox,
  openSite,
  PASSWORD,
  type Site,
  tokenIn,
} from './site.ts';
import { totpOf } from './totp.ts';

const SIGN_IN = { email: 'ann@example.com', password: PASSWORD };

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.send('GET', '/v1/account/')).status === 200;
}

async function begin(site: Site): Promise<Browser> {
  const browser = site.open();
  const { status, data } = await browser.send('POST', '/auth/sign-in/email', SIGN_IN);
  expect({ status, data }).toEqual({ status: 200, data: { needsCode: true } });
  expect(await isSignedIn(browser)).toBe(false);
  return browser;
}

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a confirmed code of the app is required after the password', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const { totpURI, backupCodes } = await enable(owner);
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/Overdue:ann%40example\.com\?secret=[A-Z2-7]+/);
    expect(new Set(backupCodes).size).toBe(10);
    expect((await owner.send('GET', '/v1/account/')).data).toMatchObject({ account: { twoFactor: true } });

    const browser = await begin(site);
    const verify = (code: string) => browser.send('POST', '/auth/two-factor/verify-totp', { code });
    expect(await verify('000000')).toMatchObject({ status: 401, error: { message: /code is wrong/ } });
    expect((await verify(totpOf(totpURI, Date.now()))).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect(site.failures).toEqual([]);
  });

  test('a backup code works once', async () => {
    const site = await openSite({ store: await open() });
    const { backupCodes } = await enable(await site.openAsOwner());
    const use = async (code: string) => {
      const browser = await begin(site);
      const { status } = await browser.send('POST', '/auth/two-factor/verify-backup-code', { code });
      return { status, isIn: await isSignedIn(browser) };
    };
    expect(await use(backupCodes[0] ?? '')).toEqual({ status: 200, isIn: true });
    expect(await use(backupCodes[0] ?? '')).toEqual({ status: 401, isIn: false });
    const retyped = (backupCodes[1] ?? '').toUpperCase().replaceAll('-', ' ');
    expect(await use(retyped)).toEqual({ status: 200, isIn: true });
    expect(await use('AAAAA-AAAAA')).toEqual({ status: 401, isIn: false });
  });

  test('a backup code signs in only one of several simultaneous requests, and the code is wrong for the others', async () => {
    const site = await openSite({ store: await open() });
    const { backupCodes } = await enable(await site.openAsOwner());
    const browsers = [await begin(site), await begin(site), await begin(site)];
    const code = backupCodes[0] ?? '';
    const statuses = await Promise.all(
      browsers.map(
        async (browser) =>
          (await browser.send('POST', '/auth/two-factor/verify-backup-code', { code })).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
    expect(site.failures).toEqual([]);
  });

  test('a second factor can be disabled, which invalidates earlier codes', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const { backupCodes } = await enable(owner);
    const renewed = await owner.send('POST', '/auth/two-factor/generate-backup-codes', {});
    expect(renewed.data.backupCodes).not.toContain(backupCodes[0]);
    const browser = await begin(site);
    const old = await browser.send('POST', '/auth/two-factor/verify-backup-code', {
      code: backupCodes[0] ?? '',
    });
    expect(old.status).toBe(401);
    expect((await owner.send('POST', '/auth/two-factor/disable', {})).status).toBe(200);
    expect((await owner.send('GET', '/v1/account/')).data).toMatchObject({ account: { twoFactor: false } });
    const signedIn = await site.open().send('POST', '/auth/sign-in/email', SIGN_IN);
    expect(signedIn.data).toEqual({ needsCode: false });
    expect(site.failures).toEqual([]);
  });
});

test('a link in a mail asks for the code, too', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  const { totpURI } = await enable(await site.openAsOwner());
  const browser = site.open();
  await browser.send('POST', '/auth/sign-in/magic-link', { email: SIGN_IN.email });
  await site.accounts.drain();
  const token = tokenIn(received.find(({ raw }) => raw.includes('Sign in'))!, '/sign-in/link/');
  const opened = await browser.send('POST', '/auth/magic-link/verify', { token });
  expect(opened).toMatchObject({ status: 200, data: { needsCode: true } });
  expect(await isSignedIn(browser)).toBe(false);
  const code = totpOf(totpURI, Date.now());
  expect((await browser.send('POST', '/auth/two-factor/verify-totp', { code })).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);
});

test('a new password by mail does not bypass the code', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  await enable(await site.openAsOwner());
  const browser = site.open();
  await browser.send('POST', '/auth/request-password-reset', { email: SIGN_IN.email });
  await site.accounts.drain();
  const token = tokenIn(received.find(({ raw }) => raw.includes('/reset-password/'))!, '/reset-password/');
  const newPassword = 'another good one';
  expect((await browser.send('POST', '/auth/reset-password', { token, newPassword })).status).toBe(200);
  const signIn = { ...SIGN_IN, password: newPassword };
  expect((await browser.send('POST', '/auth/sign-in/email', signIn)).data).toEqual({ needsCode: true });
});

test('wrong codes end the sign-in after a few attempts, and then limit further attempts', async () => {
  const site = await openSite();
  const { totpURI } = await enable(await site.openAsOwner());
  const browser = await begin(site);
  const wrong = () => browser.send('POST', '/auth/two-factor/verify-totp', { code: '000000' });
  for (let tried = 0; tried < 5; tried += 1) expect((await wrong()).status).toBe(401);
  const code = totpOf(totpURI, Date.now());
  expect((await browser.send('POST', '/auth/two-factor/verify-totp', { code })).status).toBe(401);
  expect(await isSignedIn(browser)).toBe(false);
});

describe.each(DATABASES)('who knows a password on $name', ({ open }) => {
  test.each(['verify-totp', 'verify-backup-code'])(
    'guesses at most 30 codes a day from whatever addresses, also at once, and locks out no known browser: %s',
    async (step) => {
      const site = await openSite({ store: await open() });
      const owner = await site.openAsOwner();
      const { totpURI } = await enable(owner);
      await owner.send('POST', '/auth/sign-out', {});
      const right = totpOf(totpURI, Date.now());
      const wrongs = Array.from({ length: 60 }, (_, index) =>
        String((Number(right) + index + 1) % 1_000_000).padStart(6, '0'),
      );
      const pending: { readonly code: string; readonly index: number; readonly browser: Browser }[] = [];
      for (const [index, code] of wrongs.entries()) pending.push({ code, index, browser: await begin(site) });
      const guess = async ({ code, index, browser }: (typeof pending)[number]) =>
        browser.send(
          'POST',
          `/auth/two-factor/${step}`,
          { code },
          { 'X-Test-Address': `203.0.113.${index}` },
        );
      const responses = await Promise.all(pending.map(guess));
      expect(responses.filter(({ status }) => status === 401)).toHaveLength(30);
      const refused = responses.find(({ status }) => status !== 401);
      expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
      expect(refused?.error?.message).toMatch(
        /^Too many attempts\. Wait \d+ hours before the next one\. Somebody who knows your password /,
      );
      expect((await owner.send('POST', '/auth/sign-in/email', SIGN_IN)).data).toEqual({ needsCode: true });
      const code = totpOf(totpURI, Date.now());
      expect((await owner.send('POST', '/auth/two-factor/verify-totp', { code })).status).toBe(200);
      expect(site.failures).toEqual([]);
    },
  );
});

test('strangers who do not know the password use up none of the attempts of the second factor', async () => {
  const site = await openSite();
  const { totpURI } = await enable(await site.openAsOwner());
  for (let tried = 0; tried < 60; tried += 1) {
    const address = { 'X-Test-Address': `203.0.113.${tried}` };
    const response = await site
      .open()
      .send('POST', '/auth/two-factor/verify-totp', { code: '000000' }, address);
    expect(response.status).toBe(401);
  }
  const code = totpOf(totpURI, Date.now());
  expect((await (await begin(site)).send('POST', '/auth/two-factor/verify-totp', { code })).status).toBe(200);
});

test.each(['reset by mail', 'changed in the account'])(
  'a new password gives back the attempts of the second factor: %s',
  async (how) => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ mail });
    const owner = await site.openAsOwner();
    const { totpURI } = await enable(owner);
    const fresh = { 'X-Test-Address': '198.51.100.9' };
    for (let tried = 0; tried < 30; tried += 1) {
      const address = { 'X-Test-Address': `203.0.113.${tried}` };
      const browser = await begin(site);
      await browser.send('POST', '/auth/two-factor/verify-backup-code', { code: 'AAAAA-AAAAA' }, address);
    }
    const code = totpOf(totpURI, Date.now());
    const verify = (browser: Browser) =>
      browser.send('POST', '/auth/two-factor/verify-totp', { code }, fresh);
    expect((await verify(await begin(site))).status).toBe(429);
    const browser = site.open();
    const newPassword = 'another good one';
    if (how === 'reset by mail') {
      await browser.send('POST', '/auth/request-password-reset', { email: SIGN_IN.email });
      await site.accounts.drain();
      const mailed = received.find(({ raw }) => raw.includes('/reset-password/'))!;
      const token = tokenIn(mailed, '/reset-password/');
      await browser.send('POST', '/auth/reset-password', { token, newPassword });
    } else await owner.send('POST', '/auth/change-password', { currentPassword: PASSWORD, newPassword });
    await browser.send('POST', '/auth/sign-in/email', { ...SIGN_IN, password: newPassword });
    expect((await verify(browser)).status).toBe(200);
  },
);

test('codes of confirmations count as attempts of the second factor, but only after the right password', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  await enable(owner);
  const thief = site.open();
  const cookie = `__Host-overdue.session_token=${owner.cookies.get('__Host-overdue.session_token')}`;
  const confirm = (password: string, tried: number) =>
    thief.send(
      'POST',
      '/auth/confirm/password',
      { password, code: '000000' },
      { Cookie: cookie, 'X-Test-Address': `203.0.113.${tried}` },
    );
  for (let tried = 0; tried < 40; tried += 1)
    expect((await confirm('not the password', tried)).error?.message).toBe('The password is wrong.');
  for (let tried = 0; tried < 30; tried += 1)
    expect((await confirm(PASSWORD, tried)).error?.message).toMatch(/^The code is wrong/);
  expect((await confirm(PASSWORD, 31)).status).toBe(429);
});

test('a trusted browser needs only the password, until two-factor sign-in begins anew', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const { totpURI } = await enable(owner);
  const browser = await begin(site);
  const code = totpOf(totpURI, Date.now());
  await browser.send('POST', '/auth/two-factor/verify-totp', { code, trustDevice: true });
  await browser.send('POST', '/auth/sign-out', {});
  expect(await isSignedIn(browser)).toBe(false);
  const again = await browser.send('POST', '/auth/sign-in/email', SIGN_IN);
  expect(again.data).toEqual({ needsCode: false });
  await begin(site);
});

import { describe, expect, test } from 'vitest';
import { forgiveAccount } from '../../src/accounts/sign-in/limits.ts';
import type { Browser } from './browser.ts';
import { DATABASES, enableTwoFactor, openSite, PASSWORD, passTime, type Site } from './site.ts';
import { totpOf } from './totp.ts';

const SIGN_IN = { email: 'ann@example.com', password: PASSWORD };
const WRONG = { ...SIGN_IN, password: 'a wrong guess' };

/** Tries wrong passwords from many IP addresses, until the service refuses sign-ins to the account from every address. */
async function lockOut(site: Site): Promise<void> {
  for (let address = 1; address <= 10; address += 1)
    for (let tried = 0; tried < 10; tried += 1) {
      const from = { 'X-Test-Address': `203.0.113.${address}` };
      expect((await site.open().send('POST', '/auth/sign-in/email', WRONG, from)).status).toBe(401);
    }
  const fresh = { 'X-Test-Address': '198.51.100.9' };
  expect((await site.open().send('POST', '/auth/sign-in/email', SIGN_IN, fresh)).status).toBe(429);
}

/** Tries wrong passwords from the owner's IP address, until the service refuses sign-ins to the account from this address. */
async function lockAddress(site: Site): Promise<void> {
  const stranger = site.open();
  for (let tried = 0; tried < 10; tried += 1) expect((await signIn(stranger, WRONG)).status).toBe(401);
  expect((await signIn(stranger)).status).toBe(429);
}

const signIn = (browser: Browser, json = SIGN_IN, address = '192.0.2.1') =>
  browser.send('POST', '/auth/sign-in/email', json, { 'X-Test-Address': address });

describe.each(DATABASES)('on $name', ({ open }) => {
  test('failed attempts of strangers lock out no browser that the account knows', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const { totpURI } = await enableTwoFactor(owner);
    await owner.send('POST', '/auth/sign-out', {});
    await lockOut(site);
    // The known browser may sign in even from an IP address that tried wrong passwords.
    expect((await signIn(owner, SIGN_IN, '203.0.113.1')).data).toEqual({ needsCode: true });
    passTime(30_000);
    const code = totpOf(totpURI, Date.now());
    const verified = await owner.send('POST', '/auth/two-factor/verify-totp', { code });
    expect(verified.status).toBe(200);
    expect(site.failures).toEqual([]);
  });
});

test('an account that strangers lock names the other ways in, and the operator can end the lock', async () => {
  const site = await openSite();
  await site.openAsOwner();
  await lockOut(site);
  const refused = await signIn(site.open(), SIGN_IN, '198.51.100.9');
  expect(refused.error?.message).toMatch(
    /^Too many attempts\. Wait \d+ minutes before the next one\. Meanwhile, sign in from a browser that you used before, or another way, or ask the operator of this service for a new password\.$/,
  );
  const owner = await site.store.findUser({ email: SIGN_IN.email });
  if (owner === null) throw new Error('There is no owner.');
  await forgiveAccount(site.store, owner);
  expect((await signIn(site.open(), SIGN_IN, '198.51.100.9')).status).toBe(200);
});

test('a known browser has its own limit', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  await owner.send('POST', '/auth/sign-out', {});
  for (let tried = 0; tried < 10; tried += 1) expect((await signIn(owner, WRONG)).status).toBe(401);
  expect((await signIn(owner)).status).toBe(429);
  expect((await signIn(site.open())).status).toBe(200);
});

test('a browser that another account knows is a stranger', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const { data } = await owner.send('POST', '/v1/invitations/', { role: 'viewer' });
  const token = /\/invite\/(\w+)"/.exec(JSON.stringify(data))?.[1];
  const eve = site.open();
  const account = { token, name: 'Eve', email: 'eve@example.com', password: 'staple that horse first' };
  expect((await eve.send('POST', '/v1/invitations/accept/', account)).status).toBe(200);
  await eve.send('POST', '/auth/sign-out', {});
  await lockAddress(site);
  expect((await signIn(eve)).status).toBe(429);
  expect((await signIn(eve, { ...SIGN_IN, email: account.email, password: account.password })).status).toBe(
    200,
  );
});

test.each(['a new password', 'revoking all trusted browsers'])(
  'the account forgets a browser after %s',
  async (by) => {
    const site = await openSite();
    const owner = await site.openAsOwner();
    const thief = site.open();
    await signIn(thief);
    const newPassword = 'staple that horse first';
    if (by === 'a new password')
      await owner.send('POST', '/auth/change-password', { currentPassword: PASSWORD, newPassword });
    else await owner.send('DELETE', '/v1/account/trusted-browsers/');
    await thief.send('POST', '/auth/sign-out', {});
    await lockAddress(site);
    expect((await signIn(thief)).status).toBe(429);
  },
);

test('a forged cookie does not make a browser known', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const name = '__Host-overdue.browser';
  const forged = (owner.cookies.get(name) ?? '').replace(/^.{5}/, 'XXXXX');
  await lockAddress(site);
  const response = await site
    .open()
    .send('POST', '/auth/sign-in/email', SIGN_IN, { Cookie: `${name}=${forged}` });
  expect(response.status).toBe(429);
});

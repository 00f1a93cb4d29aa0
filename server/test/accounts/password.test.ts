import { describe, expect, test } from 'vitest';
import { DATABASES, openPostBox, openSite, PASSWORD, tokenIn } from './site.ts';

const NEW_PASSWORD = 'tr0ub4dor and three';
const SIGN_IN = { email: 'ann@example.com', password: PASSWORD };

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a mail lets its receiver choose a password once, which ends every session', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    const browser = site.open();
    const asked = await browser.send('POST', '/auth/request-password-reset', { email: 'Ann@Example.com ' });
    expect(asked).toMatchObject({ status: 200, data: {} });
    await site.accounts.drain();
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['ann@example.com']);
    const token = tokenIn(received[0]!, '/reset-password/');
    expect(token.length).toBeGreaterThan(20);
    const reset = (newPassword: string, given = token) =>
      browser.send('POST', '/auth/reset-password', { token: given, newPassword });
    expect(await reset('too short')).toMatchObject({ status: 422 });
    expect(await reset(NEW_PASSWORD, `${token}x`)).toMatchObject({ status: 403 });
    expect(await reset(NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await reset(NEW_PASSWORD)).toMatchObject({
      status: 403,
      error: { message: 'This link has expired or was already used. Request a new one.' },
    });
    expect((await owner.send('GET', '/v1/account/')).status).toBe(401);
    expect((await browser.send('POST', '/auth/sign-in/email', SIGN_IN)).status).toBe(401);
    const signIn = { ...SIGN_IN, password: NEW_PASSWORD };
    expect((await browser.send('POST', '/auth/sign-in/email', signIn)).status).toBe(200);
    await site.accounts.drain();
    expect(received.at(-1)?.raw).toContain('Subject: Your password for Overdue was changed');
    expect(site.failures).toEqual([]);
  });

  test('a new password ends all other sessions, and needs the current password', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const other = site.open();
    await other.send('POST', '/auth/sign-in/email', SIGN_IN);
    expect((await other.send('GET', '/v1/account/')).status).toBe(200);
    const change = (currentPassword: string) =>
      owner.send('POST', '/auth/change-password', { currentPassword, newPassword: NEW_PASSWORD });
    expect(await change('not this one')).toMatchObject({
      status: 403,
      error: { message: 'The password is wrong.' },
    });
    expect((await other.send('GET', '/v1/account/')).status).toBe(200);
    expect(await change(PASSWORD)).toMatchObject({ status: 200, data: {} });
    expect((await other.send('GET', '/v1/account/')).status).toBe(401);
    expect((await owner.send('GET', '/v1/account/')).status).toBe(200);
    expect(site.failures).toEqual([]);
  });

  test('a new password ends the other links to reset it, however it was set', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    const request = async () => {
      await owner.send('POST', '/auth/request-password-reset', { email: SIGN_IN.email });
      await site.accounts.drain();
      return tokenIn(received.at(-1)!, '/reset-password/');
    };
    const reset = (token: string, newPassword: string) =>
      site.open().send('POST', '/auth/reset-password', { token, newPassword });
    const [first, second] = [await request(), await request()];
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await owner.send('POST', '/auth/change-password', change)).status).toBe(200);
    expect((await reset(first, 'staple that horse first')).status).toBe(403);
    const third = await request();
    const fourth = await request();
    expect((await reset(fourth, 'staple that horse fourth')).status).toBe(200);
    for (const token of [second, third])
      expect((await reset(token, 'staple that horse third')).status).toBe(403);
    const fifth = await request();
    const user = await site.store.findUser({ email: SIGN_IN.email });
    const set = { kind: 'password', accountID: 'x', hash: 'x', endsTwoFactor: false } as const;
    await site.store.changeCredentials(user?.id ?? '', set, Date.now());
    expect((await reset(fifth, 'staple that horse fifth')).status).toBe(403);
    await site.accounts.drain();
    expect(site.failures).toEqual([]);
  });

  test('a link in a mail signs in once', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    await site.openAsOwner();
    const browser = site.open();
    const asked = await browser.send('POST', '/auth/sign-in/magic-link', { email: 'ann@example.com' });
    expect(asked).toMatchObject({ status: 200, data: { minutes: 15 } });
    await site.accounts.drain();
    const token = tokenIn(received[0]!, '/sign-in/link/');
    const open1 = () => browser.send('POST', '/auth/magic-link/verify', { token });
    expect(await open1()).toMatchObject({ status: 200, data: { needsCode: false } });
    expect((await browser.send('GET', '/v1/account/')).status).toBe(200);
    expect((await open1()).status).toBe(403);
    expect((await site.open().send('POST', '/auth/sign-in/email', SIGN_IN)).status).toBe(200);
    expect(site.failures).toEqual([]);
  });

  test('answers do not reveal whether an address has an account', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    await site.openAsOwner();
    for (const path of ['/auth/sign-in/magic-link', '/auth/request-password-reset']) {
      const [known, unknown] = [
        await site.open().send('POST', path, { email: 'ann@example.com' }),
        await site.open().send('POST', path, { email: 'eve@example.com' }),
      ];
      expect({ ...unknown, headers: [...unknown.headers] }).toEqual({
        ...known,
        headers: [...known.headers],
      });
    }
    await site.accounts.drain();
    expect(received.map(({ to }) => to)).toEqual([['ann@example.com'], ['ann@example.com']]);
  });
});

test('links are refused without mail, and the response says what to do', async () => {
  const site = await openSite();
  await site.openAsOwner();
  for (const path of ['/auth/sign-in/magic-link', '/auth/request-password-reset'])
    expect(await site.open().send('POST', path, { email: 'ann@example.com' })).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('SMTP_URL') },
    });
});

test('guesses are limited, and do not lock the owner out elsewhere', async () => {
  const site = await openSite();
  await site.openAsOwner();
  const guess = (address: string, password = 'wrong password', email = 'ann@example.com') =>
    site.open().send('POST', '/auth/sign-in/email', { email, password }, { 'X-Test-Address': address });
  for (let tried = 0; tried < 10; tried += 1) expect((await guess('203.0.113.9')).status).toBe(401);
  const refused = await guess('203.0.113.9', PASSWORD);
  expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800);
  expect((await guess('192.0.2.55', PASSWORD)).status).toBe(200);
  // Attempts with unknown email addresses are counted too.
  for (let tried = 0; tried < 10; tried += 1)
    expect((await guess('203.0.113.10', 'wrong password', 'eve@example.com')).status).toBe(401);
  expect((await guess('203.0.113.10', 'wrong password', 'eve@example.com')).status).toBe(429);
});

test('earlier mistakes do not limit a user who has signed in', async () => {
  const site = await openSite();
  await site.openAsOwner();
  for (let round = 0; round < 3; round += 1) {
    for (let tried = 0; tried < 9; tried += 1) {
      const wrong = { ...SIGN_IN, password: 'wrong password' };
      expect((await site.open().send('POST', '/auth/sign-in/email', wrong)).status).toBe(401);
    }
    expect((await site.open().send('POST', '/auth/sign-in/email', SIGN_IN)).status).toBe(200);
  }
});

test('all addresses of an IPv6 network count as one', async () => {
  const site = await openSite();
  await site.openAsOwner();
  const statuses: number[] = [];
  for (let host = 1; host <= 51; host += 1) {
    const from = { 'X-Test-Address': `2001:db8:7:0:${host.toString(16)}::1` };
    const guess = { email: `user-${host}@example.com`, password: 'a common password' };
    statuses.push((await site.open().send('POST', '/auth/sign-in/email', guess, from)).status);
  }
  expect([statuses[49], statuses[50]]).toEqual([401, 429]);
  const elsewhere = { 'X-Test-Address': '2001:db8:8::1' };
  expect((await site.open().send('POST', '/auth/sign-in/email', SIGN_IN, elsewhere)).status).toBe(200);
});

test('many people behind one address can sign in', async () => {
  const site = await openSite();
  await site.openAsOwner();
  for (let round = 0; round < 60; round += 1)
    expect((await site.open().send('POST', '/auth/sign-in/email', SIGN_IN)).status).toBe(200);
});

test('a session can be ended from another session, only by its user', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const other = site.open();
  await other.send('POST', '/auth/sign-in/email', SIGN_IN, { 'X-Test-Address': '203.0.113.7' });
  const { sessions } = (await owner.send('GET', '/v1/account/sessions/')).data as {
    sessions: { sessionID: string; isCurrent: boolean; remoteAddress: string }[];
  };
  expect(sessions).toHaveLength(2);
  const theirs = sessions.find(({ isCurrent }) => !isCurrent);
  expect(theirs).toMatchObject({ remoteAddress: '203.0.113.7', userAgent: 'Test/1.0' });
  const path = `/v1/account/sessions/${theirs?.sessionID}/`;
  expect((await owner.send('DELETE', path)).status).toBe(200);
  expect((await other.send('GET', '/v1/account/')).status).toBe(401);
  expect((await owner.send('DELETE', path)).status).toBe(404);
  await other.send('POST', '/auth/sign-in/email', SIGN_IN);
  expect((await owner.send('DELETE', '/v1/account/sessions/')).data).toEqual({ revoked: 1 });
  expect((await owner.send('GET', '/v1/account/')).status).toBe(200);
});

test('passwords are hashed at the recommended cost', async () => {
  const { accounts } = await openSite({ passwordCost: undefined });
  expect(await accounts.hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

import { expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { ORIGIN, openSite, PASSWORD } from './site.ts';

const SIGN_IN = { email: 'ann@example.com', password: PASSWORD };

test("the first visitor creates the owner, the team and its project, and is signed in, but the second visitor can't", async () => {
  const site = await openSite();
  const visitor = site.open();
  expect((await visitor.send('GET', '/v1/setup/')).data).toEqual({
    setup: { needed: true, mail: false, oidc: null, passwords: true },
  });
  const owner = await site.openAsOwner();
  expect((await owner.send('GET', '/v1/account/')).data).toEqual({
    account: {
      email: 'ann@example.com',
      name: 'Ann',
      hasPassword: true,
      mayCreateTeams: true,
      needsTwoFactor: false,
      revision: 1,
      twoFactor: false,
      team: { teamID: expect.any(String), name: 'Acme', role: 'owner' },
      teams: [expect.objectContaining({ name: 'Acme' })],
      via: 'session',
      service: {
        version: '1.2.3',
        baseURL: ORIGIN,
        mailPingHost: '',
        hasMail: false,
        allowsPrivateAddresses: false,
      },
    },
  });
  expect((await owner.send('GET', '/v1/projects/')).data).toMatchObject({ projects: [{ name: 'Default' }] });
  expect((await owner.send('POST', '/v1/monitors/', { name: 'job' })).status).toBe(201);
  expect((await visitor.send('GET', '/v1/setup/')).data).toMatchObject({ setup: { needed: false } });
  const again = await visitor.send('POST', '/v1/setup/', { ...SIGN_IN, name: 'Eve', team: 'Evil' });
  expect(again).toMatchObject({ status: 409, error: { code: 'conflict' } });
  expect(site.failures).toEqual([]);
});

test('a password signs in, and signing out ends the session immediately', async () => {
  const site = await openSite();
  await site.openAsOwner();
  const browser = site.open();
  expect((await browser.send('GET', '/v1/account/')).status).toBe(401);
  const { status, data, headers } = await browser.send('POST', '/auth/sign-in/email', SIGN_IN);
  expect({ status, data }).toEqual({ status: 200, data: { needsCode: false } });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-overdue\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-overdue\.browser=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  expect((await browser.send('GET', '/v1/account/')).status).toBe(200);
  const kept = new Map(browser.cookies);
  expect((await browser.send('POST', '/auth/sign-out', {})).status).toBe(200);
  // The remaining cookie lets the account recognize the browser, but signs nobody in.
  expect([...browser.cookies.keys()]).toEqual(['__Host-overdue.browser']);
  const thief = openBrowser(site.fetch, ORIGIN);
  const Cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
  expect((await thief.send('GET', '/v1/account/', undefined, { Cookie })).status).toBe(401);
  expect(site.failures).toEqual([]);
});

test('a wrong password and an unknown address get the same response', async () => {
  const site = await openSite();
  await site.openAsOwner();
  const browser = site.open();
  const wrong = await browser.send('POST', '/auth/sign-in/email', { ...SIGN_IN, password: 'not this one' });
  const unknown = await browser.send('POST', '/auth/sign-in/email', { ...SIGN_IN, email: 'eve@example.com' });
  expect(wrong).toMatchObject({
    status: 401,
    error: { message: 'The email address or the password is wrong.' },
  });
  expect(unknown.error).toEqual(wrong.error);
  expect(unknown.status).toBe(401);
  expect([...unknown.headers]).toEqual([...wrong.headers]);
});

test('a changing request must come from a page of this host', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const others = [
    'https://evil.example',
    'null',
    '',
    'https://overdue.example.com.evil.example',
    'https://overdue.example.com:8443',
    // An attacker on the network could have forged an unencrypted page of this host.
    'http://overdue.example.com',
  ];
  for (const Origin of others) {
    const response = await owner.send('POST', '/v1/monitors/', { name: 'job' }, { Origin });
    expect(response, Origin).toMatchObject({ status: 403, error: { code: 'forbidden' } });
    const signIn = await site.open().send('POST', '/auth/sign-in/email', SIGN_IN, { Origin });
    expect(signIn, Origin).toMatchObject({ status: 403, error: { code: 'forbidden' } });
  }
  expect(
    (await owner.send('GET', '/v1/monitors/', undefined, { Origin: 'https://evil.example' })).status,
  ).toBe(200);
  // Another host name of this service is allowed if the page's origin has the same host name.
  const local = { Origin: 'http://127.0.0.1:8080', Host: '127.0.0.1:8080' };
  expect((await owner.send('POST', '/v1/monitors/', { name: 'job' }, local)).status).toBe(201);
});

test('a changed cookie is not a session', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const [[name, value] = ['', '']] = [...owner.cookies];
  for (const other of [value.slice(1), `x${value.slice(1)}`, value.slice(0, -4), '', '%', '....', 'ä.ö']) {
    const response = await site.open().send('GET', '/v1/account/', undefined, {
      Cookie: `${name}=${encodeURIComponent(other)}`,
    });
    expect(response.status, other).toBe(401);
  }
});

test('only the listed steps of better-auth are reachable', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  for (const path of [
    'sign-up/email',
    'update-user',
    'delete-user',
    'set-password',
    'get-session',
    'list-sessions',
    'ok',
  ])
    expect((await owner.send('POST', `/auth/${path}`, {})).status, path).toBe(404);
});

import { describe, expect, test } from 'vitest';
import { openAuthenticator } from './authenticator.ts';
import type { Browser, Page } from './browser.ts';
import { CLIENT, openIdentityProvider } from './identity-provider.ts';
import {
  DATABASES,
  enableTwoFactor,
  ORIGIN,
  openPostBox,
  openSite,
  PASSWORD,
  passTime,
  type Site,
  tokenIn,
} from './site.ts';
import { totpOf } from './totp.ts';

const MINUTE = 60_000;
const REFUSED = { status: 403, error: { code: 'fresh_sign_in_required' } };

async function addMember(site: Site, owner: Browser): Promise<string> {
  const made = await owner.send('POST', '/v1/invitations/', { role: 'member', email: 'eve@example.com' });
  const { url } = made.data.invitation as { url: string };
  const accepted = await site.open().send('POST', '/v1/invitations/accept/', {
    token: url.slice(url.lastIndexOf('/') + 1),
    name: 'Eve',
    password: 'staple that horse first',
  });
  expect(accepted.status).toBe(200);
  const { members } = (await owner.send('GET', '/v1/members/')).data as {
    members: { memberID: string; email: string }[];
  };
  return members.find(({ email }) => email === 'eve@example.com')?.memberID ?? '';
}

/** Returns every action that would give an attacker lasting access. */
function attacks(browser: Browser, memberID: string): readonly (() => Promise<Page>)[] {
  return [
    () => browser.send('POST', '/v1/tokens/', { name: 'mine' }),
    () => browser.send('POST', '/v1/invitations/', { role: 'admin' }),
    () => browser.send('PATCH', `/v1/members/${memberID}/`, { role: 'admin' }),
    () => browser.send('PATCH', `/v1/members/${memberID}/`, { role: 'owner' }),
    () => browser.send('POST', '/v1/team/transfer/', { memberID }),
    () => browser.send('GET', '/auth/passkey/generate-register-options'),
    () => browser.send('POST', '/auth/passkey/verify-registration', { response: { id: 'x' } }),
    () => browser.send('POST', '/auth/two-factor/enable', {}),
    () => browser.send('POST', '/auth/two-factor/disable', {}),
    () => browser.send('POST', '/auth/two-factor/generate-backup-codes', {}),
  ];
}

const confirm = (browser: Browser, input: object = { password: PASSWORD }) =>
  browser.send('POST', '/auth/confirm/password', input);

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a stolen session creates no lasting access ten minutes after the sign-in', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const memberID = await addMember(site, owner);
    passTime(10 * MINUTE);
    for (const attack of attacks(owner, memberID)) expect(await attack()).toMatchObject(REFUSED);
    // Actions that grant no lasting access, such as lowering a role, still work.
    expect((await owner.send('PATCH', `/v1/members/${memberID}/`, { role: 'viewer' })).status).toBe(200);

    expect(await confirm(owner, { password: 'a wrong guess' })).toMatchObject({
      status: 403,
      error: { code: 'forbidden', message: 'The password is wrong.' },
    });
    expect(await owner.send('POST', '/v1/tokens/', { name: 'mine' })).toMatchObject(REFUSED);
    expect(await confirm(owner)).toMatchObject({ status: 200, data: { needsCode: false } });
    expect((await owner.send('POST', '/v1/tokens/', { name: 'mine' })).status).toBe(201);
    expect((await owner.send('GET', '/auth/passkey/generate-register-options')).status).toBe(200);
    // The confirmation created no second session.
    const { sessions } = (await owner.send('GET', '/v1/account/sessions/')).data as { sessions: object[] };
    expect(sessions).toHaveLength(1);
    expect((await owner.send('POST', '/v1/team/transfer/', { memberID })).status).toBe(200);
    passTime(10 * MINUTE);
    expect(await owner.send('POST', '/v1/tokens/', { name: 'mine' })).toMatchObject(REFUSED);
    expect(site.failures).toEqual([]);
  });

  test('a password confirms nothing without the second factor', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const { totpURI, backupCodes } = await enableTwoFactor(owner);
    passTime(10 * MINUTE);
    expect(await confirm(owner)).toMatchObject({ status: 200, data: { needsCode: true } });
    expect(await owner.send('POST', '/auth/two-factor/disable', {})).toMatchObject(REFUSED);
    const change = { currentPassword: PASSWORD, newPassword: 'staple that horse first' };
    expect(await owner.send('POST', '/auth/change-password', change)).toMatchObject(REFUSED);
    expect(await confirm(owner, { password: PASSWORD, code: '000000' })).toMatchObject({
      status: 403,
      error: { code: 'forbidden', message: /code is wrong/ },
    });
    expect(await owner.send('POST', '/auth/two-factor/disable', {})).toMatchObject(REFUSED);
    const code = totpOf(totpURI, Date.now());
    expect((await confirm(owner, { password: PASSWORD, code })).status).toBe(200);
    expect((await owner.send('POST', '/auth/change-password', change)).status).toBe(200);

    passTime(10 * MINUTE);
    const backup = { password: change.newPassword, code: backupCodes[0] ?? '', isBackup: true };
    expect((await confirm(owner, backup)).data).toEqual({ needsCode: false });
    expect((await owner.send('POST', '/auth/two-factor/disable', {})).status).toBe(200);
    expect(site.failures).toEqual([]);
  });
});

test('guesses at the confirmation are limited', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  passTime(10 * MINUTE);
  for (let tried = 0; tried < 10; tried += 1)
    expect((await confirm(owner, { password: 'a wrong guess' })).status).toBe(403);
  expect(await confirm(owner)).toMatchObject({ status: 429 });
});

test('a passkey confirms only its own account', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const [own, strange] = [openAuthenticator(ORIGIN), openAuthenticator(ORIGIN)];
  const add = async (browser: Browser, device: typeof own) => {
    const { data } = await browser.send('GET', '/auth/passkey/generate-register-options');
    const response = device.create(data.options as Readonly<Record<string, unknown>>);
    return browser.send('POST', '/auth/passkey/verify-registration', { response });
  };
  await add(owner, own);
  await addMember(site, owner);
  const eve = site.open();
  const signIn = { email: 'eve@example.com', password: 'staple that horse first' };
  await eve.send('POST', '/auth/sign-in/email', signIn);
  expect((await add(eve, strange)).status).toBe(200);
  passTime(10 * MINUTE);
  const confirmBy = async (device: typeof own) => {
    const { data } = await owner.send('GET', '/auth/passkey/generate-authenticate-options');
    const response = device.get(data.options as Readonly<Record<string, unknown>>);
    return owner.send('POST', '/auth/confirm/passkey', { response });
  };
  expect(await confirmBy(strange)).toMatchObject({ status: 403, error: { code: 'forbidden' } });
  expect(await owner.send('POST', '/v1/tokens/', { name: 'mine' })).toMatchObject(REFUSED);
  expect((await confirmBy(own)).status).toBe(200);
  expect((await owner.send('POST', '/v1/tokens/', { name: 'mine' })).status).toBe(201);
});

test('a user without password and passkey confirms by the provider or a mailed link, and stays in their team', async () => {
  const provider = await openIdentityProvider();
  const { mail, received } = await openPostBox();
  const oidc = { issuer: provider.issuer, ...CLIENT, name: 'Acme SSO', trustEmail: false };
  const site = await openSite({ oidc, mail });
  const owner = await site.openAsOwner();
  await owner.send('POST', '/v1/invitations/', { role: 'admin', email: 'eve@example.com' });
  provider.become({ sub: 'eve', email: 'eve@example.com', email_verified: true, name: 'Eve' });
  const eve = site.open();
  const visit = async (json: object): Promise<string> => {
    const { data } = await eve.send('POST', '/auth/sign-in/oidc', json);
    const asked = new URL(String(data.url));
    const { pathname, search } = await provider.visit(asked.href);
    const { headers } = await eve.send('GET', pathname + search);
    expect(headers.get('Location')).toBe(`${ORIGIN}${'next' in json ? json.next : '/'}`);
    return `${asked.searchParams.get('prompt')} ${asked.searchParams.get('max_age')}`;
  };
  const invite = () => eve.send('POST', '/v1/invitations/', { role: 'viewer' });
  expect(await visit({})).toBe('null null');
  const { team } = (await eve.send('POST', '/v1/teams/', { name: 'Side' })).data as {
    team: { teamID: string };
  };
  await eve.send('PATCH', '/v1/account/', { teamID: team.teamID });
  passTime(10 * MINUTE);
  expect(await invite()).toMatchObject(REFUSED);
  expect(await confirm(eve)).toMatchObject({ status: 409 });
  expect(await visit({ again: true, next: '/team?tab=members' })).toBe('login 0');
  expect((await invite()).status).toBe(201);
  const account = async () => (await eve.send('GET', '/v1/account/')).data.account;
  expect(await account()).toMatchObject({ team: { teamID: team.teamID } });

  passTime(10 * MINUTE);
  await eve.send('POST', '/auth/sign-in/magic-link', { email: 'eve@example.com' });
  await site.accounts.drain();
  const token = tokenIn(received.find(({ raw }) => raw.includes('/sign-in/link/'))!, '/sign-in/link/');
  expect(await invite()).toMatchObject(REFUSED);
  expect((await eve.send('POST', '/auth/magic-link/verify', { token })).status).toBe(200);
  expect((await invite()).status).toBe(201);
  expect(await account()).toMatchObject({ team: { teamID: team.teamID } });
  const { sessions } = (await eve.send('GET', '/v1/account/sessions/')).data as { sessions: object[] };
  expect(sessions).toHaveLength(1);
});

test('the way back from the provider leads to no other host', async () => {
  const provider = await openIdentityProvider();
  const oidc = { issuer: provider.issuer, ...CLIENT, name: 'Acme SSO', trustEmail: false };
  const site = await openSite({ oidc });
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'evil', '/a b'])
    expect((await site.open().send('POST', '/auth/sign-in/oidc', { next })).status, next).toBe(422);
});

test('a session ends 90 days after its sign-in, even if it is used', async () => {
  const site = await openSite();
  const begun = Date.now();
  const owner = await site.openAsOwner();
  for (let day = 10; day < 90; day += 10) {
    passTime(10 * 86_400_000);
    expect((await owner.send('GET', '/v1/account/')).status, String(day)).toBe(200);
  }
  const { sessions } = (await owner.send('GET', '/v1/account/sessions/')).data as {
    sessions: { endsAt: string; expiresAt: string }[];
  };
  expect(sessions).toHaveLength(1);
  const { endsAt = '', expiresAt = '' } = sessions[0] ?? {};
  expect(Date.parse(endsAt) - begun).toBeGreaterThanOrEqual(90 * 86_400_000);
  expect(Date.parse(endsAt) - begun).toBeLessThan(90 * 86_400_000 + 60_000);
  expect(expiresAt).toBe(endsAt);
  passTime(10 * 86_400_000);
  expect((await owner.send('GET', '/v1/account/')).status).toBe(401);
  expect(
    (
      await owner.send('POST', '/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'staple that horse first',
      })
    ).status,
  ).toBe(401);
});

test('a session that an earlier version has prolonged also ends 90 days after its sign-in', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  passTime(20 * 86_400_000);
  const { sessions } = (await owner.send('GET', '/v1/account/sessions/')).data as {
    sessions: { sessionID: string }[];
  };
  await site.store.recordUse(
    { kind: 'session', id: sessions[0]?.sessionID ?? '', expiresAt: Date.now() + 200 * 86_400_000 },
    Date.now(),
  );
  passTime(69 * 86_400_000);
  expect((await owner.send('GET', '/v1/account/')).status).toBe(200);
  await site.store.recordUse(
    { kind: 'session', id: sessions[0]?.sessionID ?? '', expiresAt: Date.now() + 200 * 86_400_000 },
    Date.now(),
  );
  passTime(2 * 86_400_000);
  expect((await owner.send('GET', '/v1/account/')).status).toBe(401);
});

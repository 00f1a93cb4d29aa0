import { describe, expect, test } from 'vitest';
import { type Authenticator, openAuthenticator } from './authenticator.ts';
import type { Browser } from './browser.ts';
import { DATABASES, ORIGIN, openSite } from './site.ts';

type Options = Readonly<Record<string, unknown>>;

async function optionsFrom(browser: Browser, path: string): Promise<Options> {
  const { status, data } = await browser.send('GET', `/auth/passkey/${path}`);
  expect(status).toBe(200);
  return data.options as Options;
}

async function add(owner: Browser, device: Authenticator, name = 'Laptop') {
  const response = device.create(await optionsFrom(owner, 'generate-register-options'));
  return owner.send('POST', '/auth/passkey/verify-registration', { response, name });
}

async function signIn(browser: Browser, device: Authenticator, more: { isVerified?: boolean } = {}) {
  const response = device.get(await optionsFrom(browser, 'generate-authenticate-options'), more);
  return browser.send('POST', '/auth/passkey/verify-authentication', { response });
}

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a passkey is added, signs in without an address or a password, is renamed and deleted', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const device = openAuthenticator(ORIGIN);
    const options = await optionsFrom(owner, 'generate-register-options');
    expect(options).toMatchObject({
      rp: { id: 'overdue.example.com', name: 'Overdue' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await add(owner, device);
    const passkey = {
      passkeyID: expect.any(String),
      name: 'Laptop',
      isSynced: false,
      createdAt: expect.stringMatching(/^\d{4}-/),
    };
    expect(added).toMatchObject({ status: 200, data: { passkey } });
    const listed = async () => (await owner.send('GET', '/auth/passkey/list-user-passkeys')).data;
    expect(await listed()).toEqual({ passkeys: [passkey] });

    const browser = site.open();
    expect((await signIn(browser, device)).status).toBe(200);
    expect((await browser.send('GET', '/v1/account/')).status).toBe(200);
    const { passkeyID: id } = added.data.passkey as { passkeyID: string };
    await owner.send('POST', '/auth/passkey/update-passkey', { id, name: 'Phone' });
    expect(await listed()).toMatchObject({ passkeys: [{ name: 'Phone' }] });
    expect((await owner.send('POST', '/auth/passkey/delete-passkey', { id })).status).toBe(200);
    expect(await listed()).toEqual({ passkeys: [] });
    expect(await signIn(site.open(), device)).toMatchObject({
      status: 401,
      error: { message: 'This passkey doesn’t belong to any account here.' },
    });
    expect(site.failures).toEqual([]);
  });
});

test('a device that does not verify its user does not sign in', async () => {
  const site = await openSite();
  const device = openAuthenticator(ORIGIN);
  await add(await site.openAsOwner(), device);
  const browser = site.open();
  expect((await signIn(browser, device, { isVerified: false })).status).toBe(401);
  expect((await browser.send('GET', '/v1/account/')).status).toBe(401);
});

test('a challenge works once, in the browser that requested it, and on a page of this service', async () => {
  const site = await openSite();
  const device = openAuthenticator(ORIGIN);
  const owner = await site.openAsOwner();
  await add(owner, device);
  const browser = site.open();
  const response = device.get(await optionsFrom(browser, 'generate-authenticate-options'));
  const send = (from: Browser, given: object = response) =>
    from.send('POST', '/auth/passkey/verify-authentication', { response: given });
  expect((await send(site.open())).status).toBe(401);
  expect((await send(browser)).status).toBe(200);
  expect((await send(browser)).status).toBe(401);
  const elsewhere = openAuthenticator('https://evil.example');
  expect((await add(owner, elsewhere)).status).toBeGreaterThanOrEqual(400);
});

test('only their user sees and deletes passkeys', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const added = await add(owner, openAuthenticator(ORIGIN));
  const { passkeyID: id } = added.data.passkey as { passkeyID: string };
  expect((await site.open().send('GET', '/auth/passkey/list-user-passkeys')).status).toBe(401);
  const { data } = await owner.send('POST', '/v1/invitations/', { role: 'admin' });
  const url = (data.invitation as { url: string }).url;
  const eve = site.open();
  await eve.send('POST', '/v1/invitations/accept/', {
    token: url.slice(url.lastIndexOf('/') + 1),
    name: 'Eve',
    email: 'eve@example.com',
    password: 'eve sketches old harbours',
  });
  expect((await eve.send('GET', '/v1/account/')).status).toBe(200);
  expect((await eve.send('GET', '/auth/passkey/list-user-passkeys')).data).toEqual({ passkeys: [] });
  for (const path of ['delete-passkey', 'update-passkey'])
    expect(
      (
        await eve.send('POST', `/auth/passkey/${path}`, {
          id,
          ...(path.startsWith('u') ? { name: 'x' } : {}),
        })
      ).status,
    ).toBeGreaterThanOrEqual(400);
  expect((await owner.send('GET', '/auth/passkey/list-user-passkeys')).data).toMatchObject({
    passkeys: [{ name: 'Laptop' }],
  });
});

test('a passkey that is registered again is refused, and is no defect in the log', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const device = openAuthenticator(ORIGIN);
  expect((await add(owner, device)).status).toBe(200);
  expect(await add(owner, device, 'Again')).toMatchObject({
    status: 409,
    error: { message: 'This passkey is already registered. Use another device.' },
  });
  expect((await owner.send('GET', '/auth/passkey/list-user-passkeys')).data.passkeys).toHaveLength(1);
  expect(site.failures).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { makeMember } from '../callers.ts';
import { openAuthenticator } from './authenticator.ts';
import type { Browser } from './browser.ts';
import { DATABASES, enableTwoFactor, ORIGIN, openSite, PASSWORD } from './site.ts';

const REFUSED = { status: 403, error: { code: 'two_factor_required' } };
const require = (browser: Browser, requireTwoFactor: boolean) =>
  browser.send('PATCH', '/v1/team/', { requireTwoFactor });

async function optionsFrom(browser: Browser, path: string) {
  return (await browser.send('GET', `/auth/passkey/${path}`)).data.options as Readonly<
    Record<string, unknown>
  >;
}

async function invite(
  site: Awaited<ReturnType<typeof openSite>>,
  owner: Browser,
  role: string,
): Promise<Browser> {
  const { invitation } = (await owner.send('POST', '/v1/invitations/', { role })).data;
  const token = String(Object(invitation).url).slice(-40);
  const browser = site.open();
  const person = { token, name: 'Eve', email: 'eve@example.com', password: PASSWORD };
  expect(await browser.send('POST', '/v1/invitations/accept/', person)).toMatchObject({ status: 200 });
  return browser;
}

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a team that requires a second factor refuses members without one, and their tokens', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const eve = await invite(site, owner, 'member');
    const { token } = (await eve.send('POST', '/v1/tokens/', { name: 'job' })).data;
    const asToken = async () => {
      const headers = { Authorization: `Bearer ${String(Object(token).token)}` };
      return (await site.fetch('/v1/monitors/', { headers })).status;
    };
    // An owner without a second factor can't require second factors in the team, because the rule would lock the owner out.
    expect(await require(owner, true)).toMatchObject(REFUSED);
    expect(await require(eve, true)).toMatchObject({ status: 403, error: { code: 'forbidden' } });
    await enableTwoFactor(owner);
    expect(await require(owner, true)).toMatchObject({
      status: 200,
      data: { team: { requireTwoFactor: true } },
    });

    for (const path of ['/v1/monitors/', '/v1/live/', '/v1/members/', '/v1/team/'])
      expect(await eve.send('GET', path)).toMatchObject(REFUSED);
    expect(await asToken()).toBe(403);
    expect((await eve.send('GET', '/v1/account/')).data).toMatchObject({ account: { needsTwoFactor: true } });
    expect((await owner.send('GET', '/v1/members/')).data).toMatchObject({
      members: [
        { email: 'ann@example.com', hasTwoFactor: true },
        { email: 'eve@example.com', hasTwoFactor: false },
      ],
    });
    expect(await owner.send('GET', '/v1/monitors/')).toMatchObject({ status: 200 });

    await enableTwoFactor(eve);
    expect((await eve.send('GET', '/v1/account/')).data).toMatchObject({
      account: { needsTwoFactor: false },
    });
    expect(await eve.send('GET', '/v1/monitors/')).toMatchObject({ status: 200 });
    expect(await asToken()).toBe(200);
    expect(site.failures).toEqual([]);
  });

  test('a passkey counts for the sign-in that uses it, but not beside a sign-in by password', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    await enableTwoFactor(owner);
    await require(owner, true);
    const eve = await invite(site, owner, 'viewer');
    const device = openAuthenticator(ORIGIN);
    const response = device.create(await optionsFrom(eve, 'generate-register-options'));
    expect(
      await eve.send('POST', '/auth/passkey/verify-registration', { response, name: 'Laptop' }),
    ).toMatchObject({ status: 200 });
    expect(await eve.send('GET', '/v1/monitors/')).toMatchObject(REFUSED);
    const byPasskey = site.open();
    const proof = device.get(await optionsFrom(byPasskey, 'generate-authenticate-options'));
    expect(
      await byPasskey.send('POST', '/auth/passkey/verify-authentication', { response: proof }),
    ).toMatchObject({ status: 200 });
    expect(await byPasskey.send('GET', '/v1/monitors/')).toMatchObject({ status: 200 });
    expect((await owner.send('GET', '/v1/members/')).data).toMatchObject({
      members: [{ hasTwoFactor: true }, { email: 'eve@example.com', hasTwoFactor: true }],
    });
    // Only admins see who has a second factor.
    expect((await byPasskey.send('GET', '/v1/members/')).data).toMatchObject({
      members: [{ hasTwoFactor: null }, {}],
    });
  });
});

test('only owners can change requirements for sign-ins and tokens', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const [team] = await site.store.listTeams();
  const admin = await makeMember(
    site.store,
    { teamID: team?.id ?? '', role: 'admin', scope: 'write' },
    Date.now(),
  );
  for (const change of [{ requireTwoFactor: true }, { tokenDaysMax: 30 }]) {
    const response = await site.fetch('/v1/team/', {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(change),
    });
    expect(response.status).toBe(403);
  }
  expect(await owner.send('PATCH', '/v1/team/', { tokenDaysMax: 90 })).toMatchObject({
    data: { team: { tokenDaysMax: 90 } },
  });
});

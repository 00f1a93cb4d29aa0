import { describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { CLIENT, type IdentityProvider, openIdentityProvider } from './identity-provider.ts';
import { DATABASES, ORIGIN, openSite, PASSWORD, type Site } from './site.ts';

async function openSiteWith(
  provider: IdentityProvider,
  more: Parameters<typeof openSite>[0] = {},
): Promise<Site> {
  return openSite({
    oidc: { issuer: provider.issuer, ...CLIENT, name: 'Acme SSO', trustEmail: false },
    ...more,
  });
}

/** Signs in through the provider. Returns the address of the last redirect. */
async function signIn(browser: Browser, provider: IdentityProvider, json: object = {}): Promise<string> {
  const begun = await browser.send('POST', '/auth/sign-in/oidc', json);
  expect(begun.status).toBe(200);
  const { pathname, search } = await provider.visit(String(begun.data.url));
  expect(pathname).toBe('/auth/callback/oidc');
  const { status, headers } = await browser.send('GET', pathname + search);
  expect(status).toBe(302);
  return headers.get('Location') ?? '';
}

async function emailOf(browser: Browser): Promise<string | undefined> {
  const { data } = await browser.send('GET', '/v1/account/');
  return (data.account as { email: string } | undefined)?.email;
}

describe.each(DATABASES)('on $name', ({ open }) => {
  test('an existing user signs in by the identity provider, and its tokens are not stored', async () => {
    const provider = await openIdentityProvider();
    const site = await openSiteWith(provider, { store: await open() });
    await site.openAsOwner();
    const browser = site.open();
    expect((await browser.send('GET', '/v1/setup/')).data).toMatchObject({
      setup: { oidc: { name: 'Acme SSO' } },
    });
    expect(await signIn(browser, provider)).toBe(`${ORIGIN}/`);
    expect(await emailOf(browser)).toBe('ann@example.com');
    // A provider may change a person's email address but not the identity (`sub`).
    provider.become({ sub: 'ann-at-idp', email: 'ann.new@example.com', email_verified: true });
    const again = site.open();
    await signIn(again, provider);
    expect(await emailOf(again)).toBe('ann@example.com');
    const signedIn = await site
      .open()
      .send('POST', '/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
    expect(signedIn.status).toBe(200);
    expect(site.failures).toEqual([]);
  });

  test('an unknown person may sign in only if their address is invited', async () => {
    const provider = await openIdentityProvider();
    const site = await openSiteWith(provider, { store: await open() });
    const owner = await site.openAsOwner();
    provider.become({ sub: 'eve', email: 'eve@example.com', email_verified: true, name: 'Eve' });
    const eve = site.open();
    expect(await signIn(eve, provider)).toBe(`${ORIGIN}/sign-in?error=no_account`);
    expect(await emailOf(eve)).toBeUndefined();
    expect(await site.store.findUser({ email: 'eve@example.com' })).toBeNull();
    await owner.send('POST', '/v1/invitations/', { role: 'viewer', email: 'eve@example.com' });
    expect(await signIn(eve, provider)).toBe(`${ORIGIN}/`);
    expect((await eve.send('GET', '/v1/account/')).data).toMatchObject({
      account: { name: 'Eve', hasPassword: false, team: { name: 'Acme', role: 'viewer' } },
    });
  });
});

test('an address that the provider has not verified matches no account', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  await site.openAsOwner();
  for (const email_verified of [false, undefined]) {
    provider.become({
      sub: 'mallory',
      email: 'ann@example.com',
      ...(email_verified === undefined ? {} : { email_verified }),
    });
    const browser = site.open();
    expect(await signIn(browser, provider)).toBe(`${ORIGIN}/sign-in?error=not_verified`);
    expect(await emailOf(browser)).toBeUndefined();
  }
});

/** Values of `email_verified` other than `true` and `"true"`. OpenID Connect Core 5.1 defines a boolean; some providers send texts. */
const UNVERIFIED = [
  false,
  'false',
  'False',
  'FALSE',
  'TRUE',
  'yes',
  '',
  0,
  1,
  '0',
  '1',
  null,
  [],
  [true],
  {},
];
const DOORS = ['the ID token', 'the userinfo endpoint'] as const;

/** Makes the provider send claims about a person through one door. */
function tell(
  provider: IdentityProvider,
  door: (typeof DOORS)[number],
  person: Parameters<IdentityProvider['become']>[0],
): void {
  provider.become(person);
  if (door === 'the userinfo endpoint') provider.useUserInfo({});
}

describe.each(DOORS)('through %s', (door) => {
  test.each([true, 'true'])('email_verified %j is a verified address', async (email_verified) => {
    const provider = await openIdentityProvider();
    const site = await openSiteWith(provider);
    await site.openAsOwner();
    tell(provider, door, { sub: 'ann-at-idp', email: 'Ann@Example.com', email_verified });
    const browser = site.open();
    expect(await signIn(browser, provider)).toBe(`${ORIGIN}/`);
    expect(await emailOf(browser)).toBe('ann@example.com');
  });

  test('any other value of email_verified links no account and accepts no invitation', async () => {
    const provider = await openIdentityProvider();
    const site = await openSiteWith(provider);
    const owner = await site.openAsOwner();
    await owner.send('POST', '/v1/invitations/', { role: 'admin', email: 'eve@example.com' });
    for (const email_verified of UNVERIFIED) {
      tell(provider, door, { sub: 'mallory', email: 'ann@example.com', email_verified });
      const browser = site.open();
      expect(await signIn(browser, provider), JSON.stringify(email_verified)).toBe(
        `${ORIGIN}/sign-in?error=not_verified`,
      );
      expect(await emailOf(browser)).toBeUndefined();
      // The answer is the same for addresses without an account, so that no one learns which addresses have one.
      for (const email of ['eve@example.com', 'unknown@example.com']) {
        tell(provider, door, { sub: 'mallory', email, email_verified });
        expect(await signIn(site.open(), provider), JSON.stringify(email_verified)).toBe(
          `${ORIGIN}/sign-in?error=not_verified`,
        );
      }
    }
    expect(await site.store.findUser({ email: 'eve@example.com' })).toBeNull();
  });

  test.each([123, 0, '', null, true, ['ann-at-idp'], { id: 'ann-at-idp' }])(
    'sub %j identifies no person',
    async (sub) => {
      const provider = await openIdentityProvider();
      const site = await openSiteWith(provider);
      await site.openAsOwner();
      await signIn(site.open(), provider);
      tell(provider, door, { sub: 'ann-at-idp', email: 'ann@example.com', email_verified: true });
      provider.forge({ sub });
      if (door === 'the userinfo endpoint') provider.useUserInfo({ sub });
      const browser = site.open();
      expect(await signIn(browser, provider)).toMatch(/sign-in\?error=(failed|bad_identity)$/);
      expect(await emailOf(browser)).toBeUndefined();
    },
  );

  test.each([undefined, null, '', 5, {}, ['ann@example.com'], 'no address'])(
    'email %j signs no one in',
    async (email) => {
      const provider = await openIdentityProvider();
      const site = await openSiteWith(provider);
      await site.openAsOwner();
      tell(provider, door, { sub: 'mallory', email: 'mallory@example.com', email_verified: true });
      if (door === 'the ID token') provider.forge({ email });
      else provider.useUserInfo({ email });
      const browser = site.open();
      expect(await signIn(browser, provider)).toMatch(/sign-in\?error=(failed|bad_identity|no_account)$/);
      expect(await emailOf(browser)).toBeUndefined();
      expect(site.failures.filter((failure) => /TypeError/.test(failure))).toEqual([]);
    },
  );

  test('claims of unexpected types and lengths do not prevent an invited person from joining', async () => {
    const provider = await openIdentityProvider();
    const site = await openSiteWith(provider);
    const owner = await site.openAsOwner();
    await owner.send('POST', '/v1/invitations/', { role: 'viewer', email: 'eve@example.com' });
    tell(provider, door, { sub: 'eve', email: 'Eve@Example.com', email_verified: true });
    const odd = {
      name: { first: 'Eve' },
      picture: ['x'],
      emailVerified: 'false',
      id: 'another',
      email: 'Eve@Example.com',
    };
    if (door === 'the ID token') provider.forge(odd);
    else provider.useUserInfo(odd);
    const eve = site.open();
    expect(await signIn(eve, provider)).toBe(`${ORIGIN}/`);
    expect((await eve.send('GET', '/v1/account/')).data).toMatchObject({
      account: { name: 'eve@example.com', email: 'eve@example.com' },
    });
  });
});

test('the userinfo endpoint may only describe the person of the ID token (OpenID Connect Core 5.3.2)', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  await site.openAsOwner();
  await signIn(site.open(), provider);
  provider.become({ sub: 'mallory', email: 'ann@example.com', email_verified: true });
  for (const sub of ['ann-at-idp', undefined, null, '']) {
    provider.useUserInfo({ sub });
    const browser = site.open();
    expect(await signIn(browser, provider)).toBe(`${ORIGIN}/sign-in?error=bad_identity`);
    expect(await emailOf(browser)).toBeUndefined();
  }
});

test('a token response without an ID token signs nobody in, even if the userinfo endpoint describes a person (OpenID Connect Core 3.1.3.3)', async () => {
  const provider = await openIdentityProvider();
  const warnings: string[] = [];
  const log = { error() {}, warn: (_: object, message: string) => void warnings.push(message) };
  const site = await openSiteWith(provider, { log });
  await site.openAsOwner();
  provider.useUserInfo({});
  provider.omitIDToken();
  const browser = site.open();
  expect(await signIn(browser, provider)).toBe(`${ORIGIN}/sign-in?error=bad_identity`);
  expect(await emailOf(browser)).toBeUndefined();
  expect(warnings).toContain(
    'A sign-in by the identity provider was refused. The identity provider sent no ID token.',
  );
});

/** Audiences and authorized parties, with the result that OpenID Connect Core 3.1.3.7 demands (items 3 to 5). */
const AUDIENCES = [
  { aud: ['overdue'], accepted: true },
  { aud: 'overdue', azp: 'overdue', accepted: true },
  // Keycloak's.
  { aud: ['overdue', 'account'], azp: 'overdue', accepted: true },
  { aud: ['overdue', 'account'], accepted: false },
  { aud: ['overdue', 'other'], azp: 'other', accepted: false },
  { aud: 'overdue', azp: 'other', accepted: false },
  { aud: 'overdue', azp: null, accepted: false },
  { aud: 'other', azp: 'overdue', accepted: false },
];

test.each(AUDIENCES)(
  'an ID token with $aud and azp $azp is accepted: $accepted',
  async ({ accepted, ...claims }) => {
    const provider = await openIdentityProvider();
    const site = await openSiteWith(provider);
    await site.openAsOwner();
    provider.forge(claims);
    const browser = site.open();
    expect(await signIn(browser, provider)).toBe(
      accepted ? `${ORIGIN}/` : `${ORIGIN}/sign-in?error=bad_identity`,
    );
    expect(await emailOf(browser)).toBe(accepted ? 'ann@example.com' : undefined);
  },
);

test('a later sign-in changes neither the name nor the address of an account', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  await site.openAsOwner();
  await signIn(site.open(), provider);
  const before = await site.store.findUser({ email: 'ann@example.com' });
  provider.become({
    sub: 'ann-at-idp',
    email: 'mallory@example.com',
    email_verified: 'false',
    name: 'Mallory',
  });
  await signIn(site.open(), provider);
  expect(await site.store.findUser({ email: 'ann@example.com' })).toMatchObject({
    name: before?.name,
    email: 'ann@example.com',
    emailVerified: true,
  });
});

test('the same “sub” of another provider is another person (OpenID Connect Core 5.7)', async () => {
  const [before, after] = [await openIdentityProvider(), await openIdentityProvider()];
  const site = await openSiteWith(before);
  await site.openAsOwner();
  before.become({ sub: '1', email: 'ann@example.com', email_verified: true });
  expect(await signIn(site.open(), before)).toBe(`${ORIGIN}/`);

  const moved = await openSiteWith(after, { store: site.store });
  after.become({ sub: '1', email: 'mallory@example.com', email_verified: true });
  const mallory = moved.open();
  expect(await signIn(mallory, after)).toBe(`${ORIGIN}/sign-in?error=no_account`);
  expect(await emailOf(mallory)).toBeUndefined();
  // The new provider knows Ann by another “sub”, and has verified her address.
  after.become({ sub: '2', email: 'ann@example.com', email_verified: true });
  const ann = moved.open();
  expect(await signIn(ann, after)).toBe(`${ORIGIN}/`);
  expect(await emailOf(ann)).toBe('ann@example.com');
});

test.each(['', '/'])('an issuer configured with the end “%s” works', async (end) => {
  const provider = await openIdentityProvider();
  const oidc = { issuer: provider.issuer + end, ...CLIENT, name: 'Acme SSO', trustEmail: false };
  const site = await openSite({ oidc });
  await site.openAsOwner();
  expect(await signIn(site.open(), provider)).toBe(`${ORIGIN}/`);
});

test('a sign-in does not accept an invitation for another address', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  const owner = await site.openAsOwner();
  await owner.send('POST', '/v1/invitations/', { role: 'admin', email: 'eve@example.com' });
  provider.become({ sub: 'mallory', email: 'mallory@example.com', email_verified: true });
  expect(await signIn(site.open(), provider)).toBe(`${ORIGIN}/sign-in?error=no_account`);
  provider.become({ sub: 'mallory', email: 'eve@example.com', email_verified: false });
  expect(await signIn(site.open(), provider)).toBe(`${ORIGIN}/sign-in?error=not_verified`);
  expect(await site.store.findUser({ email: 'eve@example.com' })).toBeNull();
});

test('an operator can trust the addresses of a provider', async () => {
  const provider = await openIdentityProvider();
  const oidc = { issuer: provider.issuer, ...CLIENT, name: 'Acme SSO', trustEmail: true };
  const site = await openSite({ oidc });
  await site.openAsOwner();
  provider.become({ sub: 'ann', email: 'ann@example.com' });
  const browser = site.open();
  expect(await signIn(browser, provider)).toBe(`${ORIGIN}/`);
  expect(await emailOf(browser)).toBe('ann@example.com');
});

test('the link of an invitation admits an unknown person, and leads a person with an account to it', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  const owner = await site.openAsOwner();
  const invite = async () => {
    const { data } = await owner.send('POST', '/v1/invitations/', { role: 'member' });
    const { url } = data.invitation as { url: string };
    return url.slice(url.lastIndexOf('/') + 1);
  };
  const invitation = await invite();
  provider.become({ sub: 'eve', email: 'eve@example.com', email_verified: true, name: 'Eve' });
  expect(await signIn(site.open(), provider, { invitation: `${invitation}x` })).toContain('no_account');
  const eve = site.open();
  expect(await signIn(eve, provider, { invitation })).toBe(`${ORIGIN}/`);
  expect((await eve.send('GET', '/v1/account/')).data).toMatchObject({
    account: { team: { name: 'Acme', role: 'member' } },
  });
  const second = await invite();
  expect(await signIn(site.open(), provider, { invitation: second })).toBe(`${ORIGIN}/invite/${second}`);
});

test.each([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another client', { aud: 'somebody else' }],
  ['that has expired', { exp: 1 }],
  ['of another sign-in', { nonce: 'another' }],
])('an ID token %s is refused', async (_, claims) => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  await site.openAsOwner();
  provider.forge(claims);
  const browser = site.open();
  expect(await signIn(browser, provider)).toBe(`${ORIGIN}/sign-in?error=bad_identity`);
  expect(await emailOf(browser)).toBeUndefined();
});

test('only the browser that left for the provider can return', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  await site.openAsOwner();
  const begun = await site.open().send('POST', '/auth/sign-in/oidc', {});
  const { pathname, search } = await provider.visit(String(begun.data.url));
  const victim = site.open();
  const { headers } = await victim.send('GET', pathname + search);
  expect(headers.get('Location')).toBe(`${ORIGIN}/sign-in?error=failed`);
  expect(await emailOf(victim)).toBeUndefined();
});

test('a provider that is away is reported, and works as soon as it is back', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider);
  await site.openAsOwner();
  provider.setAway(true);
  const browser = site.open();
  expect(await browser.send('POST', '/auth/sign-in/oidc', {})).toMatchObject({
    status: 503,
    error: { code: 'unavailable' },
  });
  provider.setAway(false);
  expect(await signIn(browser, provider)).toBe(`${ORIGIN}/`);
  expect(await emailOf(browser)).toBe('ann@example.com');
});

test('the provider is the only sign-in without passwords', async () => {
  const provider = await openIdentityProvider();
  const site = await openSiteWith(provider, { passwords: false });
  await site.openAsOwner();
  const refused = await site
    .open()
    .send('POST', '/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
  expect(refused).toMatchObject({ status: 409 });
  expect(await signIn(site.open(), provider)).toBe(`${ORIGIN}/`);
});

test('the method is unavailable without a provider', async () => {
  const site = await openSite();
  expect((await site.open().send('POST', '/auth/sign-in/oidc', {})).status).toBe(409);
  expect((await site.open().send('GET', '/auth/callback/oidc?state=x')).status).toBe(404);
});

test.each([
  '',
  '?code=a',
  '?state=a&code=b',
  '?error=access_denied&state=a',
  '?state=a&state=b',
  '?state=%00',
])(
  'a stranger at the page behind the provider (%j) is refused, and is no defect in the log',
  async (query) => {
    const provider = await openIdentityProvider();
    const site = await openSiteWith(provider);
    await site.openAsOwner();
    const { status, headers } = await site.open().send('GET', `/auth/callback/oidc${query}`);
    expect([status, headers.get('Location')]).toEqual([302, `${ORIGIN}/sign-in?error=failed`]);
    expect(site.failures).toEqual([]);
  },
);

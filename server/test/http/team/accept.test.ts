import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/contract.ts';
import type { Browser, Page } from '../../accounts/browser.ts';
import { openPostBox, openSite, PASSWORD, type Site, tokenIn } from '../../accounts/site.ts';

const ACCEPT = '/v1/invitations/accept/';

async function invite(owner: Browser, json: object = { role: 'member' }): Promise<string> {
  const { data } = await owner.send('POST', '/v1/invitations/', json);
  return /\/invite\/(\w{40})"/.exec(JSON.stringify(data))?.[1] ?? '';
}

const eve = { name: 'Eve', email: 'eve@example.com', password: 'a long enough password' };

const teamIn = ({ data }: Page): unknown => data.team;

async function roles(owner: Browser): Promise<unknown> {
  const { data } = await owner.send('GET', '/v1/members/');
  return data.members;
}

async function audit({ store }: Site): Promise<readonly AuditEntry[]> {
  const [team] = await store.listTeams();
  return store.listAudit(team?.id ?? '', { limit: 100 });
}

test('the link shows its invitation and creates a user who has signed in', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const token = await invite(owner, { role: 'viewer' });
  const visitor = site.open();
  expect((await visitor.send('POST', '/v1/invitations/look-up/', { token })).data).toEqual({
    invitation: {
      team: 'Acme',
      role: 'viewer',
      email: null,
      invitedBy: 'Ann',
      expiresAt: expect.any(String),
    },
  });
  const joined = await visitor.send('POST', ACCEPT, { token, ...eve });
  expect(joined).toMatchObject({ status: 200, data: { team: { name: 'Acme', role: 'viewer' } } });
  expect((await visitor.send('GET', '/v1/account/')).data).toMatchObject({
    account: { email: 'eve@example.com', name: 'Eve', hasPassword: true, team: { name: 'Acme' } },
  });
  expect(await visitor.send('POST', '/v1/monitors/', { name: 'job' })).toMatchObject({ status: 403 });
  expect(await roles(owner)).toMatchObject([{ name: 'Ann' }, { name: 'Eve', role: 'viewer' }]);
  const again = site.open();
  for (const path of ['/v1/invitations/look-up/', ACCEPT])
    expect(await again.send('POST', path, { token })).toMatchObject({ status: 404 });
  const { email, password } = eve;
  expect(await again.send('POST', '/auth/sign-in/email', { email, password })).toMatchObject({ status: 200 });
  const [entry] = (await audit(site)).filter(({ action }) => action === 'invitation.accept');
  expect(entry).toMatchObject({
    actor: { kind: 'session', name: 'Eve', email: 'eve@example.com' },
    details: { role: 'viewer', email: 'eve@example.com', isNewAccount: true },
    remoteAddress: '192.0.2.1',
  });
  expect(site.failures).toEqual([]);
});

test('a signed-in user joins with their account and continues in the new team', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const guest = site.open();
  await guest.send('POST', ACCEPT, { token: await invite(owner), ...eve });
  expect(teamIn(await guest.send('POST', '/v1/teams/', { name: 'Eve & friends' }))).toMatchObject({
    name: 'Eve & friends',
    role: 'owner',
  });
  const { teams } = await guest
    .send('GET', '/v1/account/')
    .then(({ data }) => ({ teams: JSON.parse(JSON.stringify(data.account)).teams }));
  await guest.send('PATCH', '/v1/account/', { teamID: teams[1].teamID });
  const token = await invite(guest, { role: 'admin', email: 'ann@example.com' });
  const third = site.open();
  await third.send('POST', ACCEPT, {
    token: await invite(owner),
    ...eve,
    email: 'dan@example.com',
    name: 'Dan',
  });
  expect(await third.send('POST', ACCEPT, { token })).toMatchObject({
    status: 403,
    error: { message: expect.stringContaining('ann@example.com') },
  });
  expect(await owner.send('POST', ACCEPT, { token })).toMatchObject({
    status: 200,
    data: { team: { name: 'Eve & friends', role: 'admin' } },
  });
  expect((await owner.send('GET', '/v1/account/')).data).toMatchObject({
    account: { team: { name: 'Eve & friends' }, teams: [{ name: 'Acme' }, { name: 'Eve & friends' }] },
  });
  expect(await roles(owner)).toMatchObject([{ name: 'Eve' }, { name: 'Ann', isYou: true }]);
  const more = await invite(guest);
  expect(await owner.send('POST', ACCEPT, { token: more })).toMatchObject({ status: 409 });
});

test('an address that has an account has to sign in first, and its invitation stays', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const token = await invite(owner);
  const visitor = site.open();
  const taken = { ...eve, email: 'Ann@example.com' };
  expect(await visitor.send('POST', ACCEPT, { token, ...taken })).toMatchObject({ status: 409 });
  expect(visitor.cookies.size).toBe(0);
  expect(await visitor.send('POST', ACCEPT, { token, ...eve })).toMatchObject({ status: 200 });
});

test('an invitation to an address creates an account only with that address', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const token = await invite(owner, { role: 'member', email: 'eve@example.com' });
  const { email: _email, ...named } = eve;
  const visitor = site.open();
  const other = await visitor.send('POST', ACCEPT, { token, ...named, email: 'dan@example.com' });
  expect(other).toMatchObject({ status: 403 });
  expect(await visitor.send('POST', ACCEPT, { token })).toMatchObject({ status: 422 });
  expect(await visitor.send('POST', ACCEPT, { token, ...named, password: 'short' })).toMatchObject({
    status: 422,
  });
  expect(await visitor.send('POST', ACCEPT, { token, ...named })).toMatchObject({ status: 200 });
  expect(await roles(owner)).toMatchObject([{}, { email: 'eve@example.com' }]);
});

test('a link proves an address only if it was mailed to that address', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite();
  const owner = await site.openAsOwner();
  const known = async (email: string) => (await site.store.findUser({ email }))?.emailVerified;
  await site.open().send('POST', ACCEPT, { token: await invite(owner), ...eve });
  expect(await known('eve@example.com')).toBe(false);

  // The inviter sees a link too. If this link were enough, the inviter could sign in as the invited person.
  const withMail = await openSite({ store: site.store, mail });
  const inviter = withMail.open();
  await inviter.send('POST', '/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
  const names = ['dan', 'bob', 'kim'].map((name) => `${name}@example.com`);
  const shown: string[] = [];
  for (const email of names) shown.push(await invite(inviter, { role: 'member', email }));
  const mailed = received.map((mail) => tokenIn(mail, '/invite/'));
  const accept = async (token: string | undefined) =>
    (await withMail.open().send('POST', ACCEPT, { token, name: 'New', password: eve.password })).status;
  expect(await accept(shown[0])).toBe(200);
  expect(await known('dan@example.com')).toBe(false);
  expect(mailed[1]?.startsWith(shown[1] ?? '-')).toBe(true);
  expect(await withMail.open().send('POST', '/v1/invitations/look-up/', { token: mailed[1] })).toMatchObject({
    data: { invitation: { email: 'bob@example.com' } },
  });
  // The end of a mailed link proves access to one mailbox. It must not work with the link of another invitation.
  expect(await accept(`${shown[2]}${mailed[1]?.slice(40)}`)).toBe(404);
  expect(await accept(mailed[1])).toBe(200);
  expect(await known('bob@example.com')).toBe(true);
});

test('the link and the session of a removed member are invalid', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const guest = site.open();
  await guest.send('POST', ACCEPT, { token: await invite(owner, { role: 'admin' }), ...eve });
  const back = await invite(guest, { role: 'admin' });
  const { members } = (await owner.send('GET', '/v1/members/')).data;
  const [, { memberID }] = JSON.parse(JSON.stringify(members));
  expect(await owner.send('DELETE', `/v1/members/${memberID}/`)).toMatchObject({ status: 200 });
  expect(await guest.send('GET', '/v1/monitors/')).toMatchObject({ status: 403 });
  expect(await guest.send('POST', ACCEPT, { token: back })).toMatchObject({ status: 404 });
});

test('invitations to one address are limited without affecting other addresses', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  const owner = await site.openAsOwner();
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    const json = { role: 'member', email: 'eve@example.com' };
    statuses.push((await owner.send('POST', '/v1/invitations/', json)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  expect(received).toHaveLength(5);
  const other = { role: 'member', email: 'dan@example.com' };
  expect((await owner.send('POST', '/v1/invitations/', other)).status).toBe(201);
  expect((await owner.send('POST', '/v1/invitations/', { role: 'member' })).status).toBe(201);
});

test('guesses are limited, and so are passwords that are hashed for them', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const token = await invite(owner, { role: 'member', email: 'dan@example.com' });
  const visitor = site.open();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push((await visitor.send('POST', ACCEPT, { token, ...eve })).status);
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 403));
  expect(statuses[10]).toBe(429);
});

test('a link creates no user if passwords are disabled', async () => {
  const site = await openSite({ passwords: true });
  const owner = await site.openAsOwner();
  const token = await invite(owner);
  const without = await openSite({ store: site.store, passwords: false });
  expect(await without.open().send('POST', ACCEPT, { token, ...eve })).toMatchObject({ status: 409 });
});

test('a person owns at most 20 teams, whose names may be equal', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const responses: number[] = [];
  for (let count = 0; count < 20; count += 1)
    responses.push(
      (await owner.send('POST', '/v1/teams/', { name: count < 3 ? 'Acme' : `T${count}` })).status,
    );
  expect(responses).toEqual([...Array.from({ length: 19 }, () => 201), 409]);
  expect(new Set((await site.store.listTeams()).map(({ slug }) => slug)).size).toBe(20);
});

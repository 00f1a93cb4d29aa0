import { describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { addMember, DATABASES, openPostBox, openSite, PASSWORD, passTime } from './site.ts';

const PATH = '/v1/account/';

function deleteAccount(browser: Browser, email = 'ann@example.com') {
  return browser.send('POST', `${PATH}deletion/`, { email });
}

async function deleteTeam(browser: Browser, teamID?: string) {
  const { data } = await browser.send('GET', PATH);
  const { team } = (data as { account: { team: { teamID: string } } }).account;
  return browser.send('DELETE', `/v1/teams/${teamID ?? team.teamID}/`);
}

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a member deletes their account, which leaves the team and ends all sessions', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    const eve = await addMember(site, 'eve@example.com');
    expect(await deleteAccount(eve)).toMatchObject({ status: 409 });
    expect(await deleteAccount(eve, 'Eve@example.com')).toMatchObject({
      status: 200,
      data: { accountDeletion: { email: 'eve@example.com' } },
    });
    expect((await eve.send('GET', PATH)).status).toBe(401);
    const signIn = await site.open().send('POST', '/auth/sign-in/email', {
      email: 'eve@example.com',
      password: PASSWORD,
    });
    expect(signIn.status).toBe(401);
    const { data } = await owner.send('GET', '/v1/members/');
    expect(data.members).toHaveLength(1);
    const audit = await owner.send('GET', '/v1/audit/?action=account.delete');
    expect(audit.data.entries).toMatchObject([
      { action: 'account.delete', actor: { kind: 'session', email: 'eve@example.com' }, target: null },
    ]);
    await site.accounts.drain();
    expect(received).toMatchObject([{ to: ['eve@example.com'] }]);
    expect(received[0]?.raw).toContain('Subject: Your Overdue account was deleted');
  });

  test('the only owner first makes another member an owner, or deletes the team', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    const eve = await addMember(site, 'eve@example.com');
    expect(await deleteAccount(owner)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('You are the only owner of “Acme”.') },
    });
    expect((await eve.send('GET', '/v1/members/')).status).toBe(200);
    expect((await deleteTeam(owner, 'another-team')).status).toBe(404);
    expect((await deleteTeam(owner)).status).toBe(200);
    expect((await eve.send('GET', '/v1/members/')).status).toBe(403);
    expect((await deleteAccount(owner)).status).toBe(200);
  });

  test('after the last account, the first visitor sets the service up', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    await deleteTeam(owner);
    await deleteAccount(owner);
    const second = await site.openAsOwner();
    expect(await second.send('GET', PATH)).toMatchObject({ data: { account: { team: { name: 'Acme' } } } });
    expect(site.failures).toEqual([]);
  });
});

test('deleting an account or a team needs a fresh sign-in', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  passTime(11 * 60_000);
  for (const ask of [deleteAccount, deleteTeam])
    expect(await ask(owner)).toMatchObject({
      status: 403,
      error: { code: 'fresh_sign_in_required' },
    });
});

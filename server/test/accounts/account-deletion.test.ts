import { describe, expect, test } from 'vitest';
import { addMember, DATABASES, openPostBox, openSite, PASSWORD, passTime } from './site.ts';

const PATH = '/v1/account/';

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a member deletes their account, which leaves the team and ends all sessions', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    const eve = await addMember(site, 'eve@example.com');
    expect(await eve.send('DELETE', PATH)).toMatchObject({
      status: 200,
      data: { account: { email: 'eve@example.com' } },
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
    expect(await owner.send('DELETE', PATH)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('You are the only owner of the team “Acme”.') },
    });
    expect((await eve.send('GET', '/v1/members/')).status).toBe(200);
    expect((await owner.send('DELETE', '/v1/team/')).status).toBe(200);
    expect((await eve.send('GET', '/v1/members/')).status).toBe(403);
    expect((await owner.send('DELETE', PATH)).status).toBe(200);
  });

  test('after the last account, the first visitor sets the service up', async () => {
    const site = await openSite({ store: await open() });
    const owner = await site.openAsOwner();
    await owner.send('DELETE', '/v1/team/');
    await owner.send('DELETE', PATH);
    const second = await site.openAsOwner();
    expect(await second.send('GET', PATH)).toMatchObject({ data: { account: { team: { name: 'Acme' } } } });
    expect(site.failures).toEqual([]);
  });
});

test('deleting an account or a team needs a fresh sign-in', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  passTime(11 * 60_000);
  for (const path of [PATH, '/v1/team/'])
    expect(await owner.send('DELETE', path)).toMatchObject({
      status: 403,
      error: { code: 'fresh_sign_in_required' },
    });
});

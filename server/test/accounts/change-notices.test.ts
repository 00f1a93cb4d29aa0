import { expect, test } from 'vitest';
import { addMember, enableTwoFactor, openPostBox, openSite } from './site.ts';

test('members learn by mail when the rules, the owner or the existence of their team changes', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  const owner = await site.openAsOwner();
  const eve = await addMember(site, 'eve@example.com');
  await enableTwoFactor(owner);
  await site.accounts.drain();
  const before = received.length;
  const read = async (path: string) =>
    (await owner.send('GET', path)).data as Readonly<Record<string, unknown>>;
  const { team } = (await read('/v1/account/')).account as { team: { teamID: string } };

  await owner.send('PATCH', '/v1/team/', { requireTwoFactor: true });
  await owner.send('PATCH', '/v1/team/', { requireTwoFactor: false });
  expect((await owner.send('POST', '/v1/team/transfer/', { memberID: 'member-eve' })).status).toBe(200);
  await eve.send('PATCH', `/v1/members/${await memberIDOf('ann@example.com')}/`, { role: 'owner' });
  expect((await owner.send('DELETE', `/v1/teams/${team.teamID}/`)).status).toBe(200);
  await site.accounts.drain();
  const subjects = received
    .slice(before)
    .map(({ to, raw }) => `${to.join()} ${/^Subject: (.*?)\r?$/m.exec(raw)?.[1]}`);
  expect(subjects).toEqual([
    'eve@example.com Acme now requires two-factor authentication',
    'eve@example.com You now own the team Acme',
    'eve@example.com The team Acme was deleted',
  ]);

  async function memberIDOf(email: string): Promise<string> {
    const { members } = await read('/v1/members/');
    const found = (members as { email: string; memberID: string }[]).find((member) => member.email === email);
    return found?.memberID ?? '';
  }
});

test('a used backup code is counted and reported by mail', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  const owner = await site.openAsOwner();
  const count = async () => (await owner.send('GET', '/v1/account/backup-codes/')).data.backupCodes;
  expect(await count()).toEqual({ remaining: null });
  const { backupCodes } = await enableTwoFactor(owner);
  expect(await count()).toEqual({ remaining: 10 });
  const browser = site.open();
  await browser.send('POST', '/auth/sign-in/email', {
    email: 'ann@example.com',
    password: 'correct horse battery',
  });
  await browser.send('POST', '/auth/two-factor/verify-backup-code', { code: backupCodes[0] ?? '' });
  expect(await count()).toEqual({ remaining: 9 });
  await site.accounts.drain();
  expect(received.at(-1)?.raw).toContain('Subject: A backup code was used to sign in to Overdue');
});

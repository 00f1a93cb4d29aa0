import { describe, expect, test } from 'vitest';
import { openPostBox, openSite, PASSWORD, tokenIn } from './site.ts';

const GOOD = 'staple that horse first';

/** Passwords of ann@example.com that earlier versions accepted. */
const WEAK = ['1234567890', 'aaaaaaaaaa', 'password12', 'ann@example.com', 'Ann-Example-2026!'];

describe.each(WEAK)('the password %s', (password) => {
  const refusal = (path: string) => ({
    status: 422,
    error: {
      code: 'invalid',
      fields: [{ path, message: expect.stringContaining('Choose several unrelated words.') }],
    },
  });

  test('the password is refused at the setup, by an invitation, at a change and at a reset', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ mail });
    const first = { name: 'Ann', email: 'ann@example.com', team: 'Acme' };
    expect(await site.open().send('POST', '/v1/setup/', { ...first, password })).toMatchObject(
      refusal('password'),
    );
    expect(await site.store.findUser('any')).toBeNull();
    const owner = await site.openAsOwner();

    const { data } = await owner.send('POST', '/v1/invitations/', { role: 'viewer' });
    const token = /\/invite\/(\w+)"/.exec(JSON.stringify(data))?.[1];
    const account = { token, name: 'Ann Example', email: 'ann.example@example.com' };
    const accept = (chosen: string) =>
      site.open().send('POST', '/v1/invitations/accept/', { ...account, password: chosen });
    expect(await accept(password)).toMatchObject(refusal('password'));
    expect((await accept(GOOD)).status).toBe(200);

    const change = { currentPassword: PASSWORD, newPassword: password };
    expect(await owner.send('POST', '/auth/change-password', change)).toMatchObject(refusal('newPassword'));

    const browser = site.open();
    await browser.send('POST', '/auth/request-password-reset', { email: first.email });
    await site.accounts.drain();
    const mailed = tokenIn(received.find(({ raw }) => raw.includes('/reset-password/'))!, '/reset-password/');
    const reset = (newPassword: string) =>
      browser.send('POST', '/auth/reset-password', { token: mailed, newPassword });
    expect(await reset(password)).toMatchObject(refusal('newPassword'));
    expect((await reset(GOOD)).status).toBe(200);
    expect(site.failures).toEqual([]);
  });
});

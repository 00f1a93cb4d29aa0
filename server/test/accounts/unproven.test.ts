import { expect, test } from 'vitest';
import { openAuthenticator } from './authenticator.ts';
import type { Browser } from './browser.ts';
import { DATABASES, ORIGIN, openPostBox, openSite, PASSWORD, tokenIn } from './site.ts';
import { totpOf } from './totp.ts';

const NEW_PASSWORD = 'tr0ub4dor and three';

const WAYS = DATABASES.flatMap((database) => ['magic-link', 'reset'].map((way) => ({ ...database, way })));

test.each(WAYS)(
  'an account with an unproven address loses its access when the owner proves the address: $way on $name',
  async ({ way, open }) => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    const { data } = await owner.send('POST', '/v1/invitations/', { role: 'viewer' });
    const link = /\/invite\/(\w+)"/.exec(JSON.stringify(data))?.[1];
    const squatter = site.open();
    const signIn = { email: 'bob@example.com', password: PASSWORD };
    await squatter.send('POST', '/v1/invitations/accept/', { token: link, name: 'Not Bob', ...signIn });
    const device = openAuthenticator(ORIGIN);
    const optionsOf = async (browser: Browser, path: string) =>
      (await browser.send('GET', `/auth/passkey/${path}`)).data.options as Record<string, unknown>;
    const response = device.create(await optionsOf(squatter, 'generate-register-options'));
    await squatter.send('POST', '/auth/passkey/verify-registration', { response });
    const enabled = await squatter.send('POST', '/auth/two-factor/enable', {});
    const code = totpOf(String(enabled.data.totpURI), Date.now());
    await squatter.send('POST', '/auth/two-factor/verify-totp', { code });
    const bySquatter = async () => {
      const browser = site.open();
      const given = device.get(await optionsOf(browser, 'generate-authenticate-options'));
      return (await browser.send('POST', '/auth/passkey/verify-authentication', { response: given })).status;
    };
    expect(await bySquatter()).toBe(200);
    await site.accounts.drain();
    const before = received.length;

    const bob = site.open();
    if (way === 'magic-link') {
      await bob.send('POST', '/auth/sign-in/magic-link', { email: 'bob@example.com' });
      await site.accounts.drain();
      const token = tokenIn(received[before]!, '/sign-in/link/');
      const verified = await bob.send('POST', '/auth/magic-link/verify', { token });
      expect(verified).toMatchObject({ status: 200, data: { needsCode: false } });
    } else {
      await bob.send('POST', '/auth/request-password-reset', { email: 'bob@example.com' });
      await site.accounts.drain();
      const token = tokenIn(received[before]!, '/reset-password/');
      await bob.send('POST', '/auth/reset-password', { token, newPassword: NEW_PASSWORD });
      const signedIn = await bob.send('POST', '/auth/sign-in/email', { ...signIn, password: NEW_PASSWORD });
      expect(signedIn).toMatchObject({ status: 200, data: { needsCode: false } });
    }
    expect((await bob.send('GET', '/v1/account/')).data).toMatchObject({ account: { twoFactor: false } });
    expect((await bob.send('GET', '/auth/passkey/list-user-passkeys')).data).toEqual({ passkeys: [] });
    expect((await squatter.send('GET', '/v1/account/')).status).toBe(401);
    expect((await squatter.send('POST', '/auth/sign-in/email', signIn)).status).toBe(401);
    expect(await bySquatter()).toBe(401);
    // The account now belongs to Bob, and the passkey that he adds is preserved.
    const own = openAuthenticator(ORIGIN).create(await optionsOf(bob, 'generate-register-options'));
    await bob.send('POST', '/auth/passkey/verify-registration', { response: own });
    await bob.send('POST', '/auth/sign-in/magic-link', { email: 'bob@example.com' });
    await site.accounts.drain();
    const again = tokenIn(received.at(-1)!, '/sign-in/link/');
    expect(await bob.send('POST', '/auth/magic-link/verify', { token: again })).toMatchObject({
      status: 200,
    });
    expect((await bob.send('GET', '/auth/passkey/list-user-passkeys')).data).toMatchObject({
      passkeys: [{}],
    });
    expect(site.failures).toEqual([]);
  },
);

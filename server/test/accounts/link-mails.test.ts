import { describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { DATABASES, openPostBox, openSite, PASSWORD, passTime, type Site, tokenIn } from './site.ts';

const MINUTE = 60_000;
const EMAIL = { email: 'ann@example.com' };
const LINK = '/auth/sign-in/magic-link';
const RESET = '/auth/request-password-reset';

/** Requests a mail from another network each time. Every request gets the same response, whatever the account. */
async function attack(site: Site, path: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const from = { 'X-Test-Address': `203.0.113.${count}` };
    expect((await site.open().send('POST', path, EMAIL, from)).status).toBe(200);
    expect((await site.open().send('POST', path, { email: 'no@example.com' }, from)).status).toBe(200);
  }
  await site.accounts.drain();
}

async function ask(site: Site, browser: Browser, path: string, address: string): Promise<number> {
  const { status } = await browser.send('POST', path, EMAIL, { 'X-Test-Address': address });
  await site.accounts.drain();
  return status;
}

describe.each(DATABASES)('on $name', ({ open }) => {
  test.each([
    [LINK, 10],
    [RESET, 30],
  ])('strangers cause one mail by %s in %i minutes, which works for the owner', async (path, minutes) => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    await site.openAsOwner();
    passTime(0);
    await attack(site, path, 12);
    expect(received).toHaveLength(1);
    passTime(minutes * MINUTE - 1000);
    await attack(site, path, 2);
    expect(received).toHaveLength(1);
    // The owner, in an unknown browser and network, is not refused either, and has a link that still works.
    expect(await ask(site, site.open(), path, '198.51.100.9')).toBe(200);
    const owner = site.open();
    const used =
      path === LINK
        ? await owner.send('POST', '/auth/magic-link/verify', {
            token: tokenIn(received[0]!, '/sign-in/link/'),
          })
        : await owner.send('POST', '/auth/reset-password', {
            token: tokenIn(received[0]!, '/reset-password/'),
            newPassword: 'staple that horse first',
          });
    expect(used.status).toBe(200);
    await site.accounts.drain();
    const before = received.length;
    // The link is used, so the next request gets another one.
    expect(await ask(site, site.open(), path, '198.51.100.9')).toBe(200);
    expect(received).toHaveLength(before + 1);
    passTime(minutes * MINUTE);
    await attack(site, path, 2);
    expect(received).toHaveLength(before + 2);
    expect(site.failures).toEqual([]);
  });

  test('strangers keep no mail from a known browser or from a network that signed in before', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    await owner.send('POST', '/auth/sign-out', {});
    for (const path of [LINK, RESET]) {
      const before = received.length;
      await attack(site, path, 12);
      expect(received).toHaveLength(before + 1);
      expect(await ask(site, owner, path, '203.0.113.1')).toBe(200);
      expect(received).toHaveLength(before + 2);
      expect(await ask(site, site.open(), path, '192.0.2.1')).toBe(200);
      expect(received).toHaveLength(before + 3);
    }
  });
});

test('a link that could not be mailed does not count', async () => {
  const { mail, received } = await openPostBox();
  let isDown = true;
  const site = await openSite({
    mail: async (message) =>
      isDown
        ? { outcome: 'failed', status: null, answer: 'No connection.', retryAfterMs: null }
        : mail(message),
  });
  await site.openAsOwner();
  for (const path of [LINK, RESET]) {
    isDown = true;
    await ask(site, site.open(), path, '198.51.100.9');
    isDown = false;
    await ask(site, site.open(), path, '198.51.100.9');
  }
  expect(received).toHaveLength(2);
});

test('a changed address gets its own link at once', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  await site.openAsOwner();
  await attack(site, LINK, 3);
  const user = await site.store.findUser(EMAIL);
  const change = { kind: 'email', from: EMAIL.email, to: 'new@example.com' } as const;
  expect(await site.store.changeCredentials(user?.id ?? '', change, Date.now())).toBe(true);
  await site.open().send('POST', LINK, { email: 'new@example.com' }, { 'X-Test-Address': '198.51.100.9' });
  await site.accounts.drain();
  expect(received.map(({ to }) => to)).toEqual([['ann@example.com'], ['new@example.com']]);
});

test('a known browser has its own limit of requests', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  const owner = await site.openAsOwner();
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await ask(site, owner, LINK, '192.0.2.1'));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(received).toHaveLength(5);
});

test('requests of others to the same new address block no change of an email address', async () => {
  const { mail } = await openPostBox();
  const site = await openSite({ mail });
  const owner = await site.openAsOwner();
  for (let count = 0; count < 12; count += 1) {
    const from = { 'X-Test-Address': `203.0.113.${count}` };
    await site.open().send('POST', LINK, { email: 'new@example.com' }, from);
  }
  expect((await owner.send('POST', '/v1/account/email-change/', { email: 'new@example.com' })).status).toBe(
    200,
  );
});

test('wrong passwords of strangers block no mailed link', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  await site.openAsOwner();
  for (let count = 0; count < 101; count += 1) {
    const guess = { ...EMAIL, password: `not ${PASSWORD}` };
    await site.open().send('POST', '/auth/sign-in/email', guess, { 'X-Test-Address': `203.0.113.${count}` });
  }
  await ask(site, site.open(), LINK, '198.51.100.9');
  const token = tokenIn(received[0]!, '/sign-in/link/');
  expect((await site.open().send('POST', '/auth/magic-link/verify', { token })).status).toBe(200);
});

import { describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { addMember, DATABASES, openPostBox, openSite, PASSWORD, passTime, tokenIn } from './site.ts';

const HOUR_MS = 3_600_000;
const NEW = 'ann@new.example.com';
const PATH = '/v1/account/email-change/';
const REFUSED = { status: 404, error: { code: 'not_found' } };

function request(browser: Browser, email = NEW) {
  return browser.send('POST', PATH, { email });
}

function lookUp(browser: Browser, token: string) {
  return browser.send('POST', `${PATH}look-up/`, { token });
}

function confirm(browser: Browser, token: string) {
  return browser.send('POST', `${PATH}confirm/`, { token });
}

async function emailOf(browser: Browser): Promise<unknown> {
  const { data } = await browser.send('GET', '/v1/account/');
  return (data as { account: { email: string } }).account.email;
}

describe.each(DATABASES)('on $name', ({ open }) => {
  test('a link that is mailed to the new address changes the address once', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    expect(await request(owner, 'Ann@New.example.com')).toMatchObject({
      status: 200,
      data: { emailChange: { email: NEW, minutes: 60 } },
    });
    await site.accounts.drain();
    expect(received.map(({ to }) => to)).toEqual([[NEW]]);
    expect(await emailOf(owner)).toBe('ann@example.com');
    await site.open().send('POST', '/auth/request-password-reset', { email: 'ann@example.com' });
    await site.accounts.drain();

    const token = tokenIn(received[0]!, '/account/email/');
    const decoded = Buffer.from(token.slice('v1.'.length), 'base64url').toString();
    for (const text of [token, decoded]) expect(text).not.toMatch(/ann(?:@|%40)|example\.com/);
    expect(await lookUp(owner, token)).toMatchObject({ status: 200, data: { emailChange: { email: NEW } } });
    for (const ask of [lookUp, confirm]) expect(await ask(owner, `${token}x`)).toMatchObject(REFUSED);
    expect(await confirm(owner, token)).toMatchObject({ status: 200, data: { emailChange: { email: NEW } } });
    expect(await emailOf(owner)).toBe(NEW);
    await site.accounts.drain();
    expect(received.at(-1)).toMatchObject({ to: ['ann@example.com'] });
    expect(received.at(-1)?.raw).toContain('Subject: Your Overdue account now has another email address');
    // A repeated request succeeds, because the first response may have been lost.
    expect(await confirm(owner, token)).toMatchObject({ status: 200 });

    // A link to reset the password was mailed to the previous address before the change.
    const reset = { token: tokenIn(received[1]!, '/reset-password/'), newPassword: 'tr0ub4dor and three' };
    expect(await site.open().send('POST', '/auth/reset-password', reset)).toMatchObject({ status: 403 });

    const signIn = (email: string) =>
      site.open().send('POST', '/auth/sign-in/email', { email, password: PASSWORD });
    expect((await signIn('ann@example.com')).status).toBe(401);
    expect((await signIn(NEW)).status).toBe(200);
    expect(site.failures).toEqual([]);
  });

  test('an address that has an account gets no mail, and nobody gets the address of another account', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    await request(owner);
    await site.accounts.drain();
    const token = tokenIn(received[0]!, '/account/email/');
    await addMember(site, NEW);
    expect((await request(owner)).status).toBe(200);
    await site.accounts.drain();
    expect(received).toHaveLength(1);
    expect(await confirm(owner, token)).toMatchObject({ status: 409, error: { code: 'conflict' } });
    expect(await emailOf(owner)).toBe('ann@example.com');
  });

  test('a link works for an hour, and only for the account that requested it', async () => {
    const { mail, received } = await openPostBox();
    const site = await openSite({ store: await open(), mail });
    const owner = await site.openAsOwner();
    await request(owner);
    await site.accounts.drain();
    const token = tokenIn(received[0]!, '/account/email/');
    const eve = await addMember(site, 'eve@example.com');
    expect(await confirm(eve, token)).toMatchObject(REFUSED);
    passTime(HOUR_MS);
    expect(await confirm(owner, token)).toMatchObject(REFUSED);
  });
});

test('an address that was never confirmed can’t be changed', async () => {
  const { mail, received } = await openPostBox();
  const site = await openSite({ mail });
  await site.openAsOwner();
  const eve = await addMember(site, 'eve@example.com', false);
  expect(await request(eve)).toMatchObject({ status: 409 });
  await site.accounts.drain();
  expect(received).toEqual([]);
});

test('the current address is refused, and so is a request after a while without confirmation', async () => {
  const { mail } = await openPostBox();
  const site = await openSite({ mail });
  const owner = await site.openAsOwner();
  expect(await request(owner, 'ann@example.com')).toMatchObject({
    status: 422,
    error: { fields: [{ path: 'email', message: 'This is your address already.' }] },
  });
  passTime(11 * 60_000);
  expect(await request(owner)).toMatchObject({ status: 403 });
});

test('without mail, the address can’t be changed', async () => {
  const site = await openSite();
  const owner = await site.openAsOwner();
  expect(await request(owner)).toMatchObject({ status: 409 });
});

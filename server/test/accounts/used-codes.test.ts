import { describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { DATABASES, enableTwoFactor, openSite, PASSWORD, passTime, type Site } from './site.ts';
import { totpOf } from './totp.ts';

const STEP = 30_000;

async function begin(site: Site): Promise<Browser> {
  const browser = site.open();
  await browser.send('POST', '/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
  return browser;
}

const verify = (browser: Browser, code: string) =>
  browser.send('POST', '/auth/two-factor/verify-totp', { code });

describe.each(DATABASES)('on $name', ({ open }) => {
  test("a person who saw a code can't use it again", async () => {
    const site = await openSite({ store: await open() });
    const { totpURI } = await enableTwoFactor(await site.openAsOwner());
    const [owner, thief, later] = [await begin(site), await begin(site), await begin(site)];
    // The code that turned on the second factor counts as used.
    expect((await verify(thief, totpOf(totpURI, Date.now() - STEP))).status).toBe(401);
    const code = totpOf(totpURI, Date.now());
    expect((await verify(owner, code)).status).toBe(200);
    expect(await verify(thief, code)).toMatchObject({
      status: 401,
      error: { message: 'This code was already used. Wait for the next one in your app.' },
    });
    passTime(2 * STEP);
    expect((await verify(later, totpOf(totpURI, Date.now()))).status).toBe(200);
    // The code of the previous step was never used, but a later code was, so the earlier code is refused.
    expect((await verify(thief, totpOf(totpURI, Date.now() - STEP))).status).toBe(401);
    expect(site.failures).toEqual([]);
  });

  test('only the first of many simultaneous requests with a code signs in', async () => {
    const store = await open();
    const [here, there] = [await openSite({ store }), await openSite({ store })];
    const { totpURI } = await enableTwoFactor(await here.openAsOwner());
    const browsers = await Promise.all([here, there, here, there, here, there].map(begin));
    const code = totpOf(totpURI, Date.now());
    const responses = await Promise.all(browsers.map((browser) => verify(browser, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([...here.failures, ...there.failures]).toEqual([]);
  });
});

test.each([
  ['quotes its cookie', (name: string, value: string) => `${name}="${value}"`],
  ['sends a broken cookie first', (name: string, value: string) => `${name}=%; ${name}=${value}`],
  ['sends a foreign cookie first', (name: string, value: string) => `${name}=%C3%A4; ${name}=${value}`],
])('a used code does not work for a person who %s', async (_, write) => {
  const site = await openSite();
  const { totpURI } = await enableTwoFactor(await site.openAsOwner());
  const [owner, thief] = [await begin(site), await begin(site)];
  const code = totpOf(totpURI, Date.now());
  expect((await verify(owner, code)).status).toBe(200);
  const Cookie = [...thief.cookies].map(([name, value]) => write(name, value)).join('; ');
  const path = '/auth/two-factor/verify-totp';
  expect((await site.open().send('POST', path, { code }, { Cookie })).status).toBe(401);
});

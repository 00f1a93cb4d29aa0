import { expect } from 'vitest';
import { startReceiver } from '../server/test/notify/receiver.ts';
import { settle } from './page-table.ts';
import { PERSON, serveApplication } from './served-application.ts';
import { browserTest, useStage } from './stage.ts';

const stage = useStage({ team: 'sample' });

browserTest('public pages are as strict, and run one script at most', async () => {
  const { url } = await stage.api().shares.create({
    kind: 'status_page',
    title: 'Our jobs',
    scope: { kind: 'team' },
  });
  const { page, browserErrors } = await stage.signedOutVisitor();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Our jobs' }).waitFor();
  // The page's only script shows times in the visitor's time zone.
  expect(await page.locator('script').count()).toBe(1);
  await page.goto('/v1/docs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(browserErrors.all()).toEqual([]);
});

browserTest('an injected script does not run, and nothing is sent elsewhere', async () => {
  const elsewhere = await startReceiver();
  const { page, browserErrors } = await stage.visitor();
  await page.goto('/monitors');
  await settle(page);
  const wasRun = await page.evaluate((origin) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      document.body.setAttribute(`data-broken-${effectiveDirective}`, ''),
    );
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    const image = new Image();
    image.src = `${origin}/leak.png`;
    const frame = document.createElement('iframe');
    frame.src = `${origin}/frame`;
    document.body.append(script, image, frame);
    fetch(`${origin}/leak`).catch(() => undefined);
    return 'wasRun' in window;
  }, elsewhere.origin);
  expect(wasRun).toBe(false);
  for (const directive of ['connect-src', 'frame-src', 'img-src', 'script-src-elem'])
    await page.locator(`body[data-broken-${directive}]`).waitFor();
  expect(elsewhere.received).toEqual([]);
  // Proves that the accessibility test, which visits all pages, would detect a violation.
  expect(browserErrors.all()).toContainEqual(expect.stringContaining('Content Security Policy'));
  await elsewhere.close();
});

interface SetCookie {
  readonly name: string;
  readonly attributes: readonly string[];
}

/** Signs in from `origin` and returns the cookies. */
async function cookiesOf(
  baseURL: string,
  origin: string,
): Promise<{ readonly cookies: readonly SetCookie[]; readonly headers: Headers }> {
  const response = await fetch(`${baseURL}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ email: PERSON.email, password: PERSON.password }),
  });
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((text) => {
    const [pair = '', ...attributes] = text.split('; ');
    return {
      name: pair.split('=')[0] ?? '',
      attributes: attributes.map((attribute) => attribute.toLowerCase()),
    };
  });
  expect(cookies.length).toBeGreaterThan(0);
  return { cookies, headers: response.headers };
}

browserTest('cookies are hidden from scripts and other sites', async () => {
  const { baseURL } = stage.service;
  const { cookies } = await cookiesOf(baseURL, baseURL);
  for (const { name, attributes } of cookies) {
    expect(attributes, name).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'path=/']));
    expect(attributes, name).not.toContain('secure');
  }
  const { page, context } = await stage.visitor();
  await page.goto('/monitors');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const session = (await context.cookies()).filter(({ httpOnly }) => !httpOnly);
  expect(session).toEqual([]);

  // A form or script of another site can send the visitor's cookie only with its own Origin.
  const forged = await context.request.post('/v1/teams/', {
    headers: { Origin: 'https://elsewhere.example' },
    data: { name: 'forged' },
  });
  expect(forged.status()).toBe(403);
});

browserTest('with HTTPS, cookies are secure', async () => {
  const origin = 'https://overdue.example.com';
  const secured = await serveApplication({ team: 'new', env: { BASE_URL: origin } });
  try {
    const { cookies } = await cookiesOf(`http://127.0.0.1:${new URL(secured.baseURL).port}`, origin);
    for (const { name, attributes } of cookies) {
      expect(name).toMatch(/^__(?:Secure|Host)-/);
      expect(attributes, name).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'secure']));
    }
    const home = await fetch(`${secured.baseURL}/`, { headers: { Accept: 'text/html' } });
    expect(home.headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{7,}/);
  } finally {
    await secured.stop();
  }
});

import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../server/test/accounts/identity-provider.ts';
import { readableText, type SmtpReceiver, startSmtp } from '../server/test/notify/smtp.ts';
import { NOT_SIGNED_IN } from './browser-errors.ts';
import { PERSON } from './served-application.ts';
import { signInByForm } from './sign-in-form.ts';
import { browserTest, useStage } from './stage.ts';

let mail: SmtpReceiver;
let provider: IdentityProvider;
const stage = useStage(async () => {
  [mail, provider] = await Promise.all([startSmtp(), startIdentityProvider()]);
  return {
    team: 'new',
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Overdue <overdue@example.com>',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.clientID,
      OIDC_CLIENT_SECRET: CLIENT.clientSecret,
      OIDC_NAME: 'Acme SSO',
    },
  };
});
afterAll(async () => {
  await provider.close();
  await mail.close();
});

const NEW_PASSWORD = 'a staple, a horse and a battery';
/** Console message of Chromium for an invalid link or password. */
const REFUSED = /status of 4\d\d/;

/** Returns the link to a page below `path` from the newest email that contains one. */
async function linkIn(path: string): Promise<string> {
  const find = () =>
    mail.received
      .map((message) => new RegExp(`${path}[\\w-]+(?:\\.[\\w-]+)?`).exec(readableText(message))?.[0])
      .findLast((link) => link !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

/** Requests a link, and waits for the confirmation page, which is the same for addresses without an account. */
async function askForLink(
  page: Page,
  way: 'Email me a link' | 'Forgot password?',
  email: string,
): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: way }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

async function isHome(page: Page): Promise<void> {
  await page.waitForURL('**/monitors');
  await page.getByRole('button', { name: PERSON.name }).waitFor();
}

browserTest('an emailed link signs in by a click, and only once', async () => {
  const { page, browserErrors } = await stage.signedOutVisitor();
  await askForLink(page, 'Email me a link', PERSON.email);
  const link = await linkIn('/sign-in/link/');
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await isHome(page);
  expect(browserErrors.except(NOT_SIGNED_IN)).toEqual([]);

  const other = await stage.signedOutVisitor();
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await other.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await other.page.getByRole('link', { name: 'Request a new link' }).click();
  await other.page.getByRole('heading', { name: 'Sign in by email', exact: true }).waitFor();
  expect((await other.context.request.get('/v1/account/')).status()).toBe(401);
});

browserTest('an unknown address gets the same message, and no email', async () => {
  const { page } = await stage.signedOutVisitor();
  const before = mail.received.length;
  await askForLink(page, 'Email me a link', 'nobody@example.com');
  // Waits for a later email to Ann, which proves that the first request sent no email.
  await askForLink(page, 'Forgot password?', PERSON.email);
  await expect.poll(() => mail.received.length).toBeGreaterThan(before);
  expect(mail.received.slice(before).flatMap(({ to }) => to)).toEqual([PERSON.email]);
});

browserTest('signs in by an identity provider, and returns to the requested page', async () => {
  provider.become({ sub: 'ann-at-idp', email: PERSON.email, email_verified: true, name: PERSON.name });
  const { page } = await stage.signedOutVisitor();
  await page.goto('/incidents');
  await page.waitForURL('**/sign-in?next=*');
  await page.getByRole('button', { name: 'Continue with Acme SSO' }).click();
  await page.getByRole('button', { name: PERSON.name }).waitFor();
  expect(new URL(page.url()).origin).toBe(stage.service.baseURL);

  provider.become({ sub: 'eve', email: 'eve@example.com', email_verified: true, name: 'Eve' });
  const eve = await stage.signedOutVisitor();
  await eve.page.goto('/sign-in');
  await eve.page.getByRole('button', { name: 'Continue with Acme SSO' }).click();
  await eve.page.getByText('You don’t have an account here yet.').waitFor();
  expect((await eve.context.request.get('/v1/account/')).status()).toBe(401);
});

browserTest('changes the email address by a link to the new address', async () => {
  const { page, browserErrors } = await stage.visitor();
  for (const address of ['ann@new.example.com', PERSON.email]) {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.getByLabel('New address').fill(address);
    await page.keyboard.press('Enter');
    await page.getByText(`Link requested for ${address}`).waitFor();
    await page.reload();
    await page.getByText(`A link is on its way to ${address}`).waitFor();
    const isMailed = () => mail.received.some(({ to, raw }) => to[0] === address && raw.includes('Confirm'));
    await expect.poll(isMailed).toBe(true);
    await page.goto(await linkIn('/account/email/'));
    await page.getByRole('button', { name: 'Use the new address' }).click();
    await page.getByText(`From now on you sign in as ${address}.`).waitFor();
  }
  await page.getByRole('link', { name: 'Your account' }).click();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(PERSON.email);
  expect(browserErrors.all()).toEqual([]);
});

browserTest('resets a password by a link, which ends all sessions', async () => {
  const there = await stage.visitor();
  await there.page.goto('/team');
  await there.page.getByRole('heading', { name: 'Team', exact: true }).waitFor();

  const { page, browserErrors } = await stage.signedOutVisitor();
  const before = mail.received.length;
  await askForLink(page, 'Forgot password?', PERSON.email);
  await expect.poll(() => mail.received.length).toBeGreaterThan(before);
  const link = await linkIn('/reset-password/');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
  await there.page.waitForURL('**/sign-in?next=*');

  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  for (const password of [PERSON.password, NEW_PASSWORD]) {
    await signInByForm(page, PERSON.email, password);
    if (password === PERSON.password)
      await page.getByText('The email address or the password is wrong.').waitFor();
  }
  await isHome(page);
  expect(browserErrors.except(NOT_SIGNED_IN, REFUSED)).toEqual([]);

  const late = await stage.signedOutVisitor();
  await late.page.goto(link);
  await late.page.getByLabel('New password', { exact: true }).fill(PERSON.password);
  await late.page.getByRole('button', { name: 'Save password' }).click();
  await late.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await late.page.getByRole('link', { name: 'Request a new link' }).click();
  await late.page.getByRole('button', { name: 'Send link' }).waitFor();
});

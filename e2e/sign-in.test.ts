import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { totpOf } from '../server/test/accounts/totp.ts';
import { NOT_SIGNED_IN } from './browser-errors.ts';
import { drawTwoFrames } from './frames.ts';
import { addVirtualAuthenticator } from './passkey-reader.ts';
import { PERSON } from './served-application.ts';
import { signInByForm, signOutByMenu } from './sign-in-form.ts';
import { browserTest, useStage } from './stage.ts';

const stage = useStage({ team: 'new' });

function signIn(page: Page, password: string = PERSON.password): Promise<void> {
  return signInByForm(page, PERSON.email, password);
}

/** How long an authenticator app shows one code. */
const STEP_MS = 30_000;

/**
 * Returns the current code, or the code `steps` later. Each code works only once, but the next code is already
 * accepted.
 */
function codeOf(key: string, steps = 0): string {
  return totpOf(`otpauth://totp/Overdue?secret=${key}`, Date.now() + steps * STEP_MS);
}

browserTest('a wrong password and an unknown account show the same message', async () => {
  const { page } = await stage.signedOutVisitor();
  await page.goto('/sign-in');
  const told: string[] = [];
  for (const email of [PERSON.email, 'nobody@example.com']) {
    await signInByForm(page, email, 'not the password');
    await page.getByRole('alert').waitFor();
    told.push(await page.getByRole('alert').innerText());
    await page.reload();
  }
  expect(told[0]).toBe('The email address or the password is wrong.');
  expect(told[1]).toBe(told[0]);
});

browserTest('a browser that fails to offer passkeys in the email field shows no error', async () => {
  const { page } = await stage.signedOutVisitor();
  await page.addInitScript(() => {
    const state = Object.assign(window, { failedOffers: 0 });
    navigator.credentials.get = () => {
      state.failedOffers += 1;
      return Promise.reject(new DOMException('Not supported at this time.', 'NotSupportedError'));
    };
  });
  await page.goto('/sign-in');
  await expect.poll(() => page.evaluate('window.failedOffers')).toBe(1);
  // The page draws an error in the next frame.
  await drawTwoFrames(page);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

browserTest('signing in returns to the requested page, but never to another host', async () => {
  const visitor = await stage.signedOutVisitor();
  const { page } = visitor;
  await page.goto('/incidents?state=open');
  await page.waitForURL('**/sign-in?next=*');
  await signIn(page);
  await page.waitForURL('**/incidents?state=open');
  await page.goto(`/sign-in?next=${encodeURIComponent('//evil.example/monitors')}`);
  await page.waitForURL(`${stage.service.baseURL}/monitors`);
  await signOutByMenu(page);
  await page.goto(`/sign-in?next=${encodeURIComponent('/\\evil.example')}`);
  await signIn(page);
  await page.waitForURL(`${stage.service.baseURL}/monitors`);
  expect(visitor.browserErrors.except(NOT_SIGNED_IN)).toEqual([]);
});

browserTest('signing out does not return to the page, even if the live stream ends first', async () => {
  const { page } = await stage.visitor();
  await page.goto('/incidents');
  await page.getByRole('heading', { name: 'Incidents', exact: true }).waitFor();
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/v1/account/') && response.status() === 401,
  );
  await page.route('**/auth/sign-out', async (route) => {
    const response = await route.fetch();
    await refused;
    await route.fulfill({ response });
  });
  await signOutByMenu(page);
});

browserTest('signs in with a code, a backup code and a passkey', async () => {
  const visitor = await stage.signedOutVisitor();
  const { page } = visitor;
  const setReady = await addVirtualAuthenticator(page);
  await page.goto('/account');
  await signIn(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Create passkey', exact: true }).click();
  await page.getByText('Passkey added').waitFor();
  await setReady(false);

  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const key = (await page.getByRole('dialog').getByRole('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Current code').fill(codeOf(key));
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const [backupCode = ''] = await codes.allInnerTexts();
  // The codes are never shown again, so no key closes the dialog.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I saved the codes' }).click();

  await signOutByMenu(page);
  await signIn(page);
  const code = page.getByLabel('6-digit code');
  await code.fill('000000');
  await page.getByText('The code is wrong').waitFor();
  // The password without a code creates no session.
  expect((await visitor.context.request.get('/v1/account/')).status()).toBe(401);
  await page.getByRole('checkbox', { name: /Don’t ask again in this browser/ }).check();
  await code.fill(codeOf(key, 1));
  await page.waitForURL('**/monitors');

  // The browser stays trusted until the user revokes the trust, here with the keyboard in a narrow window.
  await signOutByMenu(page);
  await signIn(page);
  await page.waitForURL('**/monitors');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account');
  const trusted = page.getByRole('region', { name: 'Trusted browsers' });
  await trusted.getByText('This browser').waitFor();
  await trusted.getByRole('button', { name: /^Stop trusting/ }).focus();
  await page.keyboard.press('Enter');
  await trusted.getByText('No trusted browsers.').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });

  await signOutByMenu(page);
  await signIn(page);
  await page.getByRole('button', { name: 'Use a backup code instead' }).click();
  await page.getByLabel('Backup code').fill(backupCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/monitors');

  // The email field offers passkeys without a click.
  await signOutByMenu(page);
  await setReady(true);
  // Opens a new page, because the reader never answers a request that was made before the reader was ready.
  await page.goto('/sign-in');
  await page.waitForURL('**/monitors');

  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-factor authentication is off').waitFor();
  expect(visitor.browserErrors.except(NOT_SIGNED_IN)).toEqual([]);
});

browserTest('a session ended elsewhere leads to the sign-in page', async () => {
  const [here, there] = [await stage.visitor(), await stage.visitor()];
  await there.page.goto('/team?tab=usage');
  await there.page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
  await here.page.goto('/account');
  await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await here.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await here.page.getByText('Signed out').waitFor();
  // The live stream signs the other page out without a click.
  await there.page.waitForURL('**/sign-in?next=*');
  await signIn(there.page);
  await there.page.waitForURL('**/team?tab=usage');
});

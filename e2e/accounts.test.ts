import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { run as runCommand, start as startCommand } from '../cli/test/command.ts';
import { addVirtualAuthenticator } from './passkey-reader.ts';
import { PERSON } from './served-application.ts';
import { signInByForm, signOutByMenu } from './sign-in-form.ts';
import { browserTest, useStage } from './stage.ts';

const run = promisify(execFile);
/** Console message of Chromium for a refused request. */
const REFUSED = /status of 403/;
const stage = useStage({ team: 'new' });

/**
 * Runs a curl command line in a shell with a fake curl, because some machines lack curl. Sends the request that the fake curl
 * recorded, and returns the status of the response.
 */
async function statusOfCurl(line: string): Promise<number> {
  const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`]);
  const [option, header = '', url = ''] = stdout.trimEnd().split('\n');
  expect(option).toBe('-H');
  const [name = '', value = ''] = header.split(': ');
  return (await fetch(url, { headers: { [name]: value } })).status;
}

/**
 * Simulates a slow network: delays the response with the new session until the service has refused a request with the old
 * session.
 */
async function holdBackUntilRefused(page: Page, asked: string): Promise<void> {
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/v1/account/') && response.status() === 401,
  );
  await page.route(asked, async (route) => {
    const request = route.request();
    // Sends the request outside the browser, because the browser would store the new session immediately.
    const response = await fetch(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      body: request.postData(),
    });
    await refused;
    await route.fulfill({
      status: response.status,
      contentType: response.headers.get('Content-Type') ?? '',
      headers: { 'Set-Cookie': response.headers.getSetCookie().join('\n') },
      body: await response.text(),
    });
  });
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

browserTest('a passkey signs in without a password', async () => {
  const { page } = await stage.visitor();
  const touch = await addVirtualAuthenticator(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('Test laptop');
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await part(page, 'Passkeys').getByRole('listitem').filter({ hasText: 'Test laptop' }).waitFor();

  // The passkey is used only after the user has pressed the button.
  await touch(false);
  await signOutByMenu(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await touch(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/monitors');

  await page.goto('/account');
  await page.getByRole('button', { name: 'Actions for Test laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys yet.').waitFor();
  await page.context().close();
});

browserTest('creates a token, shows it once with a working example, and revokes it', async () => {
  const { page, context, browserErrors } = await stage.visitor();
  await page.goto('/monitors');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  expect(new URL(page.url()).pathname).toBe('/account/api');
  await page.getByRole('button', { name: 'New token' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('deploy script');
  await dialog.getByText('Sees what you see, and changes nothing.').waitFor();
  await dialog.getByRole('button', { name: 'Admin' }).click();
  await dialog.getByText('Who has the token can give others access.').waitFor();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const made = part(page, 'Your new token deploy script');
  const token = await made.getByRole('code').first().innerText();
  expect(token).toMatch(/^ovd_/);
  const line = await made.getByRole('region', { name: 'Try it' }).innerText();
  expect(line).toContain(`'Authorization: Bearer ${token}'`);
  expect(await statusOfCurl(line)).toBe(200);

  await made.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  const row = page.getByRole('row', { name: /deploy script/ });
  await row.waitFor();
  expect(await page.content()).not.toContain(token);
  expect(await row.innerText()).toContain(token.slice(0, 8));
  expect(await row.innerText()).toContain('Admin');
  await row.getByRole('button', { name: 'Revoke deploy script' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Token revoked').waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await statusOfCurl(line)).toBe(401);
  expect(browserErrors.all()).toEqual([]);
  await context.close();
});

browserTest('logs in a command line, which shows a code', async () => {
  const config = mkdtempSync(join(tmpdir(), 'overdue-login-'));
  onTestFinished(() => rmSync(config, { recursive: true }));
  const env = { XDG_CONFIG_HOME: config };
  const login = startCommand(['login', stage.service.baseURL], env);
  const [shown] = await once(login.process.stderr!, 'data');
  const [address = '', code = ''] = /http\S+code=(\S+)/.exec(String(shown)) ?? [];

  const { page, context, browserErrors } = await stage.visitor();
  await page.goto('/account/api');
  await page.getByRole('link', { name: 'Authorize a command-line login' }).click();
  await page.getByLabel('Code').fill('bbbb bbbb');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong or has expired.').waitFor();
  await page.goto(address);
  await page.getByRole('heading', { name: `Authorize the command line on ${hostname()}?` }).waitFor();
  await page.getByText(code, { exact: true }).waitFor();
  expect(await page.getByText('Asks for').locator('..').innerText()).toContain('Read and write');
  const more = page.getByText('This is more access than the command line asks for.');
  expect(await more.count()).toBe(0);
  await page.getByRole('button', { name: 'Admin' }).click();
  await more.waitFor();
  await page.getByRole('button', { name: 'Read and write' }).click();
  await more.waitFor({ state: 'detached' });
  await page.getByLabel('Name').fill('host of the test');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Command line authorized').waitFor();
  expect(await login.finished).toMatchObject({ status: 0, signal: null });

  const whoami = () => runCommand(['whoami', '--json'], { env });
  expect(JSON.parse((await whoami()).stdout)).toMatchObject({ profile: 'default', email: PERSON.email });
  await page.getByRole('link', { name: 'Your tokens' }).click();
  const row = page.getByRole('row', { name: /host of the test/ });
  await row.waitFor();
  expect(await runCommand(['logout'], { env })).toMatchObject({ status: 0 });
  await page.reload();
  await page.getByRole('table', { name: 'Your tokens' }).or(page.getByText('No tokens yet')).waitFor();
  expect(await row.count()).toBe(0);
  expect(await whoami()).toMatchObject({ status: 4 });
  expect(browserErrors.except(/status of 404/)).toEqual([]);
  await context.close();
});

function ageSessions(): void {
  const signedIn = new Date(Date.now() - 11 * 60_000).toISOString();
  const database = new DatabaseSync(stage.service.file, { timeout: 10_000 });
  database.prepare('UPDATE sessions SET created_at = ?, authenticated_at = NULL').run(signedIn);
  database.close();
}

browserTest('asks an old session for confirmation, by keyboard, and continues', async () => {
  const { page, context, browserErrors } = await stage.visitor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account/api');
  await page.getByRole('button', { name: 'New token' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('after confirmation');
  ageSessions();
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Your password', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'detached' });
  await dialog.getByText('Your last sign-in was more than 10 minutes ago').waitFor();

  await dialog.getByRole('button', { name: 'Create token' }).click();
  await confirmation.getByLabel('Your password', { exact: true }).waitFor();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await confirmation.getByText('The password is wrong.').waitFor();
  await confirmation.getByLabel('Your password', { exact: true }).fill(PERSON.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await part(page, 'Your new token after confirmation').waitFor();
  expect(await confirmation.count()).toBe(0);
  expect(browserErrors.except(REFUSED)).toEqual([]);
  await context.close();
});

/** Runs last, because it changes the password. */
browserTest('lists other sessions, and ends them one by one or by a new password', async () => {
  const [here, there] = await Promise.all([stage.visitor(), stage.visitor()]);
  await there.page.goto('/monitors');
  await there.page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();
  await here.page.goto('/account');
  const sessions = part(here.page, 'Sessions').getByRole('listitem');
  await sessions.filter({ hasText: 'This browser' }).waitFor();
  expect(await sessions.first().innerText()).toContain('Chrome on Linux');
  const others = sessions.filter({ hasNotText: 'This browser' });
  const before = await others.count();
  await others
    .first()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect.poll(() => others.count()).toBe(before - 1);
  // Each click revokes one session, whose page then shows the sign-in form.
  while ((await others.count()) > 0) {
    const left = await others.count();
    await others
      .first()
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await expect.poll(() => others.count()).toBe(left - 1);
  }
  await there.page.waitForURL('**/sign-in?next=*');

  await signInByForm(there.page, PERSON.email, PERSON.password);
  await there.page.waitForURL('**/monitors');
  await here.page.getByRole('button', { name: 'Change password' }).click();
  const current = here.page.getByLabel('Current password');
  await current.fill('not my password');
  await here.page.getByLabel('New password').fill('another long sentence');
  await here.page.getByRole('button', { name: 'Save new password' }).click();
  await here.page.getByText('The password is wrong.').waitFor();
  expect(await current.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => current.evaluate((field) => field === document.activeElement)).toBe(true);
  await current.fill(PERSON.password);
  await holdBackUntilRefused(here.page, '**/auth/change-password');
  await here.page.getByRole('button', { name: 'Save new password' }).click();
  await here.page.getByText('Password changed. All other sessions have ended.').waitFor();
  await there.page.waitForURL('**/sign-in?next=*');
  expect((await there.context.request.get('/v1/account/')).status()).toBe(401);
  expect((await here.context.request.get('/v1/account/')).status()).toBe(200);

  await signInByForm(there.page, PERSON.email, PERSON.password);
  await there.page.getByRole('alert').waitFor();
  await signInByForm(there.page, PERSON.email, 'another long sentence');
  await there.page.waitForURL('**/monitors');
  await Promise.all([here.context.close(), there.context.close()]);
});

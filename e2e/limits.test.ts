import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { totpOf } from '../server/test/accounts/totp.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const EVE = 'Eve Berzina';
const DAN = 'Dan Kalns';
/** Console messages of Chromium for refused requests. */
const REFUSED = /status of 40[13]/;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const stage = useStage({ team: 'new' });

/** Creates an account from an invitation, and opens a signed-in browser. */
async function join(name: string): Promise<Visitor> {
  // The address is random, because a repeated test needs an unused address.
  const email = `${randomUUID()}@example.com`;
  const { url } = await stage.api().invitations.create({ role: 'member' });
  const token = url.split('/').at(-1);
  const visitor = await stage.signedOutVisitor();
  const response = await visitor.context.request.post('/v1/invitations/accept/', {
    headers: { Origin: stage.service.baseURL },
    data: { token, name, email, password: 'some long words of a member' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return visitor;
}

async function expectNoOverhang(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) return;
  const [scrolled, shown] = await dialog.evaluate(({ scrollWidth, clientWidth }) => [
    scrollWidth,
    clientWidth,
  ]);
  expect(scrolled).toBeLessThanOrEqual(shown ?? 0);
  const box = await dialog.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
}

async function statusOf(token: string, path: string): Promise<number> {
  const { status } = await fetch(`${stage.service.baseURL}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return status;
}

browserTest('a member limits a token to a project by keyboard, and an owner revokes the token', async () => {
  await stage.api().projects.create({ name: 'Databases' });
  const eve = await join(EVE);
  const { page } = eve;
  await page.setViewportSize(PHONE);
  await page.goto('/account/api');
  // Waits for the empty list, because the button then moves from the header into the list.
  await page.getByText('No tokens yet').waitFor();
  await page.getByRole('button', { name: 'New token' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').waitFor();
  await page.keyboard.type('database backups');
  await tabTo(page, 'Projects');
  await page.keyboard.type('Data');
  await page.getByRole('option', { name: 'Databases' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove Databases' }).waitFor();
  await expectNoOverhang(page);
  await tabTo(page, 'Create token');
  await page.keyboard.press('Enter');
  const made = page.getByRole('region', { name: 'Your new token database backups' });
  const token = await made.getByRole('code').first().innerText();
  await page.getByRole('row', { name: /database backups 1 project/ }).waitFor();
  await expectNoOverhang(page);
  expect(await statusOf(token, '/v1/monitors/')).toBe(200);
  expect(await statusOf(token, '/v1/channels/')).toBe(403);

  const ann = await stage.visitor();
  await ann.page.setViewportSize(PHONE);
  await ann.page.goto('/team');
  await ann.page.getByRole('button', { name: `Actions for ${EVE}` }).click();
  await ann.page.getByRole('menuitem', { name: 'API tokens' }).click();
  const tokens = ann.page.getByRole('dialog', { name: `API tokens of ${EVE}` });
  const item = tokens.getByRole('listitem').filter({ hasText: 'database backups' });
  await item.getByText('1 project').waitFor();
  expect(await item.innerText()).toContain(token.slice(0, 8));
  await expectNoOverhang(ann.page);
  await item.getByRole('button', { name: 'Revoke database backups' }).click();
  await ann.page
    .getByRole('alertdialog', { name: 'Revoke database backups?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await tokens.getByText('No API tokens.').waitFor();
  expect(await statusOf(token, '/v1/monitors/')).toBe(401);

  await ann.page.goto('/team?tab=audit');
  const entry = ann.page.getByRole('row').filter({ hasText: 'created the API token database backups' });
  await entry.getByText('access Read', { exact: true }).waitFor();
  await entry.getByText('projects 1', { exact: true }).waitFor();
  await entry.getByText(/^expires \w{3} \d+ \w{3} \d{4}/).waitFor();
  expect([...eve.browserErrors.all(), ...ann.browserErrors.all()]).toEqual([]);
  await Promise.all([eve.context.close(), ann.context.close()]);
});

/** Presses Tab until the control with this label has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const control = page
    .getByRole('dialog')
    .getByLabel(name, { exact: true })
    .or(page.getByRole('button', { name }));
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    if (await control.first().evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

async function setUpTwoFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const key = (await page.getByRole('dialog').getByRole('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Current code').fill(totpOf(`otpauth://totp/Overdue?secret=${key}`, Date.now()));
  await page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').first().waitFor();
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await page.getByText('Two-factor authentication is on').first().waitFor();
}

browserTest(
  'a team that requires a second factor sends its members to the setup, then admits them',
  async () => {
    const [ann, dan] = [await stage.visitor(), await join(DAN)];
    await dan.page.goto('/monitors');
    await dan.page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();

    const required = ann.page.getByRole('switch', { name: /^Require two-factor authentication/ });
    await ann.page.goto('/team?tab=settings');
    const security = ann.page.getByRole('region', { name: 'Security' });
    await required.click();
    await security.getByRole('button', { name: 'Save' }).click();
    await security.getByRole('alert').getByRole('link', { name: 'Set up two-factor authentication' }).click();
    await ann.page.waitForURL('**/account#two-factor');
    await setUpTwoFactor(ann.page);
    await ann.page.goto('/team?tab=settings');
    await required.click();
    await security.getByRole('button', { name: 'Save' }).click();
    await ann.page.getByText('Saved').first().waitFor();
    // Text that is not a number doesn't remove the limit.
    const days = ann.page.getByLabel('Maximum age of API tokens and project keys, in days');
    await days.fill('9O');
    await security.getByText('Enter a whole number of days, or leave this empty.').waitFor();
    expect(await security.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await days.fill('');

    // The open page shows the change.
    const { page } = dan;
    await page.getByRole('heading', { name: 'Acme requires two-factor authentication' }).waitFor();
    await page.setViewportSize(PHONE);
    await expectNoOverhang(page);
    await page.setViewportSize(WIDE);
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
    await page.waitForURL('**/account#two-factor');
    await setUpTwoFactor(page);
    await page.getByRole('link', { name: 'Monitors', exact: true }).click();
    await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();
    expect([...ann.browserErrors.except(REFUSED), ...dan.browserErrors.except(REFUSED)]).toEqual([]);
  },
);

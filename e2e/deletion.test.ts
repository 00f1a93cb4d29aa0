import { expect } from 'vitest';
import { browserTest, useStage } from './stage.ts';

const stage = useStage({ team: 'new' });

browserTest('the only owner deletes the team after its last monitor, and then the account', async () => {
  const { monitors } = stage.api();
  for await (const { shortID } of monitors.all()) await monitors.delete(shortID);
  const { shortID } = await monitors.create({ name: 'last job' });
  const { page, browserErrors } = await stage.visitor();

  // The account can't leave its team without an owner.
  await page.goto('/account');
  await page.getByText('You are the only owner of Acme.').waitFor();
  expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0);

  await page.goto('/team');
  await page.getByText('You are the only member.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Role of Ann Ozola' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Delete team' }).click();
  await page.getByText('The team has 1 monitor.').waitFor();
  await page.getByRole('link', { name: 'Monitors', exact: true }).last().click();
  await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();
  await monitors.delete(shortID);
  await page.goBack();
  await page.getByRole('button', { name: 'Delete team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Acme?' });
  await dialog.getByLabel('Type “Acme” to confirm').fill('Acme');
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await page.getByRole('heading', { name: 'You don’t belong to a team' }).waitFor();
  await page.getByText('Acme deleted').waitFor();
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  const action = question.getByRole('button', { name: 'Delete account' });
  expect(await action.isDisabled()).toBe(true);
  await question.getByLabel('Type “ann@example.com” to confirm').fill('Ann@example.com');
  await action.click();
  await page.waitForURL('**/setup');
  await page.getByText('Account deleted').waitFor();
  expect(browserErrors.except(/status of 40[139]/)).toEqual([]);
});

import { beforeEach, expect } from 'vitest';
import type { Monitor } from '../sdk/src/index.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const stage = useStage({ team: 'new' });
/** Console message of Chromium for a refused stale edit. */
const STALE = /status of 412/;

let monitor: Monitor;

beforeEach(async () => {
  monitor = await stage.api().monitors.create({ name: 'dump', schedule: { cron: '0 2 * * *' } });
});

async function openEditor(): Promise<Visitor> {
  const visitor = await stage.visitor();
  await visitor.page.goto(`/monitors/${monitor.shortID}/edit`);
  await visitor.page.getByLabel('Name', { exact: true }).waitFor();
  return visitor;
}

async function save({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
}

const isSaved = ({ page }: Visitor) => page.waitForURL(`**/monitors/${monitor.shortID}`);
const current = () => stage.api().monitors.get(monitor.shortID);

browserTest('keeps changes of different fields in two browsers', async () => {
  const [ann, ben] = [await openEditor(), await openEditor()];
  await ann.page.getByLabel('Name', { exact: true }).fill('nightly dump');
  await ben.page.getByLabel('Description').fill('Dumps the production database.');
  await save(ann);
  await isSaved(ann);
  await save(ben);
  await isSaved(ben);
  await ben.page.getByText('Saved and merged with someone else’s change').first().waitFor();
  expect(await current()).toMatchObject({
    name: 'nightly dump',
    description: 'Dumps the production database.',
    revision: 3,
  });
  expect([...ann.browserErrors.all(), ...ben.browserErrors.except(STALE)]).toEqual([]);
  await Promise.all([ann.context.close(), ben.context.close()]);
});

browserTest('shows both values of a conflicting field, and saves the chosen one', async () => {
  const [ann, ben] = [await openEditor(), await openEditor()];
  await ann.page.getByLabel('Name', { exact: true }).fill('ann’s dump');
  await ben.page.getByLabel('Name', { exact: true }).fill('ben’s dump');
  await ben.page.getByLabel('Description').fill('By Ben.');
  await save(ann);
  await isSaved(ann);
  await save(ben);
  const dialog = ben.page.getByRole('dialog', { name: 'This was changed elsewhere too' });
  const field = dialog.getByRole('group', { name: 'Name' });
  await field.getByRole('radio', { name: 'Yours ben’s dump' }).waitFor();
  // Chooses only with the keyboard.
  await field.getByRole('radio', { name: 'Yours ben’s dump' }).focus();
  await ben.page.keyboard.press('ArrowDown');
  expect(await field.getByRole('radio', { name: /^Theirs.*ann’s dump$/ }).isChecked()).toBe(true);
  await ben.page.keyboard.press('Enter');
  await isSaved(ben);
  expect(await current()).toMatchObject({ name: 'ann’s dump', description: 'By Ben.' });

  // Repeats the conflict with swapped roles, on a phone.
  await ben.page.setViewportSize({ width: 390, height: 844 });
  await ben.page.goto(`/monitors/${monitor.shortID}/edit`);
  await ben.page.getByLabel('Name', { exact: true }).fill('mine after all');
  await stage.api().monitors.update(monitor.shortID, { name: 'theirs again' });
  await save(ben);
  await dialog.waitFor();
  const width = await ben.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: 'Save chosen values' }).click();
  await isSaved(ben);
  expect(await current()).toMatchObject({ name: 'mine after all', description: 'By Ben.' });
  expect([...ann.browserErrors.all(), ...ben.browserErrors.except(STALE)]).toEqual([]);
  await Promise.all([ann.context.close(), ben.context.close()]);
});

browserTest('shows another person’s value beside the field, to keep or to take', async () => {
  const ben = await openEditor();
  const { page } = ben;
  const name = page.getByLabel('Name', { exact: true });
  const theirs = page.getByRole('group', { name: 'Name', exact: true });
  await name.fill('ben’s dump');
  await stage.api().monitors.update(monitor.shortID, { name: 'ann’s dump', description: 'By Ann.' });
  // The API token that made the change belongs to the page's user, so the form says "You".
  await theirs.getByText('You changed this in another window to:').waitFor();
  await theirs.getByText('ann’s dump').waitFor();
  await theirs.getByRole('button', { name: 'Take theirs' }).click();
  await theirs.waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('ann’s dump');

  await name.fill('ben’s again');
  await stage.api().monitors.update(monitor.shortID, { name: 'ann’s again' });
  await theirs.getByText('ann’s again').waitFor();
  await theirs.getByRole('button', { name: 'Keep mine' }).press('Enter');
  await theirs.waitFor({ state: 'detached' });
  // Saving shows no conflict dialog, because the user has already chosen.
  await save(ben);
  await isSaved(ben);
  expect(await current()).toMatchObject({ name: 'ben’s again', description: 'By Ann.' });
  expect(ben.browserErrors.except(STALE)).toEqual([]);
  await ben.context.close();
});

browserTest('shows both values as the editor does', async () => {
  const api = stage.api();
  const ben = await openEditor();
  await ben.page.getByLabel('Grace period').fill('90 min');
  await ben.page.getByLabel('Cron expression').fill('30 4 * * *');
  await api.monitors.update(monitor.shortID, {
    schedule: { cron: '0 3 * * *', graceDuration: 7200 },
  });
  await save(ben);
  const dialog = ben.page.getByRole('dialog', { name: 'This was changed elsewhere too' });
  const grace = dialog.getByRole('group', { name: 'Grace period' });
  await grace.getByRole('radio', { name: /^Yours 1 h 30 min/ }).waitFor();
  await grace.getByRole('radio', { name: /^Theirs.*2 h/ }).waitFor();
  const cron = dialog.getByRole('group', { name: 'Cron expression' });
  await cron.getByText(/04:30/).waitFor();
  await cron.getByText(/03:00/).waitFor();
  await ben.context.close();
});

browserTest('merges a restored draft with a change made since the draft was begun', async () => {
  const ben = await openEditor();
  await ben.page.getByLabel('Name', { exact: true }).fill('ben’s dump');
  await stage.api().monitors.update(monitor.shortID, { name: 'ann’s dump', description: 'By Ann.' });
  await ben.page.reload();
  await ben.page.getByText('Draft restored.').waitFor();
  await save(ben);
  const dialog = ben.page.getByRole('dialog', { name: 'This was changed elsewhere too' });
  const field = dialog.getByRole('group', { name: 'Name' });
  await field.getByRole('radio', { name: 'Yours ben’s dump' }).waitFor();
  await field.getByRole('radio', { name: /^Theirs.*ann’s dump$/ }).waitFor();
  await dialog.getByRole('button', { name: 'Save chosen values' }).click();
  await isSaved(ben);
  expect(await current()).toMatchObject({ name: 'ben’s dump', description: 'By Ann.' });

  // When a draft is discarded, the form loads the current monitor.
  await ben.page.goto(`/monitors/${monitor.shortID}/edit`);
  await ben.page.getByLabel('Name', { exact: true }).fill('another');
  await stage.api().monitors.update(monitor.shortID, { name: 'newest' });
  await ben.page.reload();
  await ben.page.getByRole('button', { name: 'Discard draft' }).click();
  await expect.poll(() => ben.page.getByLabel('Name', { exact: true }).inputValue()).toBe('newest');
  await ben.context.close();
});

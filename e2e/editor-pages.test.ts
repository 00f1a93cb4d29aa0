import { afterEach, beforeEach, expect } from 'vitest';
import { isLongRun } from '../server/test/length.ts';
import { findAccessibilityViolations } from './axe.ts';
import { monitorNamed } from './monitor-named.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const stage = useStage({ team: 'sample' });
let visitor: Visitor;

beforeEach(async () => {
  visitor = await stage.visitor();
});
afterEach(() => visitor.context.close());

const shortIDOf = async (name: string) => (await monitorNamed(stage.api(), name)).shortID;

browserTest('the input survives an expired session', async () => {
  const { page, context } = visitor;
  const shortID = await shortIDOf('sitemap');
  await page.goto(`/monitors/${shortID}/edit`);
  // Each attempt of the test uses a new description, because saving the same description again would change nothing.
  const description = `Typed at length: ${Date.now()}.`;
  await page.getByLabel('Description').fill(description);
  const cookies = await context.cookies();
  await context.clearCookies();
  const isSignedOut = Promise.race([
    page.getByText('Your session has expired.').waitFor(),
    page.waitForURL('**/sign-in**'),
  ]);
  // Another request may reveal first that the session has expired, which removes the button. The test waits until the click has
  // succeeded or failed, because a late click could hit the button of the restored form.
  const save = page.getByRole('button', { name: 'Save changes' });
  const isClicked = save.click({ timeout: 3000 }).catch(() => undefined);
  await isSignedOut;
  await isClicked;
  await context.addCookies(cookies);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/monitors/${shortID}/edit`);
  await page.getByText('Draft restored.').waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe(description);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(`**/monitors/${shortID}`);
  expect((await stage.api().monitors.get(shortID)).description).toBe(description);
  // The editor deletes the draft after saving.
  await page.goto(`/monitors/${shortID}/edit`);
  await page.getByLabel('Description').waitFor();
  expect(await page.getByText('Draft restored.').count()).toBe(0);
});

browserTest('a copy has the same settings, and its own ping URL', async () => {
  const { page } = visitor;
  const original = await stage.api().monitors.get(await shortIDOf('card settlement'));
  await page.goto(`/monitors/new?copy=${original.shortID}`);
  expect(await page.getByLabel('Name').inputValue()).toBe('card settlement (copy)');
  const hint = page.getByText('Another monitor has this name.');
  await page.getByLabel('Name').fill('card settlement');
  await hint.waitFor();
  await page.getByLabel('Name').fill('card settlement (copy)');
  await hint.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.waitForURL('**/monitors/new?created=*');
  const copy = await stage.api().monitors.get(new URL(page.url()).searchParams.get('created') ?? '');
  expect(copy).toMatchObject({
    name: 'card settlement (copy)',
    schedule: original.schedule,
    maxRunDuration: original.maxRunDuration,
    tags: original.tags,
    projectShortID: original.projectShortID,
  });
  expect(copy.pingURL).not.toBe(original.pingURL);
});

browserTest('finds a time zone by a part of its name, by keyboard', async () => {
  const { page } = visitor;
  await page.goto('/monitors/new');
  await page.getByRole('combobox', { name: 'Time zone' }).focus();
  await page.keyboard.type('sao paulo');
  await page.getByRole('option', { name: /America\/Sao_Paulo/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('At 02:00 (America/Sao_Paulo)').waitFor();
});

const WINDOWS = [
  ['light', 1440],
  ['dark', 390],
  ['dark', 1440],
  ['light', 390],
] as const;

browserTest.each(isLongRun ? WINDOWS : WINDOWS.slice(0, 1))(
  'axe finds nothing in the editor, and nothing scrolls sideways: %s, %d px',
  async (colorScheme, width) => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/monitors/new',
      `/monitors/${await shortIDOf('sitemap')}/edit`,
      `/monitors/new?created=${await shortIDOf('sitemap')}`,
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/monitors/new') {
        await page.getByRole('button', { name: 'Create monitor' }).click();
        await page.getByText('A run is expected at').waitFor();
      }
      expect(await findAccessibilityViolations(page), path).toEqual([]);
      const overhang = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overhang, path).toBeLessThanOrEqual(0);
    }
  },
);

import { afterEach, beforeEach, expect } from 'vitest';
import { browserTest, useStage, type Visitor } from './stage.ts';

const stage = useStage({ team: 'sample' });
let visitor: Visitor;

beforeEach(async () => {
  visitor = await stage.visitor();
});
afterEach(async () => {
  await visitor.context.close();
  const { views } = stage.api();
  for (const { shortID } of await views.list()) await views.delete(shortID);
});

const names = () => visitor.page.locator('[data-row] a').allInnerTexts();
const toast = (text: string) => visitor.page.getByText(text, { exact: true }).first();

async function openList(query = ''): Promise<void> {
  await visitor.page.goto(`/monitors${query}`);
  await visitor.page.locator('[data-row]').first().waitFor();
}

async function choose(menu: string, item: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') {
  const { page } = visitor;
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole(role, { name: item, exact: true }).click();
}

browserTest(
  'a view is saved, changed, shared, renamed and deleted, and each step can be undone',
  async () => {
    const { page } = visitor;
    const { views } = stage.api();
    const stored = async () => (await views.list())[0];
    await openList();
    const { length: all } = await names();
    expect(await page.getByRole('button', { name: 'Save view…' }).count()).toBe(0);
    await page.getByLabel('Search monitors').fill('pg-dump');
    await expect.poll(names).toEqual(['pg-dump prod', 'pg-dump staging']);

    await page.getByRole('button', { name: 'Save view…' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Dumps');
    await page.keyboard.press('Enter');
    await toast('“Dumps” saved').waitFor();
    expect(await stored()).toMatchObject({ name: 'Dumps', shared: false, q: 'pg-dump' });
    const address = `?view=${(await stored())?.shortID}`;
    await expect.poll(() => new URL(page.url()).search).toBe(address);

    await choose('View: Dumps', 'All monitors', 'menuitemcheckbox');
    await expect.poll(async () => (await names()).length).toBe(all);
    await choose('Views', 'Dumps', 'menuitemcheckbox');
    await expect.poll(names).toEqual(['pg-dump prod', 'pg-dump staging']);
    await page.reload();
    await expect.poll(names).toEqual(['pg-dump prod', 'pg-dump staging']);
    expect(await page.getByLabel('Search monitors').inputValue()).toBe('pg-dump');

    // The URL has what differs from the view, also a filter that is turned off.
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe(`${address}&q=`);
    await expect.poll(async () => (await names()).length).toBeGreaterThan(2);
    await page.reload();
    await expect.poll(async () => (await names()).length).toBeGreaterThan(2);
    await page
      .getByRole('button', { name: '1 down', exact: true })
      .or(page.getByRole('button', { name: / down$/ }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Update view' }).click();
    await toast('“Dumps” updated').waitFor();
    expect(await stored()).toMatchObject({ q: '', statuses: ['down'] });
    await expect.poll(() => new URL(page.url()).search).toBe(address);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toMatchObject({ q: 'pg-dump', statuses: [] });
    await expect.poll(names).toEqual(['pg-dump prod', 'pg-dump staging']);

    await choose('View: Dumps', 'Share with the team');
    await toast('“Dumps” is shared with the team').waitFor();
    expect(await stored()).toMatchObject({ shared: true });
    await choose('View: Dumps', 'Rename…');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Database dumps');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'View: Database dumps' }).waitFor();
    await choose('View: Database dumps', 'Make private');
    await toast('Only you see “Database dumps” now').waitFor();

    await choose('View: Database dumps', 'Delete');
    await toast('“Database dumps” deleted').waitFor();
    expect(await stored()).toBeUndefined();
    expect(await names()).toEqual(['pg-dump prod', 'pg-dump staging']);
    await page
      .getByRole('dialog', { name: '“Database dumps” deleted' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(stored).toMatchObject({ name: 'Database dumps', shared: false, q: 'pg-dump' });
    expect(visitor.browserErrors.all()).toEqual([]);
  },
);

browserTest(
  'a shared view is in the palette and the menu of every member, and appears without a reload',
  async () => {
    const { page } = visitor;
    const { views } = stage.api();
    await openList();
    await views.create({ name: 'Night shift', shared: true, q: 'pg-dump', group: 'project' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('night');
    await page.getByRole('option', { name: /Night shift/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'View: Night shift' }).waitFor();
    await expect.poll(names).toEqual(['pg-dump prod', 'pg-dump staging']);
    expect(await page.getByRole('combobox', { name: 'Group by' }).innerText()).toBe('By project');

    const [view] = await views.list();
    await views.update(view?.shortID ?? '', { q: 'prod', name: 'Day shift' });
    await page.getByRole('button', { name: 'View: Day shift' }).waitFor();
    await expect.poll(() => page.getByLabel('Search monitors').inputValue()).toBe('prod');
    expect(visitor.browserErrors.all()).toEqual([]);
  },
);

browserTest('a view that does not exist shows all monitors, and says so', async () => {
  const { page } = visitor;
  await openList('?view=nosuchthng');
  await page.getByText('This view doesn’t exist, or only its owner can see it.').waitFor();
  expect((await names()).length).toBeGreaterThan(10);
  await page.getByRole('link', { name: 'Show all monitors' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest('a view is chosen, saved and managed by keyboard', async () => {
  const { page } = visitor;
  await stage.api().views.create({ name: 'Dumps', q: 'pg-dump' });
  await openList();
  await page.getByRole('button', { name: 'Views' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.type('dumps');
  await page.keyboard.press('Enter');
  const trigger = page.getByRole('button', { name: 'View: Dumps' });
  await trigger.waitFor();
  await expect.poll(() => trigger.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.type('rename');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Rename view' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(visitor.browserErrors.all()).toEqual([]);
});

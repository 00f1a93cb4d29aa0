import { afterEach, beforeEach, describe, expect } from 'vitest';
import { browserTest, useStage, type Visitor } from './stage.ts';

const stage = useStage({ team: 'sample' });
let visitor: Visitor;

const WORST_FIRST = ['Down', 'Failing', 'Late', 'New', 'Paused', 'Up'];

beforeEach(async () => {
  visitor = await stage.visitor();
});
afterEach(() => visitor.context.close());

function names(): Promise<readonly string[]> {
  return visitor.page.locator('[data-row] a').allInnerTexts();
}

function statuses(): Promise<readonly string[]> {
  return visitor.page
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((row) => row.querySelector('[role=img]')?.getAttribute('aria-label') ?? ''),
    );
}

async function openList(query = ''): Promise<void> {
  await visitor.page.goto(`/monitors${query}`);
  await visitor.page.locator('[data-row]').first().waitFor();
}

function focused(): Promise<string> {
  return visitor.page.evaluate(() => document.activeElement?.textContent ?? '');
}

describe('the list of monitors', () => {
  browserTest('shows the worst first, with the last runs of visible monitors', async () => {
    await openList();
    const ranks = async () => (await statuses()).map((status) => WORST_FIRST.indexOf(status));
    // Polls, because some monitors become late around this time and move up.
    await expect
      .poll(async () => {
        const shown = await ranks();
        return shown.every((rank, place) => place === 0 || rank >= (shown[place - 1] ?? 0));
      })
      .toBe(true);
    expect((await ranks())[0]).toBe(0);
    expect(new Set(await ranks()).size).toBeGreaterThan(2);
    expect((await names()).slice(0, 3)).toContain('pg-dump prod');
    await visitor.page
      .getByRole('img', { name: /^Last \d+ runs: \d+ failed or missed$/ })
      .first()
      .waitFor();
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest('filters by search, status and tag, and stores the filters in the URL', async () => {
    const { page } = visitor;
    await openList();
    await page.keyboard.press('/');
    await page.keyboard.type('pg-dump');
    await expect.poll(names).toEqual(['pg-dump prod', 'pg-dump staging']);
    await expect.poll(() => new URL(page.url()).search).toBe('?q=pg-dump');
    await page.getByRole('button', { name: '1 down', exact: true }).click();
    await expect.poll(names).toEqual(['pg-dump prod']);
    await page.reload();
    await expect.poll(names).toEqual(['pg-dump prod']);
    await page.getByLabel('Search monitors').fill('nothing is called that');
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.poll(async () => (await names()).length).toBeGreaterThan(10);
  });

  browserTest('sorts by a click on a column header, and returns to the default order', async () => {
    const { page } = visitor;
    await openList();
    const worstFirst = await names();
    const name = page.getByRole('columnheader', { name: 'Name' });
    await name.getByRole('button').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=name');
    expect(await name.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(names).not.toEqual(worstFirst);
    const ascending = await names();
    await name.getByRole('button').click();
    await expect.poll(() => name.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(async () => (await names())[0]).toBe('wal archive');
    expect(ascending[0]).not.toBe('wal archive');
    await name.getByRole('button').press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await name.getAttribute('aria-sort')).toBeNull();
  });

  browserTest('moves by keys, and the panel follows', async () => {
    const { page } = visitor;
    await openList('?sort=name');
    const [first = '', second = ''] = await names();
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(first);
    await page.keyboard.press('o');
    await page.getByRole('complementary', { name: `About ${first}` }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: `About ${second}` }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('open=');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor();
  });

  browserTest('pauses the selection, and undoes it', async () => {
    const { page } = visitor;
    await openList('?tag=seo&sort=name');
    const before = await page.locator('[data-row]').count();
    await page.keyboard.press('a');
    await page.getByText(`${before} selected`).waitFor();
    await page.keyboard.press('p');
    await page.getByText('Paused').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone').waitFor();
  });

  browserTest('the selection counts only monitors that are shown', async () => {
    const { page } = visitor;
    await openList('?q=dunning');
    await page.keyboard.press('a');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('searchbox').first().fill('sitemap');
    await expect.poll(names).toEqual(['sitemap']);
    await page.getByText('1 selected').waitFor({ state: 'detached' });
  });

  browserTest('deletes after ten seconds or when the page closes, but not after Undo', async () => {
    const { page } = visitor;
    const has = async (name: string): Promise<boolean> =>
      (await stage.api().monitors.list({ q: name })).monitors.some((monitor) => monitor.name === name);
    await openList('?q=sitemap');
    await page.keyboard.press('j');
    await page.keyboard.press('Delete');
    await page.getByText('No monitor matches').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toEqual(['sitemap']);
    await openList('?q=dunning');
    await page.keyboard.press('j');
    await page.keyboard.press('Delete');
    await page.getByText('Deleted dunning mails').waitFor();
    expect(await has('dunning mails')).toBe(true);
    await page.goto('about:blank');
    await expect.poll(() => has('dunning mails')).toBe(false);
    expect(await has('sitemap')).toBe(true);
  });
});

browserTest(
  'menus, filters and the order open by keyboard at the first press, and return the focus',
  async () => {
    const { page } = visitor;
    await openList();
    const popups = [
      { trigger: page.getByRole('button', { name: 'Views' }), inside: page.getByRole('menu') },
      { trigger: page.getByRole('combobox', { name: 'Tag', exact: true }), inside: page.getByRole('dialog') },
      { trigger: page.getByRole('combobox', { name: 'Sort by' }), inside: page.getByRole('listbox') },
    ];
    for (const { trigger, inside } of popups) {
      for (const key of ['Enter', 'ArrowDown']) {
        await trigger.focus();
        await page.keyboard.press(key);
        await inside.waitFor();
        await page.keyboard.press('Escape');
        await inside.waitFor({ state: 'detached' });
        await expect.poll(() => trigger.evaluate((button) => button === document.activeElement)).toBe(true);
      }
    }
    expect(visitor.browserErrors.all()).toEqual([]);
  },
);

browserTest('the palette finds a monitor by a part of its ping ID, and opens it', async () => {
  const { page } = visitor;
  await openList();
  const { monitors } = await stage.api().monitors.list({ q: 'certbot' });
  const pingID = monitors[0]?.pingURL.split('/').at(-1) ?? '';
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(pingID.slice(3, 12));
  await page.getByRole('option', { name: /certbot renew/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'certbot renew' }).waitFor();
});

browserTest('many long tags stay in their cell and in their field, and each column has a title', async () => {
  const { page } = visitor;
  const tags = Array.from({ length: 12 }, (_, index) => `a-rather-long-tag-of-a-team-${index}`);
  const { shortID } = await stage
    .api()
    .monitors.create({ name: 'tagged', tags, schedule: { cron: '0 2 * * *' } });
  await openList('?q=tagged');
  const more = page.locator('[data-row]').getByText('+11').first();
  const cell = page.locator('[data-row] [role=cell]').filter({ has: page.getByText('+11') });
  const [place, room] = [await more.boundingBox(), await cell.boundingBox()];
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0));
  for (const title of ['Next / down for', 'Failures'])
    expect((await page.getByRole('columnheader', { name: title }).boundingBox())?.width).toBeGreaterThan(20);
  await page.getByText(/^\d+ of 1,000 allowed$/).waitFor();

  // On the monitor's page, tags wrap below the name.
  await page.goto(`/monitors/${shortID}`);
  const main = page.getByRole('main');
  const last = await main
    .getByText(tags[11] ?? '', { exact: true })
    .first()
    .boundingBox();
  const actions = await main.getByRole('button', { name: 'Pause' }).boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(actions?.x ?? 0);

  await page.setViewportSize({ width: 390, height: 844 });
  // On phones, one button opens the filters and shows how many are active.
  await page.goto(`/monitors?tag=${tags[0]}`);
  const filters = page.getByRole('button', { name: 'Filters 1 set' });
  expect(await page.getByRole('combobox', { name: 'Sort by' }).count()).toBe(0);
  await filters.click();
  await page.getByRole('combobox', { name: 'Sort by' }).waitFor();
  await page.goto(`/monitors/${shortID}/edit`);
  const field = page.getByRole('button', { name: `Remove ${tags[0]}` }).locator('xpath=../..');
  await field.waitFor();
  expect((await field.boundingBox())?.height).toBeLessThanOrEqual(160);
  await page.getByRole('button', { name: 'More' }).click();
  // By keyboard: the menu is not yet in its place when it opens, and Playwright scrolls the page after a click that missed.
  await page.getByRole('menuitem', { name: 'Wallboard' }).press('Enter');
  await page.waitForURL('**/wallboard');
  await stage.api().monitors.delete(shortID);
});

browserTest('a run bar of the list tells its run', async () => {
  const { page } = visitor;
  await openList('?q=pg-dump%20prod');
  const strip = page.locator('[data-row]').first().getByRole('img', { name: /runs/ });
  const box = await strip.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 4, (box?.y ?? 0) + 8);
  await page
    .getByRole('tooltip')
    .getByText(/Failed|Missed|Succeeded|Running|Timed out/)
    .waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
});

browserTest('groups open and close by keyboard, and the URL holds them', async () => {
  const { page } = visitor;
  await openList('?group=project&sort=name');
  const headers = page.locator('[data-group]');
  await expect.poll(() => headers.count()).toBeGreaterThan(1);
  const first = headers.first();
  const shown = await names();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(async () => (await names()).join()).not.toBe(shown.join());
  expect(new URL(page.url()).searchParams.get('closed')).toMatch(/^\["\w+"\]$/);
  await page.keyboard.press('j');
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-group'))).toBe(true);
  await page.reload();
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('false');
  await first.click();
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true');
  expect(new URL(page.url()).searchParams.get('closed')).toBeNull();
});

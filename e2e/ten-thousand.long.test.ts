import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { pace } from '../bench/load.ts';
import { pingIDOf } from '../bench/seeded-monitor.ts';
import { allowPrefetch } from './data-saver.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const MONITORS = 10_000;
const NUMBERS = Array.from({ length: MONITORS }, (_, n) => n + 1);
/** Maximum time to wait. Changing thousands of monitors takes less, even on a busy machine. */
const PATIENCE_MS = 60_000;

const SELECTED = [9100, 9998, 9999];

const stage = useStage({ team: MONITORS });
let visitor: Visitor;

beforeEach(async () => {
  visitor = await stage.visitor();
  await allowPrefetch(visitor.context);
  visitor.context.setDefaultTimeout(PATIENCE_MS);
});
afterEach(() => visitor.context.close());

const nameOf = (number: number) => `Backup of host ${number}`;
const rowOf = (page: Page, number: number) =>
  page.locator('[data-row]').filter({ has: page.getByRole('link', { name: nameOf(number), exact: true }) });

async function rowCount({ page }: Visitor): Promise<number> {
  return Number(await page.getByRole('table', { name: 'Monitors' }).getAttribute('aria-rowcount')) - 1;
}

async function openList({ page }: Visitor, query = ''): Promise<void> {
  await page.goto(`/monitors${query}`);
  await page.locator('[data-row]').first().waitFor();
}

const patiently = { timeout: PATIENCE_MS, interval: 200 };
/** Sends three hundred pings per second. */
async function send(paths: readonly string[]): Promise<void> {
  let sent = 0;
  const { statuses, failures } = await pace({
    ports: [Number(new URL(stage.service.baseURL).port)],
    perSecond: 300,
    connections: 16,
    msMax: PATIENCE_MS,
    isDone: () => sent >= paths.length,
    next: () => `GET /ping/${paths[sent++ % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  });
  expect(failures).toBe(0);
  expect(Object.keys(statuses)).toEqual(['200']);
}

browserTest('searches, filters and counts ten thousand monitors', async () => {
  const { page, browserErrors } = visitor;
  await openList(visitor, '?sort=name');
  expect(await rowCount(visitor)).toBe(MONITORS);
  await page.getByRole('button', { name: '10,000 up' }).waitFor();
  // The page contains only the visible rows and a few around them.
  expect(await page.locator('[data-row]').count()).toBeLessThan(100);

  const field = page.getByLabel('Search monitors');
  for (const text of ['9', '99', '999', '9999', 'host 12', 'nothing has this']) {
    await field.fill(text);
    const expected = NUMBERS.filter((number) =>
      text.split(' ').every((word) => nameOf(number).toLowerCase().includes(word)),
    ).length;
    // A search for four or more characters may also match monitor IDs.
    if (expected === 0) await page.getByText('No monitor matches').waitFor();
    else if (text.length >= 4 && !text.includes(' '))
      await expect.poll(() => rowCount(visitor), patiently).toBeGreaterThanOrEqual(expected);
    else await expect.poll(() => rowCount(visitor), patiently).toBe(expected);
  }
  await field.fill('');
  await expect.poll(() => rowCount(visitor), patiently).toBe(MONITORS);

  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: /prod/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search, patiently).toContain('tag=prod');
  expect(await rowCount(visitor)).toBe(MONITORS);
  expect(browserErrors.all()).toEqual([]);
});

browserTest('keys and scrolling reach the last row and the first', async () => {
  const { page, browserErrors } = visitor;
  await openList(visitor, '?sort=name');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.keyboard.press('j');
  await expect.poll(focused, patiently).toBe(nameOf(1));
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('j');
  await expect.poll(focused, patiently).toBe(nameOf(4));
  await page.keyboard.press('End');
  await expect.poll(focused, patiently).toBe(nameOf(MONITORS));
  expect(await rowOf(page, MONITORS).getAttribute('aria-rowindex')).toBe(String(MONITORS + 1));
  await page.keyboard.press('Home');
  await expect.poll(focused, patiently).toBe(nameOf(1));

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => rowOf(page, MONITORS).isVisible(), patiently).toBe(true);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect.poll(() => rowOf(page, MONITORS / 2).isVisible(), patiently).toBe(true);
  expect(browserErrors.all()).toEqual([]);
});

browserTest('hundreds of changes per second keep the selection and the scroll position', async () => {
  const { page, browserErrors } = visitor;
  await openList(visitor);
  const field = page.getByLabel('Search monitors');
  for (const number of SELECTED) {
    await field.fill(String(number));
    await rowOf(page, number).getByRole('checkbox').click();
  }
  await field.fill('');
  await expect.poll(() => rowCount(visitor), patiently).toBe(MONITORS);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const middle = rowOf(page, MONITORS / 2);
  await middle.hover();
  const before = { place: await middle.boundingBox(), scroll: await page.evaluate(() => window.scrollY) };

  // Pings every tenth monitor. A third of these monitors go down, and should then move to the top.
  const numbers = NUMBERS.filter((number) => number % 10 === 7);
  await send(numbers.map((number) => pingIDOf(number) + (number % 30 === 7 ? '/fail' : '')));
  const failed = numbers.filter((number) => number % 30 === 7).map(nameOf);
  await page.getByRole('button', { name: `${failed.length} down`, exact: true }).waitFor();

  expect(await middle.boundingBox()).toEqual(before.place);
  expect(await page.evaluate(() => window.scrollY)).toBe(before.scroll);
  await page.getByText(`${SELECTED.length} selected`, { exact: true }).waitFor();
  // All other changes appear when the pointer leaves the list.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(5, 5);
  // The order of the failed monitors is random, because several connections sent the pings.
  const first = page.locator('[data-row] a').first();
  await expect.poll(async () => failed.includes(await first.innerText()), patiently).toBe(true);
  await page.getByText(`${SELECTED.length} selected`, { exact: true }).waitFor();
  for (const number of SELECTED) {
    await field.fill(String(number));
    await expect
      .poll(() => rowOf(page, number).getByRole('checkbox').getAttribute('aria-checked'), patiently)
      .toBe('true');
  }
  const { monitors } = await stage.api().monitors.list({ status: 'down' });
  expect(monitors).toHaveLength(failed.length);
  expect(browserErrors.all()).toEqual([]);
});

browserTest('selects all results of a search, and changes them in several requests', async () => {
  const { page, browserErrors } = visitor;
  await openList(visitor, '?q=9&sort=name');
  const found = await rowCount(visitor);
  expect(found).toBe(NUMBERS.filter((number) => String(number).includes('9')).length);
  await page.keyboard.press('a');
  await page.getByText(`${found.toLocaleString('en')} selected`, { exact: true }).waitFor();
  const { monitors: down } = await stage.api().monitors.list({ status: 'down', q: '9' });
  await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).click();
  // The page asks for confirmation only if selected monitors are down, which depends on the time of the test.
  if (down.length > 0)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Pause and end/ })
      .click();
  const paused = async () => (await stage.api().monitors.list({ status: 'paused' })).monitors.length;
  await expect.poll(paused, patiently).toBe(found);
  await page.getByRole('button', { name: 'Undo' }).click();
  // Resuming does not reopen incidents, so monitors whose incident was ended stay paused.
  await expect.poll(paused, patiently).toBe(down.length);
  expect(browserErrors.all()).toEqual([]);
});

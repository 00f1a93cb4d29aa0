import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findChromium } from './chromium.ts';
import { drawTwoFrames } from './frames.ts';
import { settle } from './page-table.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const BUILT = join(import.meta.dirname, '../web/dist');
const FIRST_LOAD_BYTES_MAX = 200_000;
/** Maximum cumulative layout shift of a page. Browsers rate up to 0.1 as good. */
const SHIFT_MAX = 0.01;

// The headless shell may choose other fonts.
const stage = useStage({ team: 'sample', needsWindows: true });

/** Opens a signed-in browser that records layout shifts. */
async function openRecorded(): Promise<Visitor> {
  const visitor = await stage.visitor();
  await recordShifts(visitor.page);
  return visitor;
}

/** Records layout shifts that no input caused, with the elements that moved. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the cumulative layout shift of the page until now. */
async function shiftOf(page: Page): Promise<number> {
  const shifts = await page.evaluate<readonly string[]>('window.shifts');
  return shifts
    .map((shift) => JSON.parse(shift))
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .reduce((sum, { value }) => sum + value, 0);
}

/**
 * Returns the files that the browser loads before it shows the list of monitors, except files that are loaded when
 * idle.
 */
function filesOfFirstLoad(): readonly string[] {
  const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
  const files = new Set(['/index.html']);
  // Skips `apple-touch-icon`, which browsers load only to install the application.
  for (const [tag, path = ''] of html.matchAll(/<[^>]+(?:src|href)="(\/[^"]+)"/g))
    if (!tag.includes('apple-touch-icon')) files.add(path);
  const home = readdirSync(join(BUILT, 'assets')).find((name) => /^monitors-page-.*\.js$/.test(name));
  files.add(`/assets/${home}`);
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    const code = readFileSync(join(BUILT, file), 'utf8');
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g))
      files.add(`/assets/${name}`);
  }
  return [...files];
}

/** Returns the transferred size of a file. */
function bytesOf(file: string): number {
  const folder = join(BUILT, file, '..');
  const name = file.slice(file.lastIndexOf('/') + 1);
  const isCompressed = readdirSync(folder).includes(`${name}.br`);
  return readFileSync(join(folder, isCompressed ? `${name}.br` : name)).byteLength;
}

test.skipIf(findChromium() === null)('the first load with the typeface has less than 200 kB', () => {
  const files = filesOfFirstLoad();
  expect(files.filter((file) => /\/(?:base|lists|monitors-page)-[^/]*\.js$/.test(file))).toHaveLength(3);
  expect(files.filter((file) => file.endsWith('.woff2'))).toHaveLength(1);
  const sizes = files.map((file) => [file, bytesOf(file)] as const);
  const all = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(all, JSON.stringify(sizes)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
});

browserTest('text has the typeface, and nothing moves if the typeface is late', async () => {
  const { page, context, browserErrors } = await openRecorded();
  const isLoaded = () => page.evaluate(() => document.fonts.check('16px Figtree', 'a'));
  const widthOfTitle = () =>
    page.getByRole('heading', { level: 1 }).evaluate((title) => {
      const range = document.createRange();
      range.selectNodeContents(title);
      return range.getBoundingClientRect().width;
    });
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  // Uses the account page, because the rows of the monitor list would move when a status changes.
  await page.goto('/account', { waitUntil: 'commit' });
  await settle(page);
  const fallback = await widthOfTitle();
  const shift = await shiftOf(page);
  const received = page.waitForResponse('**/*.woff2');
  release?.();
  await (await received).finished();
  // If the page used the font that arrived late, its text would change now.
  await drawTwoFrames(page);
  expect(await widthOfTitle()).toBe(fallback);
  expect(await shiftOf(page)).toBe(shift);

  await page.goto('/account');
  await settle(page);
  expect(await isLoaded()).toBe(true);
  const typeface = await widthOfTitle();
  expect(typeface).not.toBe(fallback);
  // The fallback font is adjusted to be about as wide as the typeface. Without the adjustment, DejaVu Sans would be a quarter
  // wider.
  expect(Math.abs(typeface - fallback) / typeface).toBeLessThan(0.1);
  // A small shift is allowed for data that arrives late.
  expect(await shiftOf(page)).toBeLessThan(0.1);
  expect(browserErrors.all()).toEqual([]);
  await context.close();
});

browserTest('almost nothing moves while pages load, although their parts arrive one by one', async () => {
  const api = stage.api();
  const { incidents } = await api.incidents.list({ state: 'open', limit: 1 });
  const [incident] = incidents;
  const [member] = await api.onCall.listContacts();
  const well = (await api.monitors.list()).monitors.find(({ name }) => name === 'model training');
  if (incident === undefined || member === undefined || well === undefined)
    throw new Error('The sample team lacks an open incident, a member or a monitor.');
  const rotation = { startsOn: '2026-01-05', handoverAt: '09:00', shiftDays: 7 };
  await api.onCall.create({
    name: 'First line',
    timezone: 'Europe/Riga',
    rotations: [{ ...rotation, members: [member.memberID] }],
  });
  const { page, context } = await openRecorded();
  const shifts: Record<string, number> = {};
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/on-call',
      '/wallboard',
      `/monitors/${incident.monitor.shortID}`,
      `/monitors/${well.shortID}`,
      `/incidents/${incident.incidentID}`,
    ]) {
      await page.goto(path);
      await settle(page);
      shifts[`${path} at ${width}`] = await shiftOf(page);
    }
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift > SHIFT_MAX)).toEqual([]);
  await context.close();
});

browserTest('a screen of 3840 pixels is used', async () => {
  const { page, context, browserErrors } = await stage.visitor();
  await page.setViewportSize({ width: 3840, height: 2160 });
  await page.goto('/monitors');
  await settle(page);
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (box === null) throw new Error(`${locator} is not shown.`);
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  expect((await boxOf(page.getByRole('table', { name: 'Monitors' }))).width).toBeGreaterThan(3300);
  const row = page.getByRole('row', { name: /pg-dump prod/ });
  expect((await boxOf(row.getByRole('img', { name: /runs/ }))).width).toBeGreaterThan(600);
  // The virtual list calculates with rows of 50 pixels.
  expect((await boxOf(row)).height).toBe(50);

  await row.getByRole('link', { name: 'pg-dump prod' }).click();
  const tabs = page.getByRole('tablist').first();
  await tabs.waitFor();
  const [figures, columns] = [
    await boxOf(page.getByRole('region', { name: 'Statistics for the period shown' })),
    await boxOf(tabs),
  ];
  expect(columns.x).toBeGreaterThan(figures.right);
  expect(columns.right).toBeGreaterThan(3700);

  await page.goto('/wallboard');
  const tiles = page.locator('main section').first().getByRole('link');
  await tiles.first().waitFor();
  const boxes = await Promise.all((await tiles.all()).map(boxOf));
  expect(Math.max(...boxes.map(({ right }) => right))).toBeGreaterThan(3700);
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeGreaterThan(1900);
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(2160);
  expect(browserErrors.all()).toEqual([]);
  await context.close();
});

browserTest(
  'a row whose status changes flashes once, and not if the person prefers reduced motion',
  async () => {
    const { page, context } = await stage.visitor();
    const [monitor] = (await stage.api().monitors.list()).monitors.filter(
      ({ name }) => name === 'certbot renew',
    );
    await page.addInitScript(() => {
      const flashes: string[] = [];
      Object.assign(window, { flashes });
      document.addEventListener('animationstart', ({ animationName, target }) => {
        if (animationName === 'flash' && target instanceof Element) flashes.push(target.textContent ?? '');
      });
    });
    const row = page.getByRole('row', { name: /certbot renew/ });
    for (const [reducedMotion, path, status, flashes] of [
      ['no-preference', '/fail', 'Down', 1],
      ['reduce', '', 'Up', 0],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.goto('/monitors?q=certbot');
      await row.waitFor();
      await fetch(`${monitor?.pingURL}${path}`, { method: 'POST' });
      await row.getByLabel(status).waitFor();
      // The animation starts in the next frames.
      await drawTwoFrames(page);
      expect(await page.evaluate('window.flashes.length'), reducedMotion).toBe(flashes);
    }
    await context.close();
  },
);

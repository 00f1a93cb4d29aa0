import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { signIn } from './api-sign-in.ts';
import { NO_SERVICE } from './browser-errors.ts';
import { allowPrefetch } from './data-saver.ts';
import { LIVE_DELAY_MS_MAX, measureDelays } from './delays.ts';
import { quietCron } from './quiet-cron.ts';
import { browserTest, useStage } from './stage.ts';

const stage = useStage({ team: 'new' });

const create = (name: string) =>
  stage.api().monitors.create({ name, schedule: { cron: quietCron(), timezone: 'Europe/Riga' } });

/** Returns the explanation that is visible. Another explanation is only for screen readers. */
function visible(page: Page, text: RegExp) {
  return page.locator('p:not([role=status])').filter({ hasText: text });
}

browserTest('others see a change within a second, without a reload', async () => {
  const monitor = await create('dump');
  const delays = measureDelays();
  const [one, other] = await Promise.all([stage.visitor(), stage.visitor()]);
  await other.page.goto('/monitors');
  const row = other.page.getByRole('row', { name: /dump/ });
  await row.getByRole('img', { name: 'New' }).waitFor();
  // Sets a marker in the page, which a reload would remove.
  await other.page.evaluate(() => Object.assign(window, { isTheSame: true }));

  await fetch(monitor.pingURL);
  await delays.recordDelay(row.getByRole('img', { name: 'Up' }).waitFor());

  await one.page.goto(`/monitors/${monitor.shortID}`);
  await one.page.getByRole('button', { name: 'Pause' }).click();
  await one.page.getByText('Paused. Pings are recorded').waitFor();
  await delays.recordDelay(row.getByRole('img', { name: 'Paused' }).waitFor());
  await one.page.getByRole('button', { name: 'Undo' }).click();
  await delays.recordDelay(row.getByRole('img', { name: 'Up' }).waitFor());

  await one.page.getByRole('link', { name: 'Edit', exact: true }).click();
  await one.page.getByLabel('Name', { exact: true }).fill('pg-dump of Riga');
  await one.page.getByRole('button', { name: 'Save changes' }).click();
  await one.page.getByText('Changes saved').waitFor();
  await delays.recordDelay(other.page.getByRole('link', { name: 'pg-dump of Riga' }).waitFor());

  // The page of a single monitor is live, too.
  await other.page.getByRole('link', { name: 'pg-dump of Riga' }).click();
  await other.page.getByRole('heading', { name: 'pg-dump of Riga', level: 1 }).waitFor();
  await fetch(`${monitor.pingURL}/fail`, { method: 'POST', body: 'No space left on device' });
  await delays.recordDelay(other.page.getByText(/^Down/).first().waitFor());

  expect(delays.median()).toBeLessThan(LIVE_DELAY_MS_MAX);
  expect(await other.page.evaluate(() => 'isTheSame' in window)).toBe(true);
  expect(one.browserErrors.all()).toEqual([]);
  expect(other.browserErrors.all()).toEqual([]);

  // When a monitor is deleted, another tab of the same browser offers to restore it.
  const tab = await one.context.newPage();
  await tab.goto(`/monitors/${monitor.shortID}`);
  await one.page.getByRole('button', { name: 'More actions' }).click();
  await one.page.getByRole('menuitem', { name: 'Delete' }).click();
  // The page asks for confirmation, because the monitor is down.
  await one.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await tab.getByRole('heading', { name: 'pg-dump of Riga is being deleted' }).waitFor();
  await tab.getByRole('button', { name: 'Restore monitor' }).click();
  await tab.getByRole('heading', { name: 'pg-dump of Riga', exact: true }).waitFor();
  await one.page.getByRole('row', { name: /pg-dump of Riga/ }).waitFor();

  // Every open page of a deleted monitor reports the deletion, and a form preserves the typed text.
  await tab.getByRole('link', { name: 'Edit', exact: true }).click();
  await tab.getByLabel('Name', { exact: true }).fill('typed');
  await stage.api().monitors.delete(monitor.shortID);
  await other.page.getByRole('heading', { name: 'pg-dump of Riga was deleted' }).waitFor();
  await tab.getByText('This monitor was deleted').waitFor();
  expect(await tab.getByLabel('Name', { exact: true }).inputValue()).toBe('typed');
  expect(one.browserErrors.all()).toEqual([]);
  await Promise.all([one.context.close(), other.context.close()]);
});

/** Delays the first matching response until `release` is called. */
async function holdBack(page: Page, asked: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: read, resolve: isRead } = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    isRead();
    await released;
    await route.fulfill({ response });
  };
  await page.route(asked, hold, { times: 1 });
  return { read, release };
}

/**
 * Creates a monitor that is up, a page for the test to open, and a second user whose page shows the monitor throughout the test.
 */
async function watchedMonitor() {
  const monitor = await create('vacuum');
  await fetch(monitor.pingURL);
  const [one, other] = await Promise.all([stage.visitor(), stage.visitor()]);
  await other.page.goto('/monitors');
  const row = other.page.getByRole('row', { name: /vacuum/ });
  const sees = (status: string) => row.getByRole('img', { name: status }).waitFor();
  await sees('Up');
  return {
    monitor,
    page: one.page,
    sees,
    /** Closes both pages and checks that they logged no errors. */
    async leave() {
      for (const { browserErrors } of [one, other]) expect(browserErrors.all()).toEqual([]);
      await stage.api().monitors.delete(monitor.shortID);
      await Promise.all([one.context.close(), other.context.close()]);
    },
  };
}

browserTest('a change during the first read of a page is shown', async () => {
  const { monitor, page, sees, leave } = await watchedMonitor();
  const itself = await holdBack(page, new RegExp(`/v1/monitors/${monitor.shortID}/$`));
  const changes = await holdBack(page, /\/transitions\/\?/);
  await page.goto(`/monitors/${monitor.shortID}?tab=transitions`);
  await itself.read;
  await fetch(`${monitor.pingURL}/fail`);
  await sees('Down');
  itself.release();
  await visible(page, /^Down since/).waitFor();
  await changes.read;
  await fetch(monitor.pingURL);
  await sees('Up');
  await visible(page, /^Up\./).waitFor();
  changes.release();
  const newest = page.getByRole('list', { name: 'Transitions' }).getByRole('listitem').first();
  await newest.getByText('A run succeeded.').waitFor();
  await leave();
});

browserTest('a change between the first read and the live stream is shown', async () => {
  const { monitor, page, sees, leave } = await watchedMonitor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/live/**', (route) => released.then(() => route.continue()), { times: 1 });
  await page.goto(`/monitors/${monitor.shortID}`);
  await visible(page, /^Up\./).waitFor();
  await fetch(`${monitor.pingURL}/fail`);
  await sees('Down');
  release();
  await visible(page, /^Down since/).waitFor();
  await leave();
});

browserTest('a change between the early answer and its first use is shown', async () => {
  const { monitor, page, sees, leave } = await watchedMonitor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Delays the account, because the page uses the early list response only once the account is known.
  await page.route('**/v1/account/', (route) => released.then(() => route.continue()), { times: 1 });
  const early = page.waitForResponse((response) => response.url().endsWith('/v1/monitors/rows/'));
  const program = page.waitForResponse(/\/assets\/monitors-page-/);
  await page.goto('/monitors', { waitUntil: 'commit' });
  await Promise.all([(await early).finished(), program]);
  await fetch(`${monitor.pingURL}/fail`);
  await sees('Down');
  release();
  const row = page.getByRole('row', { name: /vacuum/ });
  await row.getByRole('img', { name: 'Down' }).waitFor();
  // The page has opened the live stream only once.
  expect(asked.filter((path) => path === '/v1/live/')).toHaveLength(1);
  await leave();
});

browserTest('nothing moves under the pointer', async () => {
  const names = ['alpha', 'beta', 'gamma', 'omega'];
  const monitors = await Promise.all(names.map(create));
  for (const { pingURL } of monitors) await fetch(pingURL);
  const { page, context } = await stage.visitor();
  await page.goto('/monitors');
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await rowOf('omega').getByRole('img', { name: 'Up' }).waitFor();
  const placesOf = () => Promise.all(names.map(async (name) => (await rowOf(name).boundingBox())?.y));
  await rowOf('beta').hover();
  const before = await placesOf();

  await fetch(`${monitors[3]?.pingURL}/fail`);
  await rowOf('omega').getByRole('img', { name: 'Down' }).waitFor();
  const offer = page.getByRole('button', { name: 'Order changed' });
  await offer.waitFor();
  expect(await placesOf()).toEqual(before);

  // The row moves to its new place when the pointer leaves.
  await page.mouse.move(10, 10);
  await offer.waitFor({ state: 'detached' });
  const [first, , , last] = await placesOf();
  expect(last).toBeLessThan(first ?? 0);
  await context.close();
});

browserTest('pages open while the service is down, and wait if their code is missing', async () => {
  await create('weekly');
  await create('monthly');
  const { page, browserErrors, context } = await stage.visitor();
  await allowPrefetch(context);
  // Makes preloading fail for the code of this page.
  const missing = /\/assets\/maintenance-page-/;
  await page.route(missing, (route) => route.abort());
  const last = page.waitForResponse(/\/assets\/view-dialogs-/);
  await page.goto('/monitors');
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await (await last).finished();
  const main = page.getByRole('navigation', { name: 'Main' });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  // Editing needs settings that the list lacks, so the page of this monitor has been open before.
  await page.getByRole('link', { name: 'weekly' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tabpanel').getByText('Schedule', { exact: true }).first().waitFor();
  await main.getByRole('link', { name: 'Monitors' }).click();
  await page.getByRole('link', { name: 'monthly' }).waitFor();

  await stage.service.halt();
  await main.getByRole('link', { name: 'Channels' }).click();
  await heading('Channels').waitFor();
  await main.getByRole('link', { name: 'Maintenance' }).click();
  await heading('Waiting for the connection').waitFor();
  await main.getByRole('link', { name: 'Monitors' }).click();
  await page.getByRole('link', { name: 'monthly' }).click();
  await heading('monthly').waitFor();
  await main.getByRole('link', { name: 'Monitors' }).click();
  await page.getByRole('link', { name: 'weekly' }).click();
  await heading('weekly').waitFor();

  // The user can cancel a pause that waits for the connection.
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.click();
  const waiting = page.getByRole('region', { name: 'Actions that wait for the connection' });
  await waiting.getByRole('button', { name: 'Cancel: Pause weekly' }).click();
  await waiting.waitFor({ state: 'detached' });
  await pause.click();
  await waiting.getByText('Pause weekly').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Waiting for the connection' }).waitFor();
  // Saving is impossible, and the form explains why.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('typed');
  await page.getByText('No connection. This works again once the connection is back.').waitFor();
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
  await name.fill('weekly');
  await main.getByRole('link', { name: 'Maintenance' }).click();
  await heading('Waiting for the connection').waitFor();

  await page.unroute(missing);
  await stage.service.resume();
  await heading('Maintenance').waitFor();
  await waiting.waitFor({ state: 'detached' });
  const { monitors } = await stage.api().monitors.list();
  expect(monitors.find((monitor) => monitor.name === 'weekly')).toMatchObject({ paused: true });
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  expect(browserErrors.except(NO_SERVICE, /ERR_FAILED/)).toEqual([]);
  await context.close();
});

/** Opens a page with scrollbars that take space. By default, Chromium hides scrollbars in tests. */
async function openWithScrollbars() {
  const { baseURL } = stage.service;
  const context = await stage.browser.newContext({
    baseURL,
    viewport: { width: 1000, height: 600 },
    bypassCSP: true,
    reducedMotion: 'reduce',
  });
  await signIn(context, baseURL);
  const page = await context.newPage();
  await page.goto('/projects');
  await page.addStyleTag({ content: '::-webkit-scrollbar { width: 15px }' });
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  const pixels = (x: number) => page.screenshot({ clip: { x, y: 4, width: 2, height: 2 } });
  return {
    page,
    /** Returns whether the area of the scrollbar has the same colour as the page next to it. */
    isContinued: async () => (await pixels(975)).equals(await pixels(990)),
  };
}

browserTest('the side bar is drawn before any script or response', async () => {
  const { page, context } = await stage.visitor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/v1\/|\/assets\/.*\.js/, (route) => released.then(() => route.continue()));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('overdue.appearance', '{"theme":"dark"}'));
  await page.goto('/monitors', { waitUntil: 'commit' });
  const side = page.locator('.starting-side');
  // The element may be found before the style sheet has arrived.
  await expect.poll(() => side.boundingBox()).toMatchObject({ x: 0, y: 0, width: 220, height: 900 });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const first = await background();
  release();
  await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();
  expect(await side.isVisible()).toBe(false);
  expect(await background()).toBe(first);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await page.locator('.starting').waitFor({ state: 'hidden' });
  await context.close();
});

browserTest('reports a lost connection, also on the wallboard, and reconnects', async () => {
  const monitor = await create('nightly');
  const { page, browserErrors, context } = await stage.visitor();
  await page.goto('/monitors');
  const row = page.getByRole('row', { name: /nightly/ });
  await row.getByRole('img', { name: 'New' }).waitFor();

  const wall = await context.newPage();
  await wall.goto('/wallboard');
  await wall.getByText('nightly').first().waitFor();

  const edge = await openWithScrollbars();
  await edge.page.keyboard.press('?');
  await edge.page.getByRole('dialog').waitFor();
  await expect.poll(edge.isContinued).toBe(true);
  await edge.page.keyboard.press('Escape');

  await stage.service.halt();
  const noSignal = wall.getByText('NO SIGNAL');
  await noSignal.waitFor();
  const notice = page.getByText(/^No connection since \d\d:\d\d/);
  await notice.waitFor();
  await edge.page.getByText(/^No connection since/).waitFor();
  await expect.poll(edge.isContinued).toBe(true);
  await edge.page.context().close();
  // Data that was loaded earlier stays visible.
  await row.waitFor();

  await stage.service.resume();
  // Makes a change that the disconnected page misses.
  await fetch(monitor.pingURL);
  await notice.waitFor({ state: 'detached' });
  await noSignal.waitFor({ state: 'detached' });
  await row.getByRole('img', { name: 'Up' }).waitFor();
  await fetch(`${monitor.pingURL}/fail`);
  await row.getByRole('img', { name: 'Down' }).waitFor();
  expect(browserErrors.except(NO_SERVICE)).toEqual([]);
  await context.close();
});

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Monitor } from '../sdk/src/index.ts';
import { type Receiver, startReceiver } from '../server/test/notify/receiver.ts';
import { findAccessibilityViolations } from './axe.ts';
import { drawTwoFrames } from './frames.ts';
import { monitorNamed } from './monitor-named.ts';
import { settle } from './page-table.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const DAY = 86_400_000;
/** Position of the current time in a timeline that follows the current time, as a fraction of the width. */
const NOW_AT = 0.85;

let receiver: Receiver;
let visitor: Visitor;
// This hook is registered before the stage's hook, so it runs after the screenshot of a failed test.
afterEach(() => visitor.context.close());
const stage = useStage({ team: 'sample' });

beforeAll(async () => {
  receiver = await startReceiver();
  await stage.api().channels.create({
    type: 'webhook',
    name: '#ops',
    settings: { url: `${receiver.origin}/ops` },
    isDefault: true,
  });
});
beforeEach(async () => {
  visitor = await stage.visitor();
});
afterAll(() => receiver.close());

const monitorOf = (name: string) => monitorNamed(stage.api(), name);

/** Opens the page of a sample monitor and waits until it has loaded. */
async function open(name: string, query = ''): Promise<Monitor> {
  const monitor = await monitorOf(name);
  await visitor.page.goto(`/monitors/${monitor.shortID}${query}`);
  await visitor.page.getByRole('heading', { level: 1, name }).waitFor();
  await settle(visitor.page);
  return monitor;
}

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const zoomButton = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Time shown' }).getByRole('button', { name, exact: true });
const until = (text: Locator, state: 'visible' | 'detached' = 'visible') => text.first().waitFor({ state });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not to be seen.');
  return box;
}

describe('the verdict', () => {
  browserTest('says why, since when, and counts down to the next moment', async () => {
    const { page } = visitor;
    const monitor = await open('pg-dump prod');
    await until(page.getByText(/^Down since .* run failed, \d+ failures in a row/));
    const description = page.getByText('Dumps the production database to the vault.');
    const verdict = await boxOf(page.getByText(/^Down since/));
    expect((await boxOf(description)).y).toBeGreaterThan(verdict.y + verdict.height);
    // Polls the current number, because another run may be missed during the test.
    const streak = async () => `${(await monitorOf(monitor.name)).failureStreak} failures in a row`;
    await expect
      .poll(async () =>
        page
          .getByText(await streak(), { exact: true })
          .first()
          .isVisible(),
      )
      .toBe(true);
    const countdown = page.getByText(/^(?:Next run|Missed if not reported)/);
    const first = await countdown.innerText();
    await expect.poll(() => countdown.innerText()).not.toBe(first);
    await until(page.getByText(/^(?:Alerted|Being alerted|Not alerted):$/));
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest(
    'shows the last run of a well monitor with the end of its log, and follows new runs',
    async () => {
      const { page } = visitor;
      const { name, pingURL } = await stage.api().monitors.create({ name: 'nightly copy' });
      const lines = Array.from({ length: 12 }, (_, index) => `copied file ${index + 1}`);
      const log = [...lines, '\u001b[33mwarning\u001b[0m: one file was skipped', '', ''].join('\n');
      await fetch(`${pingURL}/0?duration=12`, { method: 'POST', body: log });
      await open(name);
      const last = page.getByRole('region', { name: /^Last run Succeeded/ });
      const end = last.getByRole('region', { name: 'Log of the last run' });
      await until(end.getByText('one file was skipped'));
      expect(await end.innerText()).toMatch(/^copied file 6\n/);
      expect(await end.getByText('warning').getAttribute('class')).toContain('text-ansi-yellow');
      for (const fact of [/^Took\s*12 s/, /^Exit status\s*0$/, /^Reported by.+from 127\.0\.0\.1$/])
        await until(last.locator('dl > div').filter({ hasText: fact }));
      await last.getByRole('link', { name: 'Whole log' }).click();
      await until(
        page.getByRole('region', { name: 'Log of event 1' }).getByText('copied file 1', { exact: true }),
      );

      await fetch(`${pingURL}/0`);
      await until(last.getByText(/^The run sent no log\./));
      await last.getByRole('link', { name: 'Show snippets' }).click();
      await until(page.getByRole('tabpanel', { name: 'Snippets' }));
      await fetch(`${pingURL}/fail`, { method: 'POST', body: 'disk full' });
      await until(page.getByText(/^Down since/));
      await until(last, 'detached');
      expect(visitor.browserErrors.all()).toEqual([]);
    },
  );

  browserTest('shows alerted channels immediately, with each attempt, and sends again', async () => {
    const { page } = visitor;
    receiver.react({ status: 200, body: 'taken' });
    const { pingURL } = await open('certbot renew', '?tab=transitions');
    await fetch(`${pingURL}/fail`, { method: 'POST', body: 'no route to host' });
    await until(page.getByText(/^Down since/));
    await until(page.getByText('Alerted:', { exact: true }));
    await until(page.getByRole('link', { name: '#ops' }));
    const newest = page.getByRole('list', { name: 'Transitions' }).getByRole('listitem').first();
    await until(newest.getByText('A run failed.'));
    await newest.getByRole('button', { name: 'Attempts (1)' }).click();
    await until(newest.getByText('Delivered'));
    await until(newest.getByText('status 200'));
    await until(newest.getByText('taken'));

    // Puts off the third attempt, which would otherwise replace the second within seconds.
    receiver.react({ status: 503, body: 'come back later', headers: { 'retry-after': '3600' } });
    await newest.getByRole('button', { name: 'Send again' }).click();
    await until(page.getByText('Sending again'));
    await newest.getByRole('button', { name: 'Attempts (2)' }).waitFor();
    await until(newest.getByText('come back later'));
    await until(newest.getByText('waiting'));

    receiver.react({ status: 200 });
    await newest.getByRole('link', { name: /^Event \d+$/ }).click();
    await until(page.getByRole('region', { name: /^Log of event/ }).getByText('no route to host'));
    expect(visitor.browserErrors.all()).toEqual([]);
  });
});

describe('the timeline of a monitor', () => {
  browserTest('zooms and moves by buttons, keys and the mouse, and stores the view in the URL', async () => {
    const { page } = visitor;
    const { name } = await open('pg-dump prod');
    const picture = page.getByRole('group', { name: `Runs of ${name} over time` });
    const range = page.getByRole('heading', { name: /^Runs / });
    await expect.poll(() => zoomButton(page, '24 h').getAttribute('aria-pressed')).toBe('true');

    await zoomButton(page, '7 d').click();
    await expect.poll(() => parameter(page, 'zoom')).toBe('7d');
    await picture.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => parameter(page, 'at')).not.toBeNull();
    const shown = await range.innerText();
    await page.reload();
    await expect.poll(() => range.innerText()).toBe(shown);
    await expect.poll(() => zoomButton(page, '7 d').getAttribute('aria-pressed')).toBe('true');

    await picture.focus();
    await page.keyboard.press('+');
    await expect.poll(() => parameter(page, 'zoom')).toMatch(/^\d+m$/);
    await page.keyboard.press('End');
    await expect.poll(() => parameter(page, 'at')).toBeNull();

    // Dragging to the right shows earlier runs.
    await picture.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(picture);
    const followed = await range.innerText();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 4 });
    await page.mouse.up();
    // On a busy machine, the URL may first show a part of the drag.
    await expect.poll(() => Date.parse(parameter(page, 'at') ?? '')).toBeLessThan(Date.now());
    expect(await range.innerText()).not.toBe(followed);
    // The drag doesn't count as a click on a run.
    expect(parameter(page, 'event')).toBeNull();
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await expect.poll(() => parameter(page, 'at')).toBeNull();

    await page.mouse.move(x + width / 2, y + height / 2);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.poll(() => parameter(page, 'at')).not.toBeNull();
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest('a tapped run stays described', async () => {
    const { page } = visitor;
    await open('pg-dump prod');
    const strip = page.getByRole('group', { name: /Timeline of|pg-dump prod/ }).first();
    await strip.scrollIntoViewIfNeeded();
    const touch = await page.context().newCDPSession(page);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const { x, y, width, height } = (await strip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const card = page.getByText('Run ID');
    for (let at = 0.95; at > 0.5 && (await card.count()) === 0; at -= 0.02) {
      const point = { x: x + width * at, y: y + height / 2 };
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await drawTwoFrames(page);
    }
    await card.waitFor();
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  });

  browserTest('describes each run by keys, and opens its log', async () => {
    const { page } = visitor;
    const { name } = await open('pg-dump prod', '?tab=settings');
    const picture = page.getByRole('group', { name: `Runs of ${name} over time` });
    await picture.focus();
    const card = page
      .locator('dt')
      .filter({ hasText: /^Expected$/ })
      .locator('xpath=ancestor::div[1]');
    await page.keyboard.press('ArrowLeft');
    await until(card.getByText('Missed'));
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /^Missed/ }).and(page.locator('[aria-current=true]'));
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    await picture.focus();
    await page.keyboard.press('ArrowLeft');
    await until(card);
    // Two runs were missed. A third run may have been missed just now.
    for (let step = 0; step < 3 && (await card.getByText('Missed').isVisible()); step += 1) {
      const told = await card.innerText();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => card.innerText()).not.toBe(told);
    }
    await until(card.getByText('Failed'));
    await until(card.getByText('Duration'));
    await page.keyboard.press('Enter');
    const log = page.getByRole('region', { name: /^Log of event/ });
    const isInView = async () => ((await log.boundingBox())?.y ?? Number.POSITIVE_INFINITY) < 900;
    await expect.poll(isInView).toBe(true);
    expect(parameter(page, 'tab')).toBe('events');
  });

  browserTest('shows expected runs and incidents, to the pointer and as a table', async () => {
    const { page } = visitor;
    const monitor = await open('pg-dump prod', '?zoom=24h');
    const picture = page.getByRole('group', { name: `Runs of ${monitor.name} over time` });
    await until(page.getByRole('img', { name: /^Duration over time/ }));
    await picture.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(picture);
    const placeOf = (at: number) => x + width * (NOW_AT + (at - Date.now()) / DAY);
    const next = Date.parse(monitor.nextExpectedAt ?? '') + 3_600_000;
    await page.mouse.move(placeOf(next) + 2, y + height / 2);
    await until(page.getByText(/^Expected \w{3} \d+ \w{3} \d{4}, \d\d:00:00/));
    const opened = Date.parse(monitor.downSince ?? '');
    await page.mouse.move(placeOf(opened) + 20, y + 3);
    await until(page.getByText(/^Down since \w{3} \d+ \w{3} \d{4}/));

    await page.getByRole('switch', { name: 'As table' }).click();
    const table = page.getByRole('table', { name: 'Runs in the period shown' });
    await table
      .getByRole('row', { name: /^Failed/ })
      .first()
      .waitFor();
    expect(await table.getByRole('row', { name: /^Missed/ }).count()).toBeGreaterThanOrEqual(2);
    const around = page.getByRole('list', { name: 'Expected runs and blind windows in this period' });
    await until(around.getByRole('listitem').filter({ hasText: /^Down.*now$/ }));
    await until(around.getByRole('listitem').filter({ hasText: /^Expected/ }));
    await table
      .getByRole('link', { name: /^Event \d+$/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Hide event/ }).waitFor();
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest('has charts of durations and start lag', async () => {
    const { page } = visitor;
    await open('etl: sessions');
    for (const what of ['Duration', 'Start lag']) {
      const chart = page.getByRole('img', {
        name: new RegExp(`^${what} over time: median .+, 95th percentile`),
      });
      await chart.locator('canvas').waitFor();
    }
    await until(page.getByText(/^of \d+ runs/));
    await page.getByRole('button', { name: 'Earlier', exact: true }).click();
    await expect.poll(() => parameter(page, 'at')).not.toBeNull();
    await until(page.getByRole('heading', { name: 'Year' }));
    await zoomButton(page, '1 y').click();
    await until(page.getByText(/^of \d+ runs/));
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest('a young monitor shows each chart once it has a value', async () => {
    const { page } = visitor;
    const { name, pingURL } = await stage.api().monitors.create({ name: 'first copies' });
    await fetch(pingURL);
    await open(name);
    const figures = page.getByRole('region', { name: 'Statistics for the period shown' });
    const titles = () => figures.getByRole('heading').allInnerTexts();
    await until(
      figures.getByText('Durations and start lag appear here once the job reports a start and an end.'),
    );
    expect(await titles()).toEqual(['Success']);
    await until(page.getByText(/^A calendar of the past year appears here from .+, two weeks after/));
    expect(await page.getByRole('heading', { name: 'Year' }).count()).toBe(0);

    await fetch(`${pingURL}?duration=3`);
    await expect.poll(titles).toEqual(['Duration', 'Success']);
    await until(figures.getByText('Start lag appears here once a scheduled run reports its start.'));
    await until(figures.getByText('no normal range yet: 1 of 10 successful runs with a duration'));
    expect(await figures.getByText('median').count()).toBe(0);
    expect(visitor.browserErrors.all()).toEqual([]);
  });
});

browserTest('shows, searches and downloads a log', async () => {
  const { page } = visitor;
  await open('pg-dump prod');
  const events = page.getByRole('table', { name: 'Events' });
  await events.getByRole('row', { name: /Fail/ }).first().getByRole('button').click();
  const log = page.getByRole('region', { name: /^Log of event/ });
  await log.waitFor();
  const colourOf = (text: string) =>
    log
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  const [error, warning, plain] = await Promise.all([
    colourOf('error'),
    colourOf('warning'),
    log.evaluate((element) => getComputedStyle(element).color),
  ]);
  expect(new Set([error, warning, plain]).size).toBe(3);

  const search = page.getByRole('searchbox', { name: 'Find in the log' });
  await search.fill('RETRYING');
  await until(page.getByText('1 of 2'));
  await search.press('Enter');
  await until(page.getByText('2 of 2'));
  await until(log.locator('mark'));
  await search.fill('all is well');
  await until(page.getByText('Not found'));

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.log$/);
  expect(readFileSync(await download.path(), 'utf8')).toContain(
    '\u001b[31;1merror\u001b[0m: could not connect',
  );

  await expect.poll(() => parameter(page, 'event')).not.toBeNull();
  await page.reload();
  await log.getByText('could not connect to server').waitFor();
  await page.getByRole('button', { name: /^Hide event/ }).click();
  await log.waitFor({ state: 'detached' });
  expect(visitor.browserErrors.all()).toEqual([]);
});

describe('actions on a monitor', () => {
  const undo = () => visitor.page.getByRole('button', { name: 'Undo' }).last().click();

  browserTest('undoes pausing and muting', async () => {
    const { page } = visitor;
    await open('sitemap');
    await page.getByRole('button', { name: 'Pause' }).click();
    await until(page.getByText('Paused. Pings are recorded'));
    await undo();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect((await monitorOf('sitemap')).paused).toBe(false);

    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('menuitem', { name: 'Until a chosen time…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mute until' });
    await dialog.getByLabel(/^Date and time/).fill('2020-01-01T00:00');
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
    await until(dialog.getByText('Choose a time in the future.'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('menuitem', { name: 'For an hour' }).click();
    await page.getByRole('button', { name: 'Muted' }).waitFor();
    await undo();
    await page.getByRole('button', { name: 'Mute', exact: true }).waitFor();
    expect((await monitorOf('sitemap')).mutedUntil).toBeNull();
  });

  browserTest('undoes moving and deleting', async () => {
    const { page } = visitor;
    const { projectShortID, shortID } = await open('sitemap');
    const choose = (action: string) =>
      page
        .getByRole('button', { name: 'More actions' })
        .click()
        .then(() => page.getByRole('menuitem', { name: action }).click());
    await choose('Move to project…');
    await page.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Billing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await until(page.getByText('Moved to Billing'));
    await until(page.getByRole('main').getByRole('navigation').getByRole('link', { name: 'Billing' }));
    await undo();
    await until(page.getByRole('main').getByRole('navigation').getByRole('link', { name: 'Web' }));
    expect((await monitorOf('sitemap')).projectShortID).toBe(projectShortID);

    await choose('Delete');
    await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor();
    await until(page.getByText('sitemap deleted'));
    await until(page.getByRole('link', { name: 'sitemap' }), 'detached');
    await undo();
    await page.waitForURL(`**/monitors/${shortID}`);
    await page.getByRole('heading', { level: 1, name: 'sitemap' }).waitFor();
    expect((await monitorOf('sitemap')).shortID).toBe(shortID);
    expect(visitor.browserErrors.all()).toEqual([]);
  });
});

browserTest('snippets have the ping URL filled in, and the choice is remembered', async () => {
  const { page } = visitor;
  const { pingURL } = await open('sitemap');
  await page.getByRole('tab', { name: 'Snippets' }).click();
  await until(page.getByRole('tabpanel', { name: 'Snippets' }).getByText(pingURL));
  await page.getByRole('tab', { name: 'Python' }).click();
  await until(page.getByRole('region', { name: 'job.py' }).getByText(pingURL));
  await page.reload();
  await until(page.getByRole('region', { name: 'job.py' }).getByText(pingURL));
  expect(await page.getByRole('tablist', { name: 'Snippets' }).getByRole('tab').count()).toBe(11);
});

browserTest('shows times on both clocks, and the exact time in the tooltip', async () => {
  const { page } = visitor;
  await open('card settlement');
  const moment = page.getByRole('table', { name: 'Events' }).getByRole('time').first();
  await moment.waitFor();
  expect(await moment.innerText()).toMatch(/\d\d:\d\d\s\(.*\d\d:\d\d in America\/New_York\)$/s);
  await moment.hover();
  await until(page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC$/));
  await until(page.getByText(/\(Europe\/Riga\)$/));
});

describe('notices', () => {
  browserTest('show problems with requests, live and on a phone, and are dismissed by keyboard', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    const { pingURL } = await open('certbot renew');
    const notices = page.getByRole('region', { name: 'Notices about requests' });
    expect(await notices.count()).toBe(0);
    await fetch(`${pingURL}/restart`);
    await fetch(`${pingURL}/log?staus=down`);
    await until(
      notices.getByText('GET /restart after the ping URL is not an endpoint. Nothing was recorded.'),
    );
    await until(notices.getByText('Unknown parameters were ignored: staus.'));
    await until(notices.getByText(/^1 ping with warnings, the latest/));
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overhang).toBeLessThanOrEqual(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await notices.getByRole('button', { name: 'Dismiss notices' }).focus();
    await page.keyboard.press('Enter');
    await until(notices, 'detached');
    expect(visitor.browserErrors.all()).toEqual([]);
  });
});

import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished } from 'vitest';
import { startReceiver } from '../server/test/notify/receiver.ts';
import { findAccessibilityViolations } from './axe.ts';
import { NO_SERVICE } from './browser-errors.ts';
import { monitorNamed } from './monitor-named.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

/** Console message of Chromium for input that only the service could reject. */
const REFUSED = /status of 422/;

let visitor: Visitor;
// This hook is registered before the stage's hook, so it runs after the screenshot of a failed test.
afterEach(() => visitor.context.close());
const stage = useStage({ team: 'sample' });
beforeEach(async () => {
  visitor = await stage.visitor();
});

const until = (seen: Locator) => seen.first().waitFor();
/** Returns a filter, which is a plain button until its list has loaded. */
const facet = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const zoomButton = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Time shown' }).getByRole('button', { name, exact: true });

async function openPage(path: string, heading: string): Promise<Page> {
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  return visitor.page;
}

async function pick(field: Locator, option: string): Promise<void> {
  await field.fill(option);
  await visitor.page.getByRole('option', { name: option, exact: true }).click();
}

async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  await visitor.page.getByRole('option', { name: option, exact: true }).click();
}

describe('the timeline of all monitors', () => {
  const lanes = () =>
    visitor.page
      .getByRole('list', { name: 'Monitors' })
      .getByRole('link')
      .allInnerTexts()
      .then((texts) => texts.map((text) => text.split('\n')[0] ?? ''));

  browserTest('has a lane for each monitor, worst first, and the filters of the list', async () => {
    const { page } = visitor;
    await page.goto('/timeline');
    await expect.poll(async () => (await lanes()).slice(0, 4)).toContain('pg-dump prod');
    await until(page.getByRole('link', { name: /runs in the period shown, \d+ failed or missed/ }));
    const search = page.getByRole('searchbox', { name: 'Search monitors' });
    await search.fill('etl');
    await expect.poll(lanes).toHaveLength(3);
    await expect.poll(() => parameter(page, 'q')).toBe('etl');
    await until(page.getByText('3 of 26 monitors'));
    await facet(page, 'Tag').click();
    await page.getByRole('option', { name: /^ml/ }).click();
    await page.keyboard.press('Escape');
    await expect.poll(lanes).toEqual(['feature store sync']);
    expect(parameter(page, 'tag')).toBe('ml');

    await zoomButton(page, '6 h').click();
    await expect.poll(() => parameter(page, 'zoom')).toBe('6h');
    // The search also filters the list.
    await page.goto(`/monitors${new URL(page.url()).search}`);
    await until(page.getByRole('row', { name: /feature store sync/ }));
    expect(await page.locator('[data-row]').count()).toBe(1);
    await page.goBack();
    await expect.poll(lanes).toEqual(['feature store sync']);
    await expect.poll(() => zoomButton(page, '6 h').getAttribute('aria-pressed')).toBe('true');
    await search.fill('nothing is called that');
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.poll(async () => (await lanes()).length).toBeGreaterThan(10);
    expect(await search.inputValue()).toBe('');
    expect(parameter(page, 'zoom')).toBe('6h');
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest('moves by keys, and opens a monitor', async () => {
    const { page } = visitor;
    await page.goto('/timeline?status=down');
    await expect.poll(lanes).toContain('pg-dump prod');
    await facet(page, 'Status: Down').waitFor();
    await page.getByRole('group', { name: 'Runs of all monitors over time' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => parameter(page, 'at')).not.toBeNull();
    await page.keyboard.press('-');
    await expect.poll(() => parameter(page, 'zoom')).toMatch(/m$/);
    await page.keyboard.press('End');
    await expect.poll(() => parameter(page, 'at')).toBeNull();
    expect(parameter(page, 'status')).toBe('down');
    await page.getByRole('link', { name: /pg-dump prod/ }).click();
    await page.getByRole('heading', { level: 1, name: 'pg-dump prod' }).waitFor();
  });
});

browserTest(
  'the calendar names the free hours of a night, and a day of the year opens its incidents',
  async () => {
    const page = await openPage('/days', 'Calendar');
    await until(page.getByText(/^(?:Every quarter-hour has a run|Apart from|Nothing runs)/));
    await page.getByRole('searchbox', { name: 'Search monitors' }).fill('restic');
    // Goes to the next night, because the job may have already run tonight.
    await page.getByRole('button', { name: 'Next night' }).click();
    await expect.poll(() => parameter(page, 'day')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await until(page.getByText(/^Nothing runs between .+\.$/));
    const lanes = page.getByRole('list', { name: 'Expected runs by job' });
    await until(lanes.getByRole('listitem').filter({ hasText: /restic backup.*at .+, usually/ }));
    expect(await lanes.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Tonight' }).click();
    await expect.poll(() => parameter(page, 'day')).toBeNull();

    await page.getByRole('tab', { name: 'Past year' }).click();
    const year = page.getByRole('group', { name: /^The team’s runs by day: .+ % of .+ runs succeeded/ });
    await year.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await until(page.getByRole('status').filter({ hasText: /\d+ of \d+ runs succeeded/ }));
    await page.keyboard.press('Enter');
    await until(page.getByText(/^Opened on \w+, \d+ \w+ \d{4}/));
    expect(parameter(page, 'day')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await page.goBack();
    await page.getByRole('switch', { name: 'List of days' }).click();
    await until(page.getByRole('table', { name: 'Days with runs or downtime, newest first' }));
    expect(visitor.browserErrors.all()).toEqual([]);
  },
);

browserTest('creates, edits and deletes a project, but not while it has monitors', async () => {
  await stage.api().channels.create({
    type: 'webhook',
    name: 'mobile',
    settings: { url: 'http://127.0.0.1:9/' },
    isDefault: false,
  });
  const page = await openPage('/projects', 'Projects');
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Name').fill('Warehouse');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor();
  await page.getByRole('switch', { name: 'Custom channels' }).click();
  await pick(page.getByLabel('Channels', { exact: true }), 'mobile');
  await page.getByLabel('Remind every').fill('soon');
  await until(page.getByText('Enter a duration, such as 30 min'));
  await page.getByLabel('Remind every').fill('2 h');
  await page.getByRole('button', { name: 'Save' }).click();
  await until(page.getByText('Saved', { exact: true }));
  await page.reload();
  await until(page.getByRole('button', { name: 'Remove mobile' }));
  expect(await page.getByLabel('Remind every').inputValue()).toBe('2 h');

  await page.getByRole('button', { name: 'Delete project' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete Warehouse?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await until(page.getByText('Warehouse deleted'));
  await page.getByRole('link', { name: 'Databases', exact: true }).click();
  const refused = page.getByRole('button', { name: 'Move or delete its monitors first.' });
  await refused.waitFor();
  expect(await refused.isDisabled()).toBe(true);
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest('a key is shown once, with its ping URL, and ends with its deletion', async () => {
  const api = stage.api();
  const [project] = (await api.projects.list()).projects;
  const page = await openPage(`/projects/${project?.shortID}?tab=keys`, project?.name ?? '');
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Name').fill('cron on db-01');
  await dialog.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'In 30 days' }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const created = page.getByRole('region', { name: /Your new key/ });
  const secret = await created.getByRole('code').first().innerText();
  expect(secret).toMatch(/^[0-9A-Za-z]{22}$/);
  await until(created.getByText(`/ping/${secret}/<slug>`));
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await until(page.getByText(`${secret.slice(0, 4)}…`));
  expect(await page.content()).not.toContain(secret);
  const [listed] = await api.projects.listKeys(project?.shortID ?? '');
  const days = (Date.parse(listed?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  await page.getByRole('button', { name: 'Delete cron on db-01' }).press('Enter');
  await page
    .getByRole('alertdialog', { name: 'Delete cron on db-01?' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter');
  await until(page.getByText('cron on db-01 deleted'));
  expect(await api.projects.listKeys(project?.shortID ?? '')).toEqual([]);
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest(
  'an import shows its plan first, then creates the monitors, and leaves out what collides',
  async () => {
    const api = stage.api();
    const checks = [
      {
        name: 'Nightly dump',
        uuid: '7f9d4f7e-9a55-4a6a-9d9f-0c8a3f3c1a11',
        schedule: '0 2 * * *',
        tz: 'Europe/Riga',
      },
      { name: 'Twin', uuid: '7f9d4f7e-9a55-4a6a-9d9f-0c8a3f3c1a11', timeout: 3600 },
    ].map((check) => ({ grace: 600, slug: '', tags: '', desc: '', ...check }));
    const page = await openPage('/import', 'Import monitors');
    const plan = page.getByRole('button', { name: 'Show the plan' });
    expect(await plan.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'File', exact: true }).press('Enter');
    await page.getByLabel('Or paste the content').fill('no JSON');
    await plan.press('Enter');
    await until(page.getByText("The file isn't JSON."));
    await page.getByLabel('Or paste the content').fill(JSON.stringify({ checks }));
    await plan.press('Enter');
    await until(page.getByRole('row', { name: /Nightly dump New At 02:00/ }));
    await until(page.getByRole('row', { name: /Twin Collides/ }));
    expect((await api.monitors.list({ q: 'Nightly' })).monitors).toEqual([]);
    const apply = page.getByRole('button', { name: 'Import 1 monitor' });
    expect(await apply.isDisabled()).toBe(true);
    await page.getByRole('switch', { name: 'Leave out conflicting items' }).press('Space');
    await apply.press('Enter');
    await until(page.getByRole('heading', { name: '1 monitor imported' }));
    expect((await api.monitors.list({ q: 'Nightly' })).monitors).toMatchObject([
      { name: 'Nightly dump', pingURL: expect.stringContaining('7f9d4f7e') },
    ]);
    await page.getByRole('link', { name: 'Nightly dump' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nightly dump' }).waitFor();
    expect(visitor.browserErrors.except(REFUSED)).toEqual([]);
  },
);

browserTest('an import from an API shows its progress, and can be canceled while it reads', async () => {
  const healthchecks = await startReceiver();
  onTestFinished(() => healthchecks.close());
  const uuids = [1, 2, 3, 4, 5].map((last) => `7f9d4f7e-9a55-4a6a-9d9f-0c8a3f3c1b0${last}`);
  const checks = uuids.map((uuid, index) => ({ name: `Remote ${index}`, uuid, timeout: 3600, grace: 600 }));
  let hangsAt = `/${uuids[4]}/pings/`;
  healthchecks.react(({ path }) => {
    if (path.endsWith(hangsAt)) return 'hang';
    const body = path.endsWith('/checks/') ? { checks } : path.endsWith('/pings/') ? { pings: [] } : {};
    return { status: 200, body: JSON.stringify(body) };
  });
  const page = await openPage('/import', 'Import monitors');
  await page.getByLabel('API key', { exact: true }).fill('k'.repeat(32));
  await page.getByLabel('Address').fill(healthchecks.origin);
  await page.getByRole('switch', { name: 'Import history' }).press('Space');
  const plan = page.getByRole('button', { name: 'Show the plan' });
  await plan.press('Enter');
  await until(page.getByText('4 of 5', { exact: true }));
  await until(page.getByRole('status').filter({ hasText: 'Reading the source' }));
  await until(page.getByRole('progressbar', { name: 'Reading the source' }));
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Canceled. Nothing was imported.');
  hangsAt = 'nothing';
  await plan.press('Enter');
  await page.getByRole('button', { name: 'Import 5 monitors' }).press('Enter');
  await until(page.getByRole('heading', { name: '5 monitors imported' }));
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest('shares are public until they are revoked', async () => {
  const page = await openPage('/projects?tab=sharing', 'Projects');
  const share = async (kind: string, title: string, fill?: (dialog: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share with others' });
    await dialog.getByRole('button', { name: kind }).click();
    await dialog.getByLabel('Title').fill(title);
    await fill?.(dialog);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Revoke ${title}` }).waitFor();
  };
  await share('Status page', 'Acme jobs', async (dialog) => {
    await dialog.getByLabel('Address').fill('no such address!');
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect.poll(() => dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Address').fill('acme');
    await dialog.getByLabel('Description').fill('Our nightly work.');
  });
  await share('Badge', 'backups', async (dialog) => {
    await choose(dialog.getByRole('combobox', { name: 'Scope' }), 'A tag');
    await choose(dialog.getByRole('combobox', { name: 'Tag', exact: true }), 'backup');
  });
  await share('Calendar', 'All runs');

  const shares = await stage.api().shares.list();
  const addressOf = (kind: string) => shares.find((candidate) => candidate.kind === kind)?.url ?? '';
  const stranger = await stage.signedOutVisitor();
  await stranger.page.goto(addressOf('status_page'));
  await stranger.page.getByRole('heading', { name: 'Acme jobs' }).waitFor();
  await until(stranger.page.getByText('Our nightly work.'));
  expect(new URL(stranger.page.url()).pathname).toBe('/status/acme');
  const read = async (kind: string) => {
    const response = await stranger.context.request.get(addressOf(kind));
    return { status: response.status(), text: await response.text() };
  };
  expect(await read('badge')).toMatchObject({ status: 200, text: expect.stringContaining('<svg') });
  expect(await read('calendar')).toMatchObject({
    status: 200,
    text: expect.stringContaining('BEGIN:VEVENT'),
  });

  for (const title of ['Acme jobs', 'backups', 'All runs']) {
    await page.getByRole('button', { name: `Revoke ${title}` }).click();
    await page
      .getByRole('alertdialog', { name: `Revoke ${title}?` })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await until(page.getByText(`${title} is no longer shared`));
  }
  await page.getByRole('heading', { name: 'Nothing is shared' }).waitFor();
  for (const kind of ['status_page', 'badge', 'calendar']) expect((await read(kind)).status, kind).toBe(404);
  expect(visitor.browserErrors.except(REFUSED)).toEqual([]);
  await stranger.context.close();
});

browserTest('a status page has the typeface, and shows times in the zone of the visitor', async () => {
  const share = await stage.api().shares.create({
    kind: 'status_page',
    title: 'Jobs by UTC',
    scope: { kind: 'team' },
    options: { timezone: 'UTC' },
  });
  const { page, context, browserErrors } = await stage.signedOutVisitor();
  await page.goto(share.url);
  await until(page.getByText(/^As of .* \(Europe\/Riga, UTC\+0[23]:00\)$/));
  await until(page.getByText(/Each bar is one day in UTC/));
  const whole = page.locator('time[data-form=whole]');
  const at = new Date((await whole.getAttribute('datetime')) ?? '');
  const clock = at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Riga', timeStyle: 'short' });
  expect(await whole.textContent()).toContain(`, ${clock}`);
  expect(await page.evaluate(() => document.fonts.check('16px Figtree', 'a'))).toBe(true);
  expect(browserErrors.all()).toEqual([]);
  await stage.api().shares.revoke(share.shareID);
  await context.close();
});

browserTest('the wallboard shows the worst first, and is never green without a connection', async () => {
  const { page } = visitor;
  await page.goto('/wallboard');
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
  const tiles = page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /Down|Failing|Late/ });
  await until(tiles.filter({ hasText: 'pg-dump prod' }).getByText(/^Down \d+ (?:min|h|d)\b/));
  const ranks = async () =>
    (await tiles.allInnerTexts()).map((text) =>
      ['Down', 'Failing', 'Late'].findIndex((status) => new RegExp(`^${status}`, 'm').test(text)),
    );
  // Some monitors become late around the current time.
  await expect
    .poll(async () => {
      const shown = await ranks();
      return shown.every((rank, place) => place === 0 || rank >= (shown[place - 1] ?? 0));
    })
    .toBe(true);
  expect((await ranks())[0]).toBe(0);
  await until(page.getByRole('list', { name: 'Monitors by status' }).getByText('Down'));

  await stage.service.halt();
  const alarm = page.getByRole('alert');
  await until(alarm.getByText('NO SIGNAL'));
  await until(alarm.getByText(/since \d\d:\d\d/));
  // Outdated data is shown in grey.
  const others = page.getByRole('region', { name: 'Other monitors' });
  expect(await others.evaluate((element) => getComputedStyle(element.parentElement ?? element).filter)).toBe(
    'grayscale(1)',
  );
  await stage.service.resume();
  await alarm.waitFor({ state: 'detached' });
  const { pingURL } = await monitorNamed(stage.api(), 'pg-dump prod');
  await fetch(pingURL);
  await tiles.filter({ hasText: 'pg-dump prod' }).waitFor({ state: 'detached' });
  expect(visitor.browserErrors.except(NO_SERVICE)).toEqual([]);
});

browserTest('a wallboard with 84 monitors down fits its screen, and its pages take turns', async () => {
  const context = await stage.browser.newContext({ viewport: { width: 1920, height: 1080 } });
  await context.addCookies(await visitor.context.cookies());
  const page = await context.newPage();
  await page.clock.install();
  const names = Array.from(
    { length: 84 },
    (_, index) => `send the invoices of every partner in europe ${index}`,
  );
  for (const name of names) {
    const { pingURL } = await stage.api().monitors.create({ name, severity: 'critical' });
    await fetch(`${pingURL}/fail`);
  }
  await page.goto(`${stage.service.baseURL}/wallboard`);
  const position = page.getByText(/^\d+ to \d+ of \d+ monitors with a problem$/);
  await until(position);
  const seen = new Set<string>();
  for (let turn = 0; turn < 12; turn += 1) {
    const sizes = await page.evaluate(() => [document.documentElement.scrollHeight, window.innerHeight]);
    expect(sizes[0]).toBe(sizes[1]);
    for (const tile of await page.getByRole('main').getByRole('link').filter({ hasText: 'Down' }).all()) {
      const box = await tile.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1080);
      seen.add((await tile.innerText()).split('\n')[0] ?? '');
    }
    expect(await page.getByRole('region', { name: 'Other monitors' }).isVisible()).toBe(true);
    const before = await position.innerText();
    await page.clock.runFor(12_000);
    await expect.poll(() => position.innerText()).not.toBe(before);
  }
  for (const name of names) expect(seen).toContain(name);
  await context.close();
});

import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { quietCron } from './quiet-cron.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'omega'] as const;
const stage = useStage({ team: 'new' });
let visitor: Visitor;

beforeAll(async () => {
  for (const name of NAMES) await stage.api().monitors.create({ name, schedule: { cron: quietCron() } });
  visitor = await stage.visitor();
});

/** Opens the list and waits for its last monitor. An earlier test may have deleted omega. */
async function openList(last = 'omega'): Promise<Page> {
  const { page } = visitor;
  await page.goto('/monitors?sort=name');
  await rowOf(page, last).waitFor();
  return page;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

browserTest('a slash searches', async () => {
  const page = await openList();
  await press(page, '/');
  await page.keyboard.type('gam');
  await rowOf(page, 'alpha').waitFor({ state: 'detached' });
  await rowOf(page, 'gamma').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('gam');
});

browserTest('j and k move, Enter opens, g m goes back', async () => {
  const page = await openList();
  await press(page, 'j');
  await expect.poll(() => focused(page)).toBe('alpha');
  await press(page, 'j', 'j');
  await expect.poll(() => focused(page)).toBe('gamma');
  await press(page, 'k');
  await expect.poll(() => focused(page)).toBe('beta');
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'beta', level: 1 }).waitFor();
  await press(page, 'g', 'm');
  await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor();
  await press(page, 'g', 'i');
  await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor();
});

browserTest('x selects, p pauses the selection, and Undo resumes it', async () => {
  const page = await openList();
  await press(page, 'j', 'x', 'j', 'x');
  const bar = page.getByRole('toolbar', { name: 'Actions for the selection' });
  await bar.getByText('2 selected').waitFor();
  await press(page, 'p');
  await page.getByText('Paused 2 monitors').waitFor();
  for (const name of ['alpha', 'beta'])
    await rowOf(page, name).getByRole('img', { name: 'Paused' }).waitFor();
  await rowOf(page, 'gamma').getByRole('img', { name: 'New' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const name of ['alpha', 'beta']) await rowOf(page, name).getByRole('img', { name: 'New' }).waitFor();
  await press(page, 'Escape');
  await bar.waitFor({ state: 'detached' });
});

browserTest('deletes several monitors, and restores them', async () => {
  const page = await openList();
  await press(page, 'j', 'x', 'j', 'x');
  await page
    .getByRole('toolbar', { name: 'Actions for the selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted 2 monitors').waitFor();
  await rowOf(page, 'alpha').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  // The row reappears, although rows don't move while keys are in use.
  await expect
    .poll(async () => {
      await press(page, 'Shift');
      return rowOf(page, 'alpha').isVisible();
    })
    .toBe(true);
  expect((await stage.api().monitors.list()).monitors).toHaveLength(NAMES.length);

  // Leaving the page makes the deletion final.
  await press(page, 'Escape');
  await rowOf(page, 'omega').getByRole('link', { name: 'omega' }).focus();
  await press(page, 'Delete');
  await page.getByText('Deleted omega').waitFor();
  await page.goto('about:blank');
  await expect
    .poll(async () => (await stage.api().monitors.list()).monitors.map(({ name }) => name).sort())
    .toEqual(['alpha', 'beta', 'gamma']);
});

browserTest('the page of a monitor has the shortcuts of the list', async () => {
  const { page } = visitor;
  const { monitors } = await stage.api().monitors.list();
  const gamma = monitors.find(({ name }) => name === 'gamma');
  await page.goto(`/monitors/${gamma?.shortID}`);
  await page.getByRole('heading', { name: 'gamma', level: 1 }).waitFor();
  await press(page, 'p');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await press(page, 'p');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await press(page, 'm');
  await page.getByRole('menuitem', { name: 'For an hour' }).click();
  await page.getByRole('button', { name: 'Muted' }).waitFor();
  // Waits until the menu is closed, because an open menu handles its own keys.
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await press(page, 'Delete');
  await page.getByRole('dialog', { name: 'gamma deleted' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'gamma', level: 1 }).waitFor();

  // A failure opens an incident.
  await fetch(`${gamma?.pingURL}/fail`);
  await page.getByRole('button', { name: 'Acknowledge' }).waitFor();
  await press(page, 'i');
  await page.getByText(/is on it/).waitFor();
  await fetch(gamma?.pingURL ?? '');
});

browserTest('a question mark shows the shortcuts', async () => {
  const { page } = visitor;
  await page.goto('/channels');
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Pause or resume').waitFor();
  await help.getByText('Ctrl K').waitFor();
  await press(page, 'Escape');
  await help.waitFor({ state: 'detached' });
});

browserTest('the palette finds a monitor, a page and an action', async () => {
  const { page } = visitor;
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await press(page, 'ControlOrMeta+k');
  await palette.waitFor();
  await page.keyboard.type('gam');
  await palette.getByRole('option', { name: /gamma/, selected: true }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'gamma', level: 1 }).waitFor();

  // The shortcut also works in fields.
  await palette.waitFor({ state: 'detached' });
  await press(page, 'e');
  const name = page.getByLabel('Name', { exact: true });
  await name.focus();
  await press(page, 'ControlOrMeta+k');
  await palette.waitFor();
  await page.keyboard.type('api tok');
  expect(await name.inputValue()).toBe('gamma');
  await palette.getByRole('option', { name: 'API tokens', selected: true }).waitFor();
  await press(page, 'Enter');
  await page.waitForURL('**/account/api');
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest(
  'words find sections, forms and actions in the palette, and a verb alone changes nothing',
  async () => {
    const page = await openList('gamma');
    const palette = page.getByRole('dialog', { name: 'Search everything' });
    const find = async (text: string, option: string | RegExp) => {
      if (!(await palette.isVisible())) await press(page, 'ControlOrMeta+k');
      await palette.getByRole('combobox').fill(text);
      await palette.getByRole('option', { name: option, selected: true }).waitFor();
    };
    for (const [text, option] of [
      ['dark', 'Appearance: dark'],
      ['theme', 'Appearance: light'],
      ['tokens', 'API tokens'],
      ['sign out', 'Sign out'],
      ['add slack', 'New channel: Slack'],
      ['2fa', 'Two-factor authentication'],
    ] as const)
      await find(text, option);

    await find('time zone', 'Time zone');
    await press(page, 'Enter');
    await page.waitForURL('**/account#appearance');
    await palette.waitFor({ state: 'detached' });
    await find('invite', 'Invite a colleague');
    await press(page, 'Enter');
    const invitation = page.getByRole('dialog', { name: 'Invite to the team' });
    await invitation.waitFor();
    await palette.waitFor({ state: 'detached' });
    await press(page, 'Escape');
    await invitation.waitFor({ state: 'detached' });

    await find('pause', /^Pause a monitor…/);
    await press(page, 'Enter', 'Enter');
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('pause ');
    await palette.getByRole('option', { name: 'Pause alpha' }).waitFor();
    const { monitors } = await stage.api().monitors.list();
    expect(monitors.filter(({ paused }) => paused)).toEqual([]);
    await press(page, 'Escape');
  },
);

browserTest('keys pressed before the palette has loaded are in its field', async () => {
  const { page } = visitor;
  const isReleased = Promise.withResolvers<void>();
  await page.route(/\/palette-[\w-]+\.js$/, async (route) => {
    await isReleased.promise;
    await route.continue();
  });
  await page.goto('/monitors?sort=name');
  await rowOf(page, 'alpha').waitFor();
  await press(page, 'ControlOrMeta+k');
  await page.keyboard.type('gamma');
  isReleased.resolve();
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await palette.getByRole('option', { name: 'gamma', selected: true }).waitFor();
  await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('gamma');
  await page.unroute(/\/palette-[\w-]+\.js$/);
});

browserTest(
  'the palette pauses a monitor by name, and finds words of a log, which lead to their event',
  async () => {
    const page = await openList('gamma');
    const palette = page.getByRole('dialog', { name: 'Search everything' });
    const { monitors } = await stage.api().monitors.list();
    const beta = monitors.find(({ name }) => name === 'beta');
    await fetch(`${beta?.pingURL}/fail`, { method: 'POST', body: 'first line\n<b>disk</b> of db-7 is full' });
    await press(page, 'ControlOrMeta+k');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type('pause alph');
    await palette.getByRole('option', { name: 'Pause alpha', selected: true }).waitFor();
    await press(page, 'Enter');
    await page.getByText('Paused alpha').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'alpha').getByRole('img', { name: 'New' }).waitFor();

    // Acknowledges and mutes monitors by name.
    await rowOf(page, 'beta').getByRole('img', { name: 'Down' }).waitFor();
    for (const [text, option, done] of [
      ['ack bet', 'Acknowledge beta', 'Acknowledged beta'],
      ['mute bet', 'Mute beta for an hour', 'Muted beta for an hour'],
    ] as const) {
      await press(page, 'ControlOrMeta+k');
      await palette.getByRole('combobox').waitFor();
      await page.keyboard.type(text);
      await palette.getByRole('option', { name: option, selected: true }).waitFor();
      await press(page, 'Enter');
      await page.getByText(done, { exact: true }).waitFor();
    }

    // The service indexes the log in the background.
    const isFound = () =>
      stage
        .api()
        .search.find({ q: 'db-7' })
        .then(({ results }) => results.length);
    await expect.poll(isFound).toBe(1);
    await press(page, 'ControlOrMeta+k');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type('db-7');
    await palette.getByRole('option', { name: /<b>disk<.b> of db-7 is full/ }).waitFor();
    await palette.getByRole('option', { name: 'Search incidents and logs for “db-7”' }).click();
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=db-7');
    await page.getByRole('button', { name: 'Logs' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('log');
    // A period limits the results, and is part of the URL.
    await page.getByRole('combobox', { name: 'Time' }).click();
    await page.getByRole('option', { name: 'Custom period' }).click();
    await page.getByLabel('From', { exact: true }).fill('2100-01-01T00:00');
    await page.getByText('0 results', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toMatch(/^(?:2099-12-31|2100-01-01)T/);
    await page.getByLabel('From', { exact: true }).fill('');
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBeNull();
    await page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'beta' }).click();
    await page.waitForURL(`**/monitors/${beta?.shortID}?*event=1*`);
  },
);

browserTest('Space selects, and the focus is back after the list of shortcuts', async () => {
  const page = await openList('gamma');
  await press(page, 'j', ' ');
  await page.getByText('1 selected').waitFor();
  await press(page, ' ');
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Ctrl K').waitFor();
  await press(page, 'Escape');
  await help.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('alpha');
});

browserTest('i acknowledges the selected monitors, and the incident of the focused row', async () => {
  const api = stage.api();
  for (const name of ['down 1', 'down 2', 'down 3']) {
    const { pingURL } = await api.monitors.create({ name, schedule: { cron: quietCron() } });
    await fetch(`${pingURL}/fail`);
  }
  const page = await openList('down 3');
  const namesOfOpen = async () => {
    const { incidents } = await api.incidents.list({ state: 'open' });
    return incidents
      .filter(({ acknowledgedAt }) => acknowledgedAt === null)
      .map(({ monitor }) => monitor.name);
  };
  for (const name of ['down 1', 'down 2', 'alpha'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await press(page, 'i');
  await page.getByText('Acknowledged 2 monitors').waitFor();
  expect(await namesOfOpen()).toEqual(['down 3']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(namesOfOpen).toHaveLength(3);

  await page.goto('/incidents');
  await page.getByRole('button', { name: 'Acknowledge down 1' }).waitFor();
  await press(page, 'j', 'j');
  await expect.poll(() => focused(page)).toBe('down 2');
  // The focus stays in the row when the row's button disappears.
  await page.getByRole('button', { name: 'Acknowledge down 2' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('down 2');
  await expect.poll(namesOfOpen).toEqual(['down 3', 'down 1']);
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'down 2', level: 1 }).waitFor();

  await page.goto('/incidents');
  await page.getByRole('button', { name: 'Acknowledge down 1' }).waitFor();
  await press(page, 'j', 'x');
  await page.getByText('1 selected').waitFor();
  await press(page, 'a');
  await page.getByText('2 selected').waitFor();
  await press(page, 'i');
  await page.getByText('Acknowledged 2 incidents').waitFor();
  await expect.poll(namesOfOpen).toEqual([]);
});

browserTest('Enter in the palette uses the typed text, even before its results are shown', async () => {
  const { page } = visitor;
  await page.goto('/monitors?sort=name');
  await rowOf(page, 'alpha').waitFor();
  await press(page, 'ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
  await page.evaluate(async () => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) throw new Error('The palette has no focus.');
    // Simulates Enter before the page has rendered the typed text. Rendering happens in a later task.
    document.execCommand('insertText', false, 'api tok');
    await Promise.resolve();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await page.waitForURL('**/account/api');
});

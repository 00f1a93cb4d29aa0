import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { allowPrefetch } from './data-saver.ts';
import { monitorNamed } from './monitor-named.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const stage = useStage({ team: 'new' });
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visitor();
  // Lets pages preload code, because the service stops in one test.
  await allowPrefetch(visitor.context);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Accepts the dialog that the browser shows before unsaved input is lost.
  visitor.page.on('dialog', (dialog) => void dialog.accept());
});

/** Console message of Chromium for a request that a test aborts. */
const FAILED = /ERR_FAILED/;
/** Console message of Chromium when the service rejects a schedule. */
const REFUSED = /status of 422/;
/** Console message of Chromium for a stale edit, which the editor merges and saves again. */
const STALE = /status of 412/;

const nameField = (page: Page) => page.getByLabel('Name', { exact: true });
const cronField = (page: Page) => page.getByRole('textbox', { name: 'Cron expression' });
const occurrences = (page: Page) => page.getByRole('region', { name: 'Next runs' }).getByRole('listitem');

async function openEmpty(): Promise<Page> {
  const { page } = visitor;
  await page.goto('/monitors/new');
  await nameField(page).waitFor();
  const afresh = page.getByRole('button', { name: 'Discard draft' });
  if (await afresh.isVisible()) await afresh.click();
  return page;
}

browserTest('a pasted crontab line fills everything in', async () => {
  const page = await openEmpty();
  await page.evaluate(() =>
    navigator.clipboard.writeText(
      'CRON_TZ=Europe/Berlin\n30 4 * * 1-5 root /usr/local/bin/rotate-logs.sh --all\n',
    ),
  );
  const line = page.getByLabel('Paste a crontab line');
  await line.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByText(/^Filled in: rotate-logs/).waitFor();
  expect(await nameField(page).inputValue()).toBe('rotate-logs');
  expect(await cronField(page).inputValue()).toBe('30 4 * * 1-5');
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Berlin');
  await page.getByRole('region', { name: 'Next runs' }).getByText('At 04:30').waitFor();
  await expect.poll(() => occurrences(page).count()).toBe(10);
  // The job's time zone differs from the reader's.
  await page.getByRole('region', { name: 'Next runs' }).getByText('05:30 your time').first().waitFor();

  // The notice names the user from /etc/crontab. The user can choose to treat the name as part of the command instead.
  await page.getByText('its user is "root"').waitFor();

  // The runs of the old schedule disappear while the new runs are computed.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/schedules/preview/', async (route) => {
    await held;
    await route.continue();
  });
  await line.fill('45 5 * * 1-5 /usr/local/bin/rotate-logs.sh');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByText('Computing the next runs…').waitFor();
  expect(await occurrences(page).count()).toBe(0);
  release();
  await page.getByRole('region', { name: 'Next runs' }).getByText('At 05:45').waitFor();
  await page.unroute('**/v1/schedules/preview/');

  // The user chooses whether the first word is the job's user or part of the command.
  await line.fill('30 4 * * 1-5 backup /opt/backup/run.sh --all');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByText('its user is "backup"').waitFor();
  expect(await nameField(page).inputValue()).toBe('run');
  await page.getByRole('button', { name: 'backup is part of the command' }).click();
  await page.getByRole('button', { name: 'backup is the user, as in /etc/crontab' }).waitFor();
  await expect.poll(() => nameField(page).inputValue()).toBe('backup');

  // cronie may start each run of this hourly job up to 45 minutes late. The grace period is 6 minutes longer.
  const grace = page.getByLabel('Grace period');
  await page.evaluate(() => navigator.clipboard.writeText('RANDOM_DELAY=45\n0 * * * * /opt/hourly.sh\n'));
  await line.fill('');
  await line.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByText('The grace period must include this time.').waitFor();
  await expect.poll(() => grace.inputValue()).toBe('51 min');
  await line.fill('30 4 * * 1-5 /opt/backup/run.sh');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect.poll(() => grace.inputValue()).toBe('1 h');

  // An invalid crontab line shows an error beside the field.
  await line.fill('every full moon');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect.poll(() => line.getAttribute('aria-invalid')).toBe('true');
  expect(await cronField(page).inputValue()).toBe('30 4 * * 1-5');

  // The suggested grace period changes with the schedule until the user enters another grace period.
  expect(await grace.inputValue()).toBe('1 h');
  await cronField(page).fill('*/2 * * * *');
  await expect.poll(() => grace.inputValue()).toBe('1 min');
});

const CRONTAB = `MAILTO=ann@example.com
# Nightly dump
0 2 * * * root dump -p $(cat /etc/pw | tr -d '\\%')
*/5 * * * * root sync-files --all
@reboot root /usr/bin/start
`;

browserTest(
  'a pasted line that reports to another service reports to its monitor, or says that it does not',
  async () => {
    const page = await openEmpty();
    const id = '8ad5f5a4-0e51-4d4c-9c1b-2f6e1b0a7c11';
    const text = `15 3 * * sun rsync /a /b && curl https://hc-ping.com/${id}\n@daily job; curl https://nosnch.in/c2354d53d2\n`;
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await page.getByLabel('Paste a crontab line').focus();
    await page.keyboard.press('ControlOrMeta+V');
    await page.getByRole('button', { name: 'Create 2 monitors', exact: true }).click();
    await page.getByRole('heading', { name: '2 monitors created' }).waitFor();
    await page.getByText('1 line still reports to nosnch.in. (Line 2.)').waitFor();
    const edited = await page
      .getByRole('region', { name: 'Your crontab, with reporting' })
      .last()
      .innerText();
    expect(edited).not.toContain('hc-ping.com');
    const [line] = edited.split('\n');
    const { pingURL } = await monitorNamed(stage.api(), 'rsync');
    expect(line).toBe(`15 3 * * sun rsync /a /b && curl ${pingURL}`);
    await page.getByRole('button', { name: 'Copy: Your crontab, with reporting' }).click();
    for (const { shortID } of (await stage.api().monitors.list()).monitors)
      await stage.api().monitors.delete(shortID);
  },
);

browserTest('a pasted crontab becomes the chosen monitors, and comes back edited to report', async () => {
  const page = await openEmpty();
  await page.evaluate((text) => navigator.clipboard.writeText(text), CRONTAB);
  await page.getByLabel('Paste a crontab line').focus();
  await page.keyboard.press('ControlOrMeta+V');
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  await row(/Nightly dump.*At 02:00.*dump -p.*New/).waitFor();
  await row(/line 5 of crontab.*Can’t be monitored/).waitFor();
  // Selects only with the keyboard.
  await page.getByRole('checkbox', { name: 'Monitor sync-files' }).press('Space');
  const name = page.getByRole('textbox', { name: 'Name of Nightly dump' });
  await name.fill('Dump of the shop');
  await name.press('Enter');
  await page.getByRole('textbox', { name: 'Name of Dump of the shop' }).waitFor();
  await page.getByRole('button', { name: 'Create 1 monitor', exact: true }).press('Enter');
  await page.getByRole('heading', { name: '1 monitor created' }).waitFor();
  const edited = await page.getByRole('region', { name: 'Your crontab, with reporting' }).last().innerText();
  const lines = edited.trim().split('\n');
  const [mail, comment, dump, ...others] = CRONTAB.trim().split('\n');
  expect([lines[0], lines[1], lines[3], lines[4]]).toEqual([mail, comment, ...others]);
  expect(lines[2]).toMatch(/^0 2 \* \* \* root rid=.*\/ping\/\w+\/start/);
  expect(lines[2]).toContain(`( ${dump?.slice('0 2 * * * root '.length)} )`);
  // The crontab exists only in this tab, so leaving without it asks first, and Back shows it again.
  expect(page.url()).not.toContain('dump');
  const toList = page.getByRole('link', { name: 'Open monitors' });
  await toList.click();
  const leaving = page.getByRole('alertdialog', { name: 'Leave without the edited crontab?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('crontab');
  await toList.click();
  await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: '1 monitor created' }).waitFor();
  expect(await page.getByRole('region', { name: 'Your crontab, with reporting' }).last().innerText()).toBe(
    edited,
  );
  // A job that already has a monitor can't be selected.
  const [dumping] = (await stage.api().monitors.list()).monitors;
  expect(dumping?.name).toBe('Dump of the shop');
  await stage.api().monitors.update(dumping?.shortID ?? '', { name: 'Nightly dump' });
  await openEmpty();
  await page.getByLabel('Paste a crontab line').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await row(/Nightly dump.*Monitored already/).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Monitor Nightly dump' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await nameField(page).waitFor();
  // The chooser has its own entry in the history, and a new monitor never opens an earlier crontab.
  await page.goBack();
  await row(/Nightly dump.*Monitored already/).waitFor();
  await page.goBack();
  await nameField(page).waitFor();
  await page.goForward();
  await row(/Nightly dump.*Monitored already/).waitFor();
  await page.goto(new URL('/monitors', page.url()).href);
  await page.getByRole('link', { name: 'New monitor' }).click();
  await nameField(page).waitFor();
  const { monitors } = await stage.api().monitors.list();
  expect(monitors).toMatchObject([{ name: 'Nightly dump', schedule: { graceDuration: 3600 } }]);
  for (const { shortID } of monitors) await stage.api().monitors.delete(shortID);
});

browserTest('marks a clock change among the next runs', async () => {
  const page = await openEmpty();
  // These days include the last Sunday of March.
  await cronField(page).fill('30 3 25-31 3 *');
  // Looks only at the run at 04:00, because the preview of the previous schedule also shows the clock change, below its own runs.
  await occurrences(page)
    .filter({ hasText: '04:00' })
    .getByText('Clocks go forward', { exact: true })
    .first()
    .waitFor();
});

browserTest('shows errors while typing', async () => {
  const page = await openEmpty();
  await cronField(page).fill('61 * * * *');
  await nameField(page).focus();
  await expect.poll(() => cronField(page).getAttribute('aria-invalid')).toBe('true');
  const preview = page.getByRole('region', { name: 'Next runs' });
  await preview.getByText('61').waitFor();
  await cronField(page).fill('');
  await preview.getByText('Enter a schedule to preview its next runs.').waitFor();
  await cronField(page).fill('16 * * * *');
  await expect.poll(() => cronField(page).getAttribute('aria-invalid')).not.toBe('true');

  // Enters a duration without a unit, and empties a required field.
  const grace = page.getByLabel('Grace period');
  // Waits for the suggestion, because a late suggestion would mix with the typed text.
  await expect.poll(() => grace.inputValue()).toBe('6 min');
  await grace.fill('15');
  await grace.blur();
  await page.getByText('Add a unit: 15 min or 15 h?').waitFor();
  await grace.fill('15 min');
  await page.getByText('Add a unit', { exact: false }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Fix 1 field').waitFor();
  expect(await nameField(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

browserTest('a draft survives a reload, and leaving the page asks first', async () => {
  const page = await openEmpty();
  await nameField(page).fill('half a thought');
  await cronField(page).fill('0 5 * * *');
  await page.reload();
  await page.getByText('Draft restored.').waitFor();
  expect(await nameField(page).inputValue()).toBe('half a thought');
  expect(await cronField(page).inputValue()).toBe('0 5 * * *');

  await page.getByRole('link', { name: 'Incidents' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await nameField(page).inputValue()).toBe('half a thought');
  await page.getByRole('link', { name: 'Incidents' }).click();
  await asked.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor();
});

browserTest('a failed save keeps the input', async () => {
  const page = await openEmpty();
  await nameField(page).fill('typed with care');
  await cronField(page).fill('45 6 * * *');
  await page.getByLabel('Description').fill('Restart the queue when it fails.');
  await page.getByLabel('Runbook').fill('https://wiki.example.com/queue');
  // Aborts only this request and keeps the service running. Without the service, the page would soon disable the button.
  const create = '**/v1/monitors/';
  await page.route(create, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByRole('alert').getByText('Couldn’t save').waitFor();
  expect(await nameField(page).inputValue()).toBe('typed with care');
  expect(await page.getByLabel('Description').inputValue()).toBe('Restart the queue when it fails.');

  await page.unroute(create);
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Waiting for the first ping…').waitFor();
  const { monitors } = await stage.api().monitors.list();
  expect(monitors).toMatchObject([
    {
      name: 'typed with care',
      description: 'Restart the queue when it fails.',
      runbookURL: 'https://wiki.example.com/queue',
      schedule: { cron: '45 6 * * *', timezone: 'Europe/Riga' },
    },
  ]);
});

browserTest('a slug is typed or made of the name, and its ping URL is on the monitor’s page', async () => {
  const { page } = visitor;
  const { shortID } = await stage.api().monitors.create({ name: 'Nightly queue' });
  await page.goto(`/monitors/${shortID}/edit`);
  await page.getByText('Slug, forwarding of pings').click();
  await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('nightly-queue');
  await page.getByLabel('Slug').fill('Queue 1');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => page.getByLabel('Slug').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Slug').fill('queue_1');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByText(/\/ping\/<key>\/queue_1$/).waitFor();
});

browserTest('a filter has keywords once they are searched, and is among the settings', async () => {
  const { page } = visitor;
  const { shortID } = await stage.api().monitors.create({ name: 'filtered' });
  await page.goto(`/monitors/${shortID}/edit`);
  await page.getByRole('switch', { name: 'Accept POST only' }).check();
  await page.getByRole('switch', { name: 'Pings resume' }).check();
  expect(await page.getByLabel('Failure keywords').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'the body of requests' }).check();
  await page.getByLabel('Failure keywords').fill('ERROR, FAILED');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved').waitFor();
  expect(await stage.api().monitors.get(shortID)).toMatchObject({
    manualResume: false,
    pingFilter: {
      methods: 'POST',
      searchHTTPBody: true,
      failureKeywords: 'ERROR, FAILED',
      otherwise: 'ignore',
    },
  });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByText('ERROR, FAILED').waitFor();
  await page.getByText('resumed by pings').waitFor();
  await page.getByRole('tab', { name: 'Snippets' }).click();
  await page
    .getByText(/curl -fsS -X POST/)
    .first()
    .waitFor();
  await page.getByText("--data-raw 'ERROR'").waitFor();
});

browserTest('a monitor shows whether its pings reach the second URL', async () => {
  const { page } = visitor;
  const { shortID, pingURL } = await stage.api().monitors.create({ name: 'moving' });
  await page.goto(`/monitors/${shortID}/edit`);
  await page.getByText('Slug, forwarding of pings').click();
  // The service saves this address but doesn't forward to it, because the address is private.
  await page.getByLabel('Forward pings to').fill('https://127.0.0.1/ping/5bf66975');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved').waitFor();
  await fetch(pingURL);
  await page.goto(`/monitors/${shortID}?tab=settings`);
  await page.getByText('1 ping waits').waitFor();
  await page.getByText(/^Failing/).waitFor();
});

browserTest('a runbook is a link wherever the monitor is shown', async () => {
  const { page } = visitor;
  const { shortID } = await stage.api().monitors.create({ name: 'queue' });
  await page.goto(`/monitors/${shortID}/edit`);
  // Uses a page of the service, because these tests can't reach other hosts.
  const url = new URL('/v1/docs#restart', page.url()).href;
  await page.getByLabel('Runbook').fill(url);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved').waitFor();
  const places = [
    [`/monitors?open=${shortID}`, page.getByRole('complementary', { name: 'About queue' })],
    [`/monitors/${shortID}?tab=settings`, page.getByRole('tabpanel', { name: 'Settings' })],
    [`/monitors/${shortID}`, page],
  ] as const;
  for (const [path, place] of places) {
    await page.goto(path);
    const link = place.getByRole('link', { name: url });
    expect(await link.getAttribute('href')).toBe(url);
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  }
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: url }).click(),
  ]);
  await opened.waitForURL(url);
  await opened.close();
});

browserTest('takes the calendar expressions of a systemd timer', async () => {
  const page = await openEmpty();
  await nameField(page).fill('nightly timer');
  await page.getByRole('button', { name: 'systemd calendar' }).click();
  const field = page.getByRole('textbox', { name: 'Calendar expressions' });
  expect(await field.inputValue()).toBe('Mon..Fri 02:00');
  await field.fill('*/5:00');
  await nameField(page).focus();
  await page.getByText('write the first value instead of *, like 0/5', { exact: false }).first().waitFor();
  await field.fill('OnCalendar=Mon..Fri 02:00\nSat 06:00 UTC');
  const preview = page.getByRole('region', { name: 'Next runs' });
  await preview.getByText('Mon to Fri at 02:00', { exact: false }).waitFor();
  await expect.poll(() => occurrences(page).count()).toBe(10);
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Waiting for the first ping…').waitFor();
  const { monitors } = await stage.api().monitors.list();
  expect(monitors.find(({ name }) => name === 'nightly timer')?.schedule).toMatchObject({
    type: 'oncalendar',
    onCalendar: 'Mon..Fri 02:00\nSat 06:00 UTC',
    cron: '',
  });
});

browserTest('saves only changed fields', async () => {
  const { page } = visitor;
  const api = stage.api();
  const monitor = await api.monitors.create({
    name: 'poller',
    tags: ['prod'],
    schedule: { interval: 900, graceDuration: 120 },
    alertAfterFailures: 3,
  });
  await page.goto(`/monitors/${monitor.shortID}/edit`);
  await nameField(page).waitFor();
  expect(await page.getByLabel('Every', { exact: true }).inputValue()).toBe('15 min');
  // During the edit, another user changes another field.
  await api.monitors.update(monitor.shortID, { description: 'by somebody else' });
  await page.getByLabel('Every', { exact: true }).fill('20 min');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved').waitFor();
  expect(await api.monitors.get(monitor.shortID)).toMatchObject({
    name: 'poller',
    description: 'by somebody else',
    tags: ['prod'],
    schedule: { interval: 1200, graceDuration: 120 },
    alertAfterFailures: 3,
  });
  // No page in this test has logged an unexpected error.
  expect(visitor.browserErrors.except(FAILED, REFUSED, STALE)).toEqual([]);
});

browserTest('a monitor that a configuration file manages names the file, and the editor warns', async () => {
  const monitors = { dump: { name: 'Managed dump', schedule: { cron: '0 2 * * *' } } };
  const plan = { file: 'production', sections: { monitors }, prune: false, dryRun: false };
  const { steps } = await stage.api().configuration.apply(plan);
  const { page } = await stage.visitor();
  await page.goto(`/monitors/${steps[0]?.id}`);
  await page.getByText('Managed by production').waitFor();
  await page.goto(`/monitors/${steps[0]?.id}/edit`);
  await page.getByText('as “dump”. Applying the file again').waitFor();
  // Changes of several monitors warn with the number of managed ones.
  await page.goto('/monitors');
  await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor();
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('a');
  const bar = page.getByRole('toolbar', { name: 'Actions for the selection' });
  const all = await page.locator('[data-row]').count();
  for (const [button, role] of [
    ['Tag', 'dialog'],
    ['Move', 'dialog'],
    ['Delete', 'alertdialog'],
  ] as const) {
    await bar.getByRole('button', { name: button }).click();
    const dialog = page.getByRole(role);
    await dialog
      .getByText(`1 of ${all} monitors is managed by the configuration file “production”.`)
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
});

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { chatEnvironment, requestOf, slackPress, telegramPress } from '../server/test/notify/chat-presses.ts';
import { type Receiver, startReceiver } from '../server/test/notify/receiver.ts';
import { monitorNamed } from './monitor-named.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

/** Console message of Chromium for input that only the service could reject. */
const REFUSED = /status of 422/;

let receiver: Receiver;
let visitor: Visitor;
// This hook is registered before the stage's hook, so it runs after the screenshot of a failed test.
afterEach(() => visitor.context.close());
const stage = useStage(async () => {
  receiver = await startReceiver();
  return { team: 'sample', env: chatEnvironment(receiver) };
});

beforeAll(async () => {
  for (const name of ['desk', 'mobile'])
    await stage.api().channels.create({
      type: 'webhook',
      name,
      settings: { url: `${receiver.origin}/${name}` },
      isDefault: false,
    });
});
beforeEach(async () => {
  receiver.react({ status: 200, body: 'ok' });
  visitor = await stage.visitor();
});
afterAll(() => receiver.close());

const until = (seen: Locator) => seen.first().waitFor();

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

const monitorOf = (name: string) => monitorNamed(stage.api(), name);

async function openPage(path: string, heading: string): Promise<Page> {
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  return visitor.page;
}

async function pick(field: Locator, option: string): Promise<void> {
  await field.fill(option);
  await visitor.page.getByRole('option', { name: option, exact: true }).click();
}

async function sendTest(title: string): Promise<Locator> {
  await visitor.page.getByRole('button', { name: 'Send test alert' }).click();
  const dialog = visitor.page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}

describe('channels', () => {
  browserTest('validates a webhook, and shows the response to a test alert', async () => {
    const page = await openPage('/channels/new?type=webhook', 'New channel: Webhook');
    const url = page.getByLabel('URL');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => isFocused(url)).toBe(true);
    await page.getByLabel('Name', { exact: true }).first().fill('#ops');
    await url.fill(`${receiver.origin}/ops`);
    await expect.poll(() => url.getAttribute('aria-invalid')).not.toBe('true');
    const preview = page.getByRole('figure', { name: 'The test alert' });
    await preview.waitFor();
    const [subject, text] = await preview.getByRole('paragraph').allInnerTexts();
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: '#ops' }).waitFor();
    await until(page.getByText('Not used yet'));

    receiver.react({ status: 403, body: 'not in this room' });
    const refused = await sendTest('Test alert not delivered');
    await until(refused.getByText('Status 403'));
    await until(refused.getByText('not in this room'));
    await refused.getByRole('button', { name: 'Close' }).click();
    receiver.react({ status: 200, body: 'thank you' });
    const arrived = await sendTest('Test alert delivered');
    await until(arrived.getByText('thank you'));
    expect(receiver.last().body).toContain(`"${subject}"`);
    expect(receiver.last().body).toContain(`"${text}"`);
    await arrived.getByRole('button', { name: 'Close' }).click();
    await until(page.getByText('Working'));
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest('masks a secret, and an edit without a new secret keeps it', async () => {
    const page = await openPage('/channels/new?type=ntfy', 'New channel: ntfy');
    const topic = page.getByLabel('Topic');
    await page.getByLabel('Server').fill(receiver.origin);
    await topic.fill('no spaces please');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await until(page.getByText('Up to 64 letters, digits, - and _.'));
    await expect.poll(() => isFocused(topic)).toBe(true);
    await topic.fill('acme-secret-topic-7f3k2');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'ntfy' }).waitFor();
    await expect.poll(() => topic.inputValue()).toBe('••••f3k2');
    // For an existing channel, the setup steps are collapsed.
    const app = page.getByRole('link', { name: 'ntfy app' });
    expect(await app.isVisible()).toBe(false);
    await page.getByText('How to get these values').click();
    await app.waitFor();
    expect(await app.getAttribute('href')).toMatch(/^https:/);
    expect([await app.getAttribute('target'), await app.getAttribute('rel')]).toEqual([
      '_blank',
      'noreferrer',
    ]);
    await page.getByLabel('Name', { exact: true }).first().fill('phone');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'phone' }).waitFor();
    await sendTest('Test alert delivered');
    expect(JSON.parse(receiver.last().body)).toMatchObject({ topic: 'acme-secret-topic-7f3k2' });
    expect(visitor.browserErrors.except(REFUSED)).toEqual([]);
  });

  browserTest('a group alerts each of its channels', async () => {
    const page = await openPage('/channels/new', 'Add a channel');
    await page.getByRole('searchbox', { name: 'Search types' }).fill('group');
    await page.getByRole('link', { name: 'Group' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('everybody');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await until(page.getByText('Select at least one channel.'));
    for (const member of ['desk', 'mobile']) await pick(page.getByLabel('Channels in the group'), member);
    // Escape closes only the list, not the dialog.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'everybody' }).waitFor();
    // A group itself receives no messages.
    expect(await page.getByRole('button', { name: 'Send test alert' }).count()).toBe(0);
    const { pingURL } = await monitorOf('apt upgrades');
    await fetch(`${pingURL}/fail`);
    const told = () =>
      receiver.received
        .filter(({ path, body }) => /desk|mobile/.test(path) && body.includes('apt upgrades'))
        .map(({ path }) => path)
        .sort();
    await expect.poll(told).toEqual(['/desk', '/mobile']);
    await openPage('/channels', 'Channels');
    await until(page.getByRole('row', { name: /^everybody/ }).getByRole('cell', { name: 'Group' }));
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest(
    'disables a channel whose destination no longer exists, explains why, and enables it again',
    async () => {
      const channel = await stage.api().channels.create({
        type: 'webhook',
        name: 'old pager',
        settings: { url: `${receiver.origin}/pager` },
        isDefault: true,
      });
      receiver.react(({ path }) =>
        path === '/pager' ? { status: 410, body: 'moved out' } : { status: 200 },
      );
      const { pingURL } = await monitorOf('temp cleaner');
      await fetch(`${pingURL}/fail`);
      const page = await openPage(`/channels/${channel.shortID}?tab=deliveries`, 'old pager');
      const notice = page.getByText(/^Disabled: /);
      await until(notice);
      const message = page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: /temp cleaner/ }) });
      await message.getByRole('button').first().click();
      const attempts = page.getByRole('dialog', { name: /^Attempts to send/ });
      await until(attempts.getByRole('cell', { name: 'Gone' }));
      await until(attempts.getByRole('cell', { name: '410 moved out' }));
      await attempts.getByRole('button', { name: 'Close' }).click();

      receiver.react({ status: 200, body: 'welcome back' });
      await page.getByRole('button', { name: 'Enable' }).click();
      await until(page.getByText('Enabled. Waiting messages are sent now.'));
      await notice.waitFor({ state: 'detached' });
      // Failed messages are not retried automatically.
      await until(message.getByText('Failed', { exact: true }));
      await message.getByRole('button').first().click();
      await attempts.getByRole('button', { name: 'Send again' }).click();
      await until(page.getByText('Sending again'));
      await until(attempts.getByRole('cell', { name: '200 welcome back' }));
      await attempts.getByRole('button', { name: 'Close' }).click();
      await until(message.getByText('Sent', { exact: true }));

      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete channel' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await until(page.getByText('old pager deleted'));
      expect(visitor.browserErrors.all()).toEqual([]);
    },
  );
});

browserTest('creates, edits and deletes an escalation policy', async () => {
  const page = await openPage('/channels?tab=escalation', 'Channels');
  await page.getByRole('button', { name: 'New policy' }).click();
  const dialog = page.getByRole('dialog', { name: 'New escalation policy' });
  await dialog.getByLabel('Name').fill('Night');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await dialog.getByLabel('After').nth(1).fill('5 min');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(dialog.getByText('Each step must be later than the previous one.'));
  await until(dialog.getByText('Select at least one channel or on-call schedule.'));
  await dialog.getByLabel('After').nth(1).fill('1 h');
  await pick(dialog.getByLabel('Alert', { exact: true }).nth(0), 'desk');
  await pick(dialog.getByLabel('Alert', { exact: true }).nth(1), 'mobile');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(page.getByText('after 10 min: desk'));
  await until(page.getByText('after 1 h: mobile'));
  await page.getByRole('tab', { name: 'Channels' }).click();
  await until(page.getByRole('row', { name: /^desk/ }).getByRole('link', { name: 'policy Night' }));
  await page.getByRole('link', { name: 'desk', exact: true }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete channel' }).click();
  await until(page.getByRole('alertdialog').getByText(/^The channel is used by .*policy Night/));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'policy Night' }).click();

  await page.getByRole('button', { name: 'Edit Night' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit escalation policy' });
  await edit.getByRole('button', { name: 'Remove step 2' }).click();
  await edit.getByLabel('Name').fill('Late at night');
  await edit.getByRole('button', { name: 'Save' }).click();
  await until(page.getByRole('cell', { name: 'Late at night' }));
  expect(await page.getByText('after 1 h: mobile').count()).toBe(0);
  await page.getByRole('button', { name: 'Delete Late at night' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No escalation policies' }).waitFor();
  expect(visitor.browserErrors.all()).toEqual([]);
});

/** Returns the last Sunday of the next October or March, on which clocks change in the European Union. */
function nextClockChange(): Date {
  const now = new Date();
  const changes = [0, 1].flatMap((year) =>
    [3, 10].map((month) => {
      const last = new Date(Date.UTC(now.getUTCFullYear() + year, month, 0, 1));
      return new Date(last.getTime() - last.getUTCDay() * 86_400_000);
    }),
  );
  return changes.find((change) => change > now) ?? now;
}

browserTest('plans a rotation across a clock change, covers for a colleague by keyboard,', async () => {
  const { url } = await stage.api().invitations.create({ role: 'member' });
  const colleague = await stage.signedOutVisitor();
  await colleague.context.request.post('/v1/invitations/accept/', {
    headers: { Origin: stage.service.baseURL },
    data: {
      token: url.slice(-40),
      name: 'Bob',
      email: 'bob@example.com',
      password: 'some long words for bob',
    },
  });
  await colleague.context.close();
  const change = nextClockChange();
  // Monday before the week with the clock change, so that one shift ends before the change and one after it.
  const monday = new Date(change.getTime() - 13 * 86_400_000);

  const page = await openPage('/on-call', 'On call');
  await page.getByRole('button', { name: 'New schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New on-call schedule' });
  await dialog.getByLabel('Name').fill('Database');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(dialog.getByText('Select at least one member.'));
  const members = dialog.getByLabel('Members, in the order of their shifts');
  await pick(members, 'Ann Ozola');
  await pick(members, 'Bob');
  await dialog.getByLabel('First handover').fill(monday.toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(page.getByText('Nobody is on call'));
  await until(page.getByText('No escalation policy alerts this schedule, so members on call get no alerts.'));
  await until(page.getByText('You and Bob can’t be reached while on call.'));
  await page.getByRole('link', { name: 'Choose how you are alerted' }).click();
  await page.waitForURL('**/on-call#your-alerts');
  const alerted = page.getByRole('region', { name: 'How you are alerted' });
  await until(alerted.getByText('No alert reaches you yet.'));
  await until(alerted.getByRole('link', { name: 'Turn on notifications' }));

  const calendar = page.getByRole('list', { name: 'Calendar of Database' });
  const shift = calendar.getByRole('button', { name: /^Bob, / }).first();
  while ((await shift.count()) === 0) {
    const gap = calendar.getByRole('button', { name: /^Gap/ }).first();
    await gap.waitFor();
    const before = await page.getByText(/^\d+ \w+ to \d+ \w+$/).innerText();
    await page.getByRole('button', { name: 'Later weeks' }).click();
    await page.getByText(before).waitFor({ state: 'detached' });
    await calendar.getByRole('button').first().waitFor();
  }
  // The shift with the clock change ends at 09:00 local time, like every shift, so the shift is an hour longer or shorter than
  // usual.
  const handovers = await shift.getAttribute('aria-label');
  expect(handovers).toMatch(/^Bob, Mon \d+ \w+, 09:00 to Mon \d+ \w+, 09:00$/);

  await shift.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const cover = page.getByRole('dialog', { name: 'Cover a period' });
  await until(cover.getByRole('combobox', { name: 'Covers for' }).getByText('Bob'));
  await cover.getByRole('button', { name: 'Cover' }).press('Enter');
  await until(page.getByText('Ann Ozola covers for Bob'));
  await until(calendar.getByRole('button', { name: /^Ann Ozola covers, / }));
  await page.getByRole('button', { name: 'Delete the override that puts Ann Ozola on call' }).click();
  await shift.waitFor();

  await page.getByRole('button', { name: 'Create address' }).click();
  await until(page.getByText(/\/calendar\/on-call\/\w{40}\.ics$/));

  // On a phone, the calendar opens at the current day.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage('/on-call', 'On call');
  const now = calendar.locator('[data-now]');
  await expect.poll(async () => (await now.boundingBox())?.x).toBeLessThan(390);
  // 896 pixels is the smallest width of a week at which the shortest clickable shift is still large enough to tap.
  const week = calendar.locator('[data-bar]').first().locator('..');
  expect((await week.boundingBox())?.width).toBe(896);
  if (size !== null) await page.setViewportSize(size);

  await openPage('/channels?tab=escalation', 'Channels');
  await page.getByRole('button', { name: 'New policy' }).click();
  const policy = page.getByRole('dialog', { name: 'New escalation policy' });
  await policy.getByLabel('Name').fill('Night');
  await pick(policy.getByLabel('Alert', { exact: true }), 'On call: Database');
  await policy.getByRole('button', { name: 'Save' }).click();
  await until(page.getByText('after 10 min: On call: Database'));
  await until(page.getByText('No monitor or project uses this policy.'));
  await until(page.getByText('You and Bob can’t be reached while on call.'));

  await page.goto('/wallboard');
  await until(page.getByRole('list', { name: 'On call' }).getByText('Nobody'));
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest('plans and edits maintenance, and undoes its deletion', async () => {
  const page = await openPage('/maintenance', 'Maintenance');
  const plan = page.getByRole('button', { name: 'Plan maintenance' });
  await plan.click();
  const dialog = page.getByRole('dialog', { name: 'Plan maintenance' });
  await dialog.getByLabel('Name').fill('Disk swap');
  await dialog.getByLabel('Start', { exact: true }).fill('2026-01-02T03:00');
  await dialog.getByLabel('End', { exact: true }).fill('2026-01-02T02:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(dialog.getByText('The end must be after the start.'));
  await dialog.getByLabel('End', { exact: true }).fill('2099-01-02T04:00');
  // The whole team is never silenced by accident, and the dialog tells how many monitors it silences.
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(dialog.getByText('Choose projects, tags or monitors, or choose the whole team.'));
  await dialog.getByRole('button', { name: 'The whole team' }).click();
  const all = (await stage.api().monitors.list()).monitors.length;
  await until(dialog.getByText(`Silences ${all} monitors — the whole team.`));
  await dialog.getByRole('button', { name: 'Chosen monitors' }).click();
  await pick(dialog.getByLabel('Monitors'), 'image resizer');
  await until(dialog.getByText('Silences 1 monitor.'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await until(row('Disk swap').getByText('Active', { exact: true }));

  await plan.click();
  await dialog.getByLabel('Name').fill('Reboots');
  await dialog.getByRole('button', { name: 'Recurring' }).click();
  await pick(dialog.getByLabel('Tags'), 'prod');
  await dialog.getByLabel('Start (cron expression)').fill('0 3 * * 9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog.getByLabel(/cron expression/).getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => isFocused(dialog.getByLabel(/cron expression/))).toBe(true);
  await dialog.getByLabel('Start (cron expression)').fill('0 3 * * 0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(row('Reboots').getByText(/^At 03:00.*Sunday.*for 1 h$/));

  await page.getByRole('button', { name: 'Edit Reboots' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit maintenance' });
  await edit.getByLabel('Name').fill('Sunday reboots');
  await edit.getByRole('button', { name: 'Save' }).click();
  await until(row('Sunday reboots'));
  await page.getByRole('button', { name: 'Delete Sunday reboots' }).click();
  await row('Sunday reboots').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(row('Sunday reboots').getByText(/for 1 h$/));

  // The monitor shows the maintenance and its times.
  const { shortID } = await monitorOf('image resizer');
  await openPage(`/monitors/${shortID}`, 'image resizer');
  await until(page.getByText('In maintenance'));
  await page.getByRole('switch', { name: 'As table' }).click();
  await until(
    page
      .getByRole('list', { name: 'Expected runs and blind windows in this period' })
      .getByText('Maintenance: Disk swap'),
  );
  expect(visitor.browserErrors.except(REFUSED)).toEqual([]);
});

/** Viewport of a phone, and the height that its bottom bar covers. */
const PHONE = { width: 390, height: 844 };
const BAR = 64;

async function isOnFirstScreen(seen: Locator): Promise<boolean> {
  const box = await seen.first().boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= PHONE.height - BAR;
}

/** Creates a policy with an on-call schedule in which Ann is always on call. Returns its `shortID`. */
async function createOnCallPolicy(): Promise<string> {
  const api = stage.api();
  const { members } = await api.members.list();
  const ann = members.filter(({ name }) => name === 'Ann Ozola');
  const daily = { startsOn: '2026-01-01', handoverAt: '09:00', shiftDays: 1 };
  const schedule = await api.onCall.create({
    name: 'Nights',
    timezone: 'UTC',
    rotations: [{ members: ann.map(({ memberID }) => memberID), ...daily }],
  });
  const steps = [{ after: 3600, channels: [], onCall: [schedule.shortID] }];
  return (await api.escalations.create({ name: 'Nights', steps })).shortID;
}

/**
 * Follows the link of an alert without signing in. Acknowledges the incident with a name, which the browser remembers, and then
 * takes back the acknowledgement.
 */
async function seeLinkPage(url: string): Promise<void> {
  const reader = await stage.signedOutVisitor();
  await reader.page.setViewportSize(PHONE);
  await reader.page.goto(new URL(url).pathname);
  const log = await reader.page.getByLabel('End of the log').evaluate(({ scrollHeight, clientHeight }) => ({
    isWhole: scrollHeight === clientHeight || (clientHeight - 8) % 20 === 0,
  }));
  expect(log).toEqual({ isWhole: true });
  expect(await reader.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    PHONE.width,
  );
  const name = reader.page.getByLabel('Your name');
  await name.fill('Ben');
  await name.press('Enter');
  await until(reader.page.getByText('You are on it'));
  await reader.page.goto(new URL(url).pathname);
  await until(reader.page.getByText('✓ Ben in the channel “mobile” is on it'));
  await reader.page.getByRole('button', { name: 'Take back' }).click();
  await until(reader.page.getByRole('button', { name: 'Acknowledge' }));
  expect(await name.inputValue()).toBe('Ben');
  expect(reader.browserErrors.all()).toEqual([]);
  await reader.context.close();
}

browserTest('the night call on a phone: alert, incident, acknowledge, note, recovery', async () => {
  const { page, context } = visitor;
  const { channels } = await stage.api().channels.list();
  const escalation = await createOnCallPolicy();
  const { pingURL, shortID } = await stage.api().monitors.create({
    name: 'night <b>dump</b>',
    escalation,
    description: 'See https://wiki.example.com/dump. Never javascript:alert(1)',
    runbookURL: 'https://wiki.example.com/runbooks/dump',
    schedule: { interval: 3600, timezone: 'UTC' },
    channels: channels.filter(({ name }) => name === 'mobile').map((channel) => channel.shortID),
  });
  const report = (path: string, body: string) => fetch(`${pingURL}${path}`, { method: 'POST', body });
  await report('', '2026-11-22T02:00:01Z start\n184 tables\ndone in 12 s');
  const hostile = '<img src=x onerror=alert(1)> \u001b[31merror: disk full\u001b[0m';
  await report('/fail', `2026-11-23T02:00:01Z start\n${hostile}\ndone in 9 s`);
  const alertOf = (type: string) =>
    receiver.received.find(({ body }) => body.includes(`"${type}"`) && body.includes('night <b>dump</b>'));
  await expect.poll(() => alertOf('monitor.down')).toBeDefined();
  const { data } = JSON.parse(alertOf('monitor.down')?.body ?? '');

  await page.setViewportSize(PHONE);
  await seeLinkPage(String(data.actionURL));
  await page.goto(new URL(String(data.url)).pathname);
  const acknowledge = page.getByRole('button', { name: 'Acknowledge' });
  const likely = page.getByRole('region', { name: 'End of the log' }).locator('[data-error]');
  await until(acknowledge);
  await until(likely);
  const runbook = page.getByRole('link', { name: 'Runbook' });
  const onCall = page.getByText('On call: Ann Ozola');
  await until(onCall);
  const nobody = page.getByText('Nobody is on it yet.');
  const next = page.getByText(/^Escalation step 1 in \d+ min: Nights$/);
  await until(next);
  const sender = page.getByText('from 127.0.0.1');
  for (const seen of [
    page.getByText(/^Down \d+ s$/),
    nobody,
    onCall,
    next,
    sender,
    acknowledge,
    runbook,
    likely,
  ])
    expect(await isOnFirstScreen(seen)).toBe(true);
  expect(await page.title()).toMatch(/^\(\d+\) night <b>dump<\/b> · Overdue$/);
  const [, open] = /^\((\d+)\)/.exec(await page.title()) ?? [];
  const icon = await page.locator('link[rel=icon]').getAttribute('href');
  expect(decodeURIComponent(icon ?? '')).toContain(`>${open}</text>`);
  expect(await likely.getByText('error: disk full').getAttribute('class')).toContain('text-ansi-red');
  const differences = page.getByRole('region', { name: 'Differences' });
  const showChanges = page.getByRole('button', { name: 'Show changes' });
  await until(showChanges.filter({ hasText: /1 new line.*1 missing line/s }));
  expect(await differences.count()).toBe(0);
  await showChanges.click();
  await until(differences.getByText('184 tables'));
  await until(differences.getByText('<img src=x onerror=alert(1)> error: disk full'));
  expect(await differences.getByText('start').count()).toBe(1);
  // Only new lines have a colour. Green would call a missing line good, and red an error that is gone.
  const classOf = (text: string) =>
    differences.locator('[data-line]').filter({ hasText: text }).getAttribute('class');
  expect(await classOf('error: disk full')).toContain('border-failing');
  expect(await classOf('184 tables')).toContain('border-line-strong');
  expect(await page.locator('main img').count()).toBe(0);

  await acknowledge.click();
  await until(page.getByText('Ann Ozola is on it'));
  expect(await nobody.count()).toBe(0);
  await page
    .getByLabel('Add note')
    .fill('Freed 20 GB, see https://wiki.example.com/disk <script>alert(1)</script>');
  await page.getByRole('button', { name: 'Add note' }).click();
  const link = page.getByRole('link', { name: 'https://wiki.example.com/disk' });
  await until(link);
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    'https://wiki.example.com/disk',
    'noopener noreferrer',
  ]);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);

  const list = await context.newPage();
  await list.goto('/monitors?q=night');
  await until(list.getByText('Acknowledged by Ann Ozola'));
  await list.close();

  await page.getByRole('link', { name: 'Whole log' }).click();
  await page.waitForURL(`**/monitors/${shortID}?**`);
  await until(page.getByRole('region', { name: 'Log of event 2' }));
  const placeOf = async (seen: Locator) => (await seen.boundingBox())?.y ?? Number.NaN;
  await until(showChanges);
  expect(await placeOf(likely)).toBeLessThan(await placeOf(showChanges));
  expect(await placeOf(runbook)).toBeLessThan(await placeOf(likely));
  await expect.poll(() => isOnFirstScreen(page.getByRole('button', { name: 'Hide event 2' }))).toBe(true);
  await page.goBack();

  await report('', 'ok');
  await until(page.getByText(/^Was down /));
  const history = page.getByRole('list', { name: 'What happened' });
  await until(history.getByText('Recovered'));
  await until(history.getByText('was alerted').nth(1));
  await expect
    .poll(() => alertOf('monitor.recovered')?.body)
    .toContain('Ann Ozola acknowledged the incident');
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest("the open page behind an alert's link shows what other people do", async () => {
  const api = stage.api();
  const { channels } = await api.channels.list();
  const monitor = await api.monitors.create({
    name: 'watched job',
    severity: 'critical',
    description: 'Check the queue first.',
    channels: channels.filter(({ name }) => name === 'mobile').map(({ shortID }) => shortID),
  });
  await fetch(`${monitor.pingURL}/fail`);
  const alert = () => receiver.received.find(({ body }) => body.includes('watched job'));
  await expect.poll(alert).toBeDefined();
  const { data } = JSON.parse(alert()?.body ?? '');
  const reader = await stage.signedOutVisitor();
  await reader.page.goto(new URL(String(data.actionURL)).pathname);
  const lookAgain = () => reader.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await until(reader.page.getByText('Critical', { exact: true }));
  await until(reader.page.getByText('Check the queue first.'));
  await until(reader.page.getByText('Nobody is on it yet.'));
  const [incident] = (await api.incidents.list({ monitor: monitor.shortID })).incidents;
  await api.incidents.snooze(incident?.incidentID ?? '', { preset: 'hour' });
  await lookAgain();
  await reader.page.getByRole('button', { name: 'End snooze' }).click();
  await until(reader.page.getByText('Nobody is on it yet.'));
  await api.incidents.acknowledge(incident?.incidentID ?? '');
  await lookAgain();
  await until(reader.page.getByText('Ann Ozola is on it'));
  await fetch(monitor.pingURL);
  await lookAgain();
  await until(reader.page.getByRole('heading', { name: 'Ended: watched job' }));
  expect(reader.browserErrors.all()).toEqual([]);
  await reader.context.close();
});

browserTest('finds, acknowledges, annotates and exports an incident', async () => {
  // Makes two monitors go down together.
  const [first, second] = await Promise.all([monitorOf('exchange rates'), monitorOf('log rotation')]);
  for (const { pingURL } of [first, second])
    await fetch(`${pingURL}/fail`, { method: 'POST', body: 'no space left on device' });
  const page = await openPage('/incidents', 'Incidents');
  // Open incidents are listed above ended incidents, and the navigation counts them.
  await until(
    page.getByRole('table', { name: 'Open incidents' }).getByRole('link', { name: 'log rotation' }),
  );
  expect(await page.getByRole('table').first().getAttribute('aria-label')).toBe('Open incidents');
  await until(page.getByRole('table', { name: 'Ended incidents' }).getByRole('rowheader', { name: 'Today' }));
  await page.getByRole('button', { name: 'Acknowledge log rotation' }).click();
  await until(
    page
      .getByRole('table', { name: 'Open incidents' })
      .getByRole('row', { name: /log rotation ✓?\s?Acknowledged/ }),
  );
  const { incidents } = await stage.api().incidents.list({ state: 'open' });
  await until(page.getByRole('link', { name: `Incidents ${incidents.length} open` }));
  const filter = page.getByRole('group', { name: 'Filter incidents' });
  const rows = page.getByRole('table', { name: 'Incidents' }).getByRole('row');
  await filter.getByRole('button', { name: 'Ended' }).click();
  await until(rows.filter({ hasText: 'Recovered' }));
  await expect.poll(() => rows.filter({ has: page.getByText('Open', { exact: true }) }).count()).toBe(0);
  expect(parameter(page, 'state')).toBe('closed');
  await filter.getByRole('button', { name: 'Open' }).click();
  await until(rows.filter({ hasText: 'log rotation' }));
  await expect.poll(() => rows.filter({ hasText: 'Recovered' }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Severity' }).click();
  await page.getByRole('option', { name: 'Critical' }).click();
  await until(page.getByText('No incident matches these filters.'));
  await page.getByRole('option', { name: 'Normal' }).click();
  await page.keyboard.press('Escape');
  await until(rows.filter({ hasText: 'log rotation' }));
  expect(parameter(page, 'severity')).toBe('critical,normal');
  await page.goto(`/incidents?monitor=${first.shortID}`);
  await until(page.getByText('Only exchange rates'));
  await page.getByRole('link', { name: 'exchange rates' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'exchange rates' }).waitFor();

  await until(page.getByText(/^Down \d+ s$/));
  await until(page.getByRole('region', { name: 'End of the log' }).getByText('no space left on device'));
  await until(
    page
      .getByRole('table', { name: 'Related: address, tag or time in common' })
      .getByRole('row', { name: /log rotation.*same time/ }),
  );
  await until(page.getByRole('table', { name: 'Failed runs' }).getByRole('row', { name: /Failed/ }));

  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
  await until(page.getByText('Snoozed by Ann Ozola'));
  expect(await page.getByText('Nobody is on it yet.').count()).toBe(0);
  await page.getByRole('button', { name: 'End snooze' }).click();
  await until(page.getByRole('button', { name: 'Snooze', exact: true }));

  const acknowledge = page.getByRole('button', { name: 'Acknowledge' });
  await acknowledge.click();
  await until(page.getByText('Ann Ozola is on it'));
  expect(await acknowledge.count()).toBe(0);
  const otherTab = await visitor.context.newPage();
  await otherTab.goto(page.url());
  await until(otherTab.getByText('Ann Ozola is on it'));
  await page
    .getByRole('dialog', { name: /^You are on it/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  for (const tab of [page, otherTab]) await until(tab.getByText('Ann Ozola took back the acknowledgement'));
  await otherTab.close();
  await acknowledge.click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await acknowledge.click();
  await until(page.getByText('Ann Ozola is on it'));
  const colleague = await stage.signedOutVisitor();
  const { url } = await stage.api().invitations.create({ role: 'member' });
  await colleague.context.request.post('/v1/invitations/accept/', {
    headers: { Origin: stage.service.baseURL },
    data: {
      token: url.slice(-40),
      name: 'Bo Lind',
      email: 'bo@example.com',
      password: 'some long words for bo',
    },
  });
  await colleague.page.goto(page.url());
  await colleague.page.getByRole('button', { name: 'Take over' }).click();
  await until(page.getByText('Bo Lind is on it'));
  await page.getByRole('button', { name: 'Take over' }).click();
  await until(colleague.page.getByText('Ann Ozola is on it'));
  await colleague.context.close();

  await page.getByLabel('Add note').fill('Old dumps were moved away.');
  await page.getByLabel('Add note').press('Control+Enter');
  await until(
    page.getByRole('listitem').filter({ hasText: 'Old dumps were moved away.' }).getByText('Ann Ozola'),
  );
  // The live stream may show the note before the response arrives.
  await expect.poll(() => page.getByLabel('Add note').inputValue()).toBe('');

  await page.getByRole('button', { name: 'More actions' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as Markdown' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^exchange-rates-\d{4}-\d\d-\d\d\.md$/);
  const text = readFileSync(await download.path(), 'utf8');
  for (const part of ['exchange rates', 'Old dumps were moved away.', 'log rotation'])
    expect(text).toContain(part);
  await page.getByRole('link', { name: 'Open', exact: true }).first().click();
  await until(page.getByRole('region', { name: /^Log of event/ }).getByText('no space left on device'));
  expect(visitor.browserErrors.all()).toEqual([]);
});

browserTest('an incident shows why its alert waits, and the notes of earlier incidents', async () => {
  const api = stage.api();
  const { shortID, pingURL } = await api.monitors.create({ name: 'moved job' });
  const report = (path: string) => fetch(`${pingURL}${path}`, { method: 'POST' });
  await report('/fail');
  const [earlier] = (await api.incidents.list({ monitor: shortID })).incidents;
  await api.incidents.addNote(earlier?.incidentID ?? '', 'Restarted the worker.');
  await report('');
  const now = Date.now();
  await api.maintenance.create({
    name: 'Move',
    startsAt: new Date(now - 60_000).toISOString(),
    endsAt: new Date(now + 3_600_000).toISOString(),
    monitors: [shortID],
  });
  await report('/fail');
  const page = await openPage(`/monitors/${shortID}`, 'moved job');
  await until(page.getByText(/^Alert on hold\. In maintenance \(Move\) until \d/));
  await page.getByRole('link', { name: 'Open incident' }).click();
  await until(page.getByText(/^Alert on hold\. In maintenance \(Move\) until \d/));
  // The history also shows the time in the reader's time zone.
  const steps = page.getByRole('list', { name: 'What happened' });
  await until(steps.getByText(/^In maintenance \(Move\) until (?:\d+ \w+ )?\d\d:\d\d\.$/));
  await until(page.getByText('Restarted the worker.'));
  await report('');
  await until(page.getByText(/^Was down/));
  expect(await page.getByText(/^Alert on hold/).count()).toBe(0);
  expect(visitor.browserErrors.all()).toEqual([]);
});

describe('buttons in a chat', () => {
  /** Creates a monitor that alerts only one channel, opens its page, and reports a failure. */
  async function goDown(name: string, channel: string): Promise<Page> {
    const monitor = await stage.api().monitors.create({ name, channels: [channel] });
    const page = await openPage(`/monitors/${monitor.shortID}`, name);
    await fetch(`${monitor.pingURL}/fail`, { method: 'POST', body: 'disk full' });
    await until(page.getByText('Nobody is on it yet.'));
    return page;
  }

  browserTest('a signed press in Slack shows who is on it, in the open page and in the message', async () => {
    const secret = '8f742231b10e8888abcd99e5f0000000';
    const { shortID } = await stage.api().channels.create({
      type: 'slack',
      name: 'ops room',
      settings: { url: 'https://hooks.slack.com/services/T/B/x', signingSecret: secret },
      isDefault: false,
    });
    const page = await goDown('slack job', shortID);
    const alert = await requestOf(receiver, ({ path }) => path === '/hooks.slack.com/services/T/B/x');
    expect(alert.body).toContain('Down: slack job');
    const press = slackPress(alert.body, { secret, by: 'Bea' });
    const address = `${stage.service.baseURL}/press/${shortID}`;
    const forged = slackPress(alert.body, { secret: secret.replace('8', '9'), by: 'Eve' });
    expect((await fetch(address, forged)).status).toBe(401);
    expect((await fetch(address, press)).status).toBe(200);
    await until(page.getByText('Bea in the channel “ops room” is on it'));
    expect(await page.getByText('Nobody is on it yet.').count()).toBe(0);
    const update = await requestOf(receiver, ({ path }) => path === '/hooks.slack.com/actions/T1/2/3');
    expect(update.body).toContain('Bea acknowledged “slack job”.');
    expect(update.body).not.toContain('"action_id":"acknowledge"');
    expect(visitor.browserErrors.all()).toEqual([]);
  });

  browserTest('a press in Telegram shows who is on it, in the open page and in the chat', async () => {
    receiver.react({ status: 200, body: '{"ok":true,"result":true}' });
    const { shortID } = await stage.api().channels.create({
      type: 'telegram',
      name: 'night watch',
      settings: { token: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ', chat: '-100200', buttons: true },
      isDefault: false,
    });
    const page = await goDown('telegram job', shortID);
    const call = (method: string, text = '') =>
      requestOf(receiver, ({ path, body }) => path.endsWith(`/${method}`) && body.includes(text));
    const message = await call('sendMessage', 'Down: telegram job');
    const webhook = await call('setWebhook');
    const { path, request } = telegramPress({ webhook: webhook.body, message: message.body, by: 'Bea' });
    expect(path).toBe(`/press/${shortID}`);
    expect((await fetch(`${stage.service.baseURL}${path}`, request)).status).toBe(200);
    await until(page.getByText('Bea in the channel “night watch” is on it'));
    await call('sendMessage', 'Bea acknowledged “telegram job”.');
    expect((await call('editMessageReplyMarkup')).body).not.toContain('"text":"Acknowledge"');
    expect(visitor.browserErrors.all()).toEqual([]);
  });
});

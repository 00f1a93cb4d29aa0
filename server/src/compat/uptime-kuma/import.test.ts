import { describe, expect, test } from 'vitest';
import { planImport } from '../../imports/plan.ts';
import type { ImportItem, SourceContent } from '../source/item.ts';
import { readUptimeKuma } from './import.ts';
import { readKumaNotification } from './notifications.ts';

const PUSH = {
  id: 3,
  name: 'Backup',
  type: 'push',
  active: true,
  interval: 3600,
  retryInterval: 60,
  maxretries: 2,
  pushToken: 'aBcDeFgH12',
  parent: 1,
  tags: [
    { name: 'prod', value: '' },
    { name: 'team', value: 'db' },
  ],
  notificationIDList: { 1: true, 2: true },
};
const GROUP = { id: 1, type: 'group', name: 'Nightly' };

function readMonitors(...monitorList: readonly object[]): Promise<SourceContent> {
  return readUptimeKuma({ version: '2', monitorList });
}

async function readOne(more: object): Promise<ImportItem | undefined> {
  const { items } = await readMonitors({ ...PUSH, ...more });
  return items[0];
}

test('a push monitor keeps its token, tags, group, retries and notifications', async () => {
  const content = await readUptimeKuma({
    version: '2',
    monitorList: { 1: GROUP, 3: PUSH },
    notificationList: [
      {
        id: 1,
        name: 'Ops',
        isDefault: true,
        config: '{"type":"discord","discordWebhookUrl":"https://discord.com/api/webhooks/1/X"}',
      },
      { id: 2, name: 'Bale', config: '{"type":"bale"}' },
    ],
  });
  expect(content.leftOut).toEqual([]);
  expect(content.items).toMatchObject([
    {
      pingID: 'aBcDeFgH12',
      tags: ['prod', 'team:db', 'Nightly'],
      rules: {
        schedule: { type: 'interval', intervalMs: 3_600_000, graceMs: 121_000 },
        alertAfterFailures: 1,
      },
      channels: ['1', '2'],
      notes: [expect.stringContaining('2 retries')],
    },
  ]);
  expect(content.channels).toMatchObject([
    {
      key: '1',
      name: 'Ops',
      isDefault: true,
      create: { type: 'discord', settings: { url: 'https://discord.com/api/webhooks/1/X' } },
      reason: '',
    },
    { key: '2', name: 'Bale', isDefault: false, create: null, reason: expect.stringContaining('bale') },
  ]);
});

test.each([{ retryInterval: 3600 }, { retryInterval: 0 }, { retryInterval: null }])(
  'retries after the interval itself are failures in a row, as in Kuma: %o',
  async (more) => {
    expect(await readOne(more)).toMatchObject({
      rules: { schedule: { intervalMs: 3_600_000, graceMs: 1000 }, alertAfterFailures: 3 },
      notes: [],
    });
  },
);

test('version 1 retries only missing pushes, so its retries extend the grace period', async () => {
  const { items } = await readUptimeKuma({
    version: '1.23.17',
    monitorList: [{ ...PUSH, retryInterval: 3600 }],
  });
  expect(items).toMatchObject([
    { rules: { schedule: { graceMs: 7_201_000 }, alertAfterFailures: 1 }, notes: [] },
  ]);
});

test('a run that reported its start may last until the next push is due, as in Kuma', async () => {
  expect(await readOne({ interval: 86_400, maxretries: 0 })).toMatchObject({
    rules: { maxRunMs: 86_401_000 },
  });
  expect(await readOne({ interval: 60, maxretries: 0 })).toMatchObject({ rules: { maxRunMs: null } });
});

test('names of nested groups become tags, outermost first, and a paused group pauses its monitors', async () => {
  const outer = { ...GROUP, id: 7, name: 'Site', active: false };
  const { items } = await readMonitors(PUSH, { ...GROUP, parent: 7 }, outer);
  expect(items).toMatchObject([
    {
      tags: ['prod', 'team:db', 'Site', 'Nightly'],
      paused: true,
      notes: [/retries/, /group.*paused/].map(matching),
    },
  ]);
});

function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

test('groups that contain each other end the search for groups', async () => {
  const { items } = await readMonitors(
    PUSH,
    { ...GROUP, parent: 7 },
    { ...GROUP, id: 7, name: 'B', parent: 1 },
  );
  expect(items).toMatchObject([{ tags: ['prod', 'team:db', 'B', 'Nightly'] }]);
});

test('a group with notifications is reported as left out, because a tag has no notifications', async () => {
  const { leftOut } = await readMonitors({ ...GROUP, notificationIDList: { 1: true } });
  expect(leftOut).toMatchObject([{ name: 'Nightly', reason: expect.stringContaining('no notifications') }]);
});

test('a monitor without notifications alerts no channel, and says so', async () => {
  const notificationList = [{ id: 1, name: 'Ops', config: '{"type":"bale"}' }];
  const { items } = await readUptimeKuma({
    monitorList: [{ ...PUSH, maxretries: 0, notificationIDList: {} }],
    notificationList,
  });
  expect(items).toMatchObject([{ channels: [], notes: [expect.stringContaining('alerts no channel')] }]);
});

test('repeated notifications are named', async () => {
  expect(await readOne({ maxretries: 0, resendInterval: 3 })).toMatchObject({
    notes: [expect.stringContaining('reminders')],
  });
});

test('reported and retried failures become runs, but missing pushes, maintenance and starts do not', async () => {
  const beat = (status: number, second: number, msg = 'OK') => ({
    status,
    time: `2026-11-20 02:00:0${second}.250`,
    msg,
    ping: 7,
  });
  const missing = 'No heartbeat in the time window';
  const item = await readOne({
    heartbeats: [
      beat(1, 1),
      beat(2, 2, 'disk full'),
      beat(2, 3, missing),
      beat(0, 4, missing),
      beat(3, 5),
      beat(1, 6, 'start'),
    ],
  });
  expect(item?.history).toEqual([
    { kind: 'past_run', at: Date.UTC(2026, 10, 20, 2, 0, 1, 250), outcome: 'succeeded', durationMs: 7 },
    { kind: 'past_run', at: Date.UTC(2026, 10, 20, 2, 0, 2, 250), outcome: 'failed', durationMs: 7 },
  ]);
});

test('other types and upside-down monitors are left out', async () => {
  const { items, leftOut } = await readMonitors(
    { ...PUSH, upsideDown: 1 },
    { id: 4, name: 'Site', type: 'http' },
  );
  expect(items).toEqual([]);
  expect(leftOut.map(({ name }) => name)).toEqual(['Backup', 'Site']);
});

test('control characters are removed from all names, even of items and channels that are left out', async () => {
  const hostile = 'a\u001b[2Jb\u202e';
  const content = await readUptimeKuma({
    monitorList: [{ id: 4, name: hostile, type: hostile }],
    notificationList: [{ id: 1, name: hostile, config: JSON.stringify({ type: hostile }) }],
  });
  const context = { projectShortID: 'p1', monitors: [], channels: [], keys: [], isTaken: () => false };
  const { items, channels } = planImport(content, context);
  expect(items).toMatchObject([{ name: 'a[2Jb', notes: [expect.stringContaining('type a[2Jb checks')] }]);
  expect(channels).toMatchObject([{ name: 'a[2Jb', notes: [expect.stringContaining('type a[2Jb.')] }]);
});

describe('a notification', () => {
  const NTFY = { type: 'ntfy', ntfyserverurl: 'https://ntfy.sh', ntfytopic: 'acme' };
  const TELEGRAM = { type: 'telegram', telegramBotToken: '1:abc', telegramChatID: -100123 };
  const PAGER_DUTY = { type: 'PagerDuty', pagerdutyIntegrationKey: 'k' };
  const SIGNAL = { type: 'signal', signalURL: 'http://signal:8080/v2/send', signalNumber: '+371' };
  const SLACK = { type: 'slack', slackwebhookURL: 'https://hooks.slack.com/services/T/B/X' };
  const WEBHOOK = { type: 'webhook', webhookURL: 'https://example.com/hook', httpMethod: 'post' };

  const settingsOf = (config: object) =>
    readKumaNotification({ id: 1, name: 'n', config: JSON.stringify(config) })?.create?.settings ?? null;

  test.each([
    [NTFY, { server: 'https://ntfy.sh', topic: 'acme' }],
    [
      { ...NTFY, ntfyAuthenticationMethod: 'accessToken', ntfyaccesstoken: 'tk_1' },
      { server: 'https://ntfy.sh', topic: 'acme', token: 'tk_1' },
    ],
    [{ ...NTFY, ntfyAuthenticationMethod: 'usernamePassword', ntfyusername: 'a' }, null],
    [TELEGRAM, { token: '1:abc', chat: '-100123' }],
    [
      { ...TELEGRAM, telegramServerUrl: 'https://api.telegram.org', telegramMessageThreadID: '42' },
      { token: '1:abc', chat: '-100123', thread: 42 },
    ],
    [{ ...TELEGRAM, telegramServerUrl: 'https://telegram.example.com' }, null],
    [
      {
        type: 'discord',
        discordWebhookUrl: 'https://discord.com/api/webhooks/1/X',
        discordChannelType: 'postToThread',
        threadId: '9',
      },
      { url: 'https://discord.com/api/webhooks/1/X?thread_id=9' },
    ],
    [PAGER_DUTY, { routingKey: 'k', region: 'us' }],
    [
      { ...PAGER_DUTY, pagerdutyIntegrationUrl: 'https://events.eu.pagerduty.com/v2/enqueue' },
      { routingKey: 'k', region: 'eu' },
    ],
    [
      { type: 'Opsgenie', opsgenieApiKey: 'k', opsgenieRegion: 'eu' },
      { apiKey: 'k', site: 'eu' },
    ],
    [
      { type: 'pushover', pushoverapptoken: 't', pushoveruserkey: 'u', pushoverdevice: 'phone' },
      { token: 't', user: 'u', device: 'phone' },
    ],
    [
      { ...SIGNAL, signalRecipients: '+372' },
      { server: 'http://signal:8080', sender: '+371', recipient: '+372' },
    ],
    [{ ...SIGNAL, signalRecipients: '+372, +373' }, null],
    [SLACK, { url: 'https://hooks.slack.com/services/T/B/X' }],
    [WEBHOOK, { url: 'https://example.com/hook' }],
    [
      { ...WEBHOOK, httpMethod: 'get', webhookAdditionalHeaders: '{"Authorization":"Bearer x"}' },
      { url: 'https://example.com/hook', method: 'GET', headers: { Authorization: 'Bearer x' } },
    ],
    [{ ...WEBHOOK, webhookAdditionalHeaders: 'no JSON' }, null],
    [{ type: 'smtp', smtpTo: 'a@example.com' }, { to: 'a@example.com' }],
    [{ type: 'smtp', smtpTo: 'a@example.com, b@example.com' }, null],
    [{ type: 'smtp', smtpTo: 'a@example.com', smtpCC: 'b@example.com' }, null],
    [{ type: 'constructor' }, null],
  ])('%o', (config, settings) => {
    expect(settingsOf(config)).toEqual(settings);
  });

  test('a notification with different settings names them', () => {
    const notesOf = (config: object) =>
      readKumaNotification({ id: 1, name: 'n', config: JSON.stringify(config) })?.notes;
    expect(notesOf(SLACK)).toEqual([]);
    expect(notesOf({ ...SLACK, slackchannel: '#ops' })).toEqual([expect.stringContaining('#ops')]);
    expect(notesOf(WEBHOOK)).toEqual([expect.stringContaining('JSON')]);
    expect(notesOf({ ...PAGER_DUTY, pagerdutyAutoResolve: 'resolve' })).toEqual([]);
    expect(notesOf(PAGER_DUTY)).toEqual([expect.stringContaining('resolves')]);
  });
});

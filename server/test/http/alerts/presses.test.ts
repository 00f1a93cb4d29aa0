import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { Severity } from '@overdue/domain/alerting/alert.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCatalog } from '../../../src/channels/settings/catalog.ts';
import { register } from '../../../src/channels/settings/registration.ts';
import { discord } from '../../../src/channels/types/discord.ts';
import { mattermost } from '../../../src/channels/types/mattermost.ts';
import { pushover } from '../../../src/channels/types/pushover.ts';
import { slack } from '../../../src/channels/types/slack.ts';
import { telegram } from '../../../src/channels/types/telegram.ts';
import { createPresses } from '../../../src/incidents/endpoints/presses.ts';
import type { OutboundRequest } from '../../../src/platform/outbound/request.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../../src/platform/security/secret-box.ts';
import type { Caller } from '../../callers.ts';
import { DOWN, ITEM } from '../../notify/sample-alerts.ts';
import { type API, BASE_URL, DAY, MINUTE, NOW, openAPI } from '../api.ts';
import { TEST_KEY } from '../test-catalog.ts';

const SECRET = '8f742231b10e8888abcd99e5f0000000';
const SLACK = { url: 'https://hooks.slack.com/services/T/B/x', signingSecret: SECRET };
const TELEGRAM = { token: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ', chat: '-100200', buttons: true };

const channelResponse = z.object({ shortID: z.string() });
const incidents = z.array(z.looseObject({ incidentID: z.string() }));

/** Opens the API with real channel types, whose requests are recorded, and with the endpoint for pressed buttons. */
async function openPresses() {
  const requests: OutboundRequest[] = [];
  const clock = { now: () => api.clock.time };
  const catalog = createCatalog({
    types: [slack(), telegram(), mattermost(), discord(), pushover()].map((type) =>
      register<never>(type as never),
    ),
    box: createSecretBox(TEST_KEY, systemRandom),
    async request(request) {
      requests.push(request);
      return { status: 200, headers: {}, body: '{"ok":true}' };
    },
    mail: null,
    push: () => Promise.reject(new Error('These types push nothing.')),
    clock,
    baseURL: BASE_URL,
    log: { info() {}, error() {} },
  });
  const api: API = await openAPI({ catalog });
  const node = () =>
    createPresses({
      store: api.store,
      catalog,
      clock,
      wakeWatchdog() {},
      log: { error() {}, info() {} },
      remoteAddress: () => '192.0.2.9',
    });
  const [app, otherNode] = [node(), node()];

  async function makeChannel(type: string, settings: object, as?: Caller): Promise<string> {
    const json = { type, name: 'ops', settings };
    const { data } = await api.send('POST', '/v1/channels/', { json, ...(as === undefined ? {} : { as }) });
    return channelResponse.parse(data.channel).shortID;
  }

  /** Makes a monitor go down, and sends the alert to a channel. Returns the message that the channel gets. */
  async function alert(shortID: string, incidentID: string, severity: Severity = 'high'): Promise<string> {
    const channel = await api.store.channels.findInAnyTeam(shortID);
    if (channel === null) throw new Error('There is no such channel.');
    const incident = {
      ...ITEM.incident,
      id: incidentID,
      reason: 'failed',
      openedAt: NOW,
      closedAt: null,
      runID: null,
    } as const;
    const outcome = await catalog.send(channel, {
      ...DOWN,
      severity,
      at: NOW,
      items: [{ ...ITEM, incident }],
    });
    expect(outcome).toMatchObject({ outcome: 'sent' });
    return String(requests.at(-1)?.body);
  }

  async function goDown(): Promise<{ shortID: string; incidentID: string }> {
    const { shortID } = await api.create({ name: 'job' });
    await api.ping(shortID, 'fail', { rid: 'run-1' });
    const [opened] = incidents.parse((await api.send('GET', '/v1/incidents/')).data.incidents);
    return { shortID, incidentID: opened?.incidentID ?? '' };
  }

  const read = async (id: string) => (await api.send('GET', `/v1/incidents/${id}/`)).data.incident;
  const audit = async () => {
    const { data } = await api.send('GET', '/v1/audit/');
    return z.array(z.looseObject({ action: z.string() })).parse(data.entries);
  };
  return { api, app, otherNode, requests, makeChannel, goDown, alert, read, audit };
}

type World = Awaited<ReturnType<typeof openPresses>>;

function tokenIn(message: string, text: string): string {
  const button = z.looseObject({ text: z.looseObject({ text: z.string() }), value: z.string() });
  const blocks = JSON.parse(message).attachments[0].blocks;
  const buttons = z.array(button).parse(blocks.at(-1).elements);
  return buttons.find((candidate) => candidate.text.text === text)?.value ?? '';
}

function withOtherEnd(token: string): string {
  return `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`;
}

function slackPress(value: string, { at = NOW, secret = SECRET } = {}) {
  const payload = {
    type: 'block_actions',
    user: { id: 'U1', name: 'Ann' },
    response_url: 'https://hooks.slack.com/actions/T1/2/3',
    actions: [{ value }],
    message: { text: 'Down: job', attachments: [{ color: 'red', blocks: [] }] },
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Slack-Request-Timestamp': timestamp,
      'X-Slack-Signature': `v0=${signature}`,
    },
    body,
  };
}

async function openSlack(): Promise<
  World & { channel: string; incidentID: string; shortID: string; message: string }
> {
  const world = await openPresses();
  const channel = await world.makeChannel('slack', SLACK);
  const down = await world.goDown();
  return { ...world, channel, ...down, message: await world.alert(channel, down.incidentID) };
}

test('a press in Slack acknowledges the incident, names the person, and updates the message', async () => {
  const { app, channel, incidentID, message, read, audit, requests } = await openSlack();
  expect(message).not.toContain('/act/');
  const response = await app.request(`/press/${channel}`, slackPress(tokenIn(message, 'Acknowledge')));
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(await read(incidentID)).toMatchObject({ acknowledgedBy: 'Ann in the channel “ops”' });
  expect((await audit())[0]).toMatchObject({
    action: 'incident.acknowledge',
    actor: { kind: 'visitor', name: 'Ann in the channel “ops”' },
    details: { channel },
    remoteAddress: '192.0.2.9',
  });
  const update = requests.at(-1);
  expect(update?.url).toBe('https://hooks.slack.com/actions/T1/2/3');
  expect(update?.body).toContain('Ann acknowledged “job”.');
  expect(update?.body).not.toContain('"action_id":"acknowledge"');
});

test('presses in Slack snooze and pause', async () => {
  const { api, app, channel, incidentID, shortID, message, read, requests } = await openSlack();
  const press = (text: string, at = NOW) =>
    app.request(`/press/${channel}`, slackPress(tokenIn(message, text), { at }));
  expect((await press('Snooze 1 hour')).status).toBe(200);
  expect(await read(incidentID)).toMatchObject({
    snoozedUntil: '2026-11-21T09:15:30.123Z',
    snoozedBy: 'Ann in the channel “ops”',
  });
  expect(requests.at(-1)?.body).toContain('Ann snoozed “job” until 21 Nov 09:15 UTC.');
  expect((await press('Pause monitor')).status).toBe(200);
  expect((await api.send('GET', `/v1/monitors/${shortID}/`)).data.monitor).toMatchObject({ paused: true });
  expect((await press('Acknowledge')).status).toBe(200);
  expect(requests.at(-1)?.body).toContain('The incident of “job” has ended.');
});

test('presses that are forged, stale, repeated or foreign are refused and change nothing', async () => {
  const { api, app, otherNode, channel, makeChannel, incidentID, message, read, audit, alert, goDown } =
    await openSlack();
  const token = tokenIn(message, 'Acknowledge');
  const send = async (to: string, press: ReturnType<typeof slackPress>) =>
    (await app.request(`/press/${to}`, press)).status;
  const genuine = slackPress(token);
  expect(await send(channel, slackPress(token, { secret: 'another' }))).toBe(401);
  expect(await send(channel, { ...genuine, body: `${genuine.body}&x=1` })).toBe(401);
  expect(await send(channel, slackPress(token, { at: NOW - 6 * MINUTE }))).toBe(401);
  expect(await send(channel, slackPress(withOtherEnd(token)))).toBe(404);
  expect(await send('nosuchthng', genuine)).toBe(404);
  expect(await send(channel, { ...genuine, body: 'x'.repeat(100_001) }).catch(() => 413)).not.toBe(200);
  // Another team uses the same Slack app. The other team's channel refuses our button. No channel accepts a button for our
  // incident that was sent to the other team.
  const other = await api.addTeam('Other');
  const theirs = await makeChannel('slack', SLACK, other);
  expect(await send(theirs, slackPress(token))).toBe(404);
  const ofTheirs = tokenIn(await alert(theirs, incidentID), 'Acknowledge');
  expect(await send(theirs, slackPress(ofTheirs))).toBe(404);
  expect(await send(channel, slackPress(ofTheirs))).toBe(404);
  // A channel without buttons.
  const plain = await makeChannel('slack', { url: SLACK.url });
  expect(await send(plain, slackPress(token))).toBe(401);
  expect(await read(incidentID)).toMatchObject({ acknowledgedAt: null, snoozedUntil: null });

  const snooze = slackPress(tokenIn(message, 'Snooze 1 hour'));
  expect(await send(channel, snooze)).toBe(200);
  await api.send('POST', `/v1/incidents/${incidentID}/unsnooze/`);
  expect(await send(channel, snooze)).toBe(200);
  expect((await otherNode.request(`/press/${channel}`, snooze)).status).toBe(200);
  expect(await read(incidentID)).toMatchObject({ snoozedUntil: null });
  expect((await audit()).filter(({ action }) => action === 'incident.snooze')).toHaveLength(1);

  // A button only changes its own incident.
  const second = await goDown();
  expect(await send(channel, slackPress(token))).toBe(200);
  expect(await read(second.incidentID)).toMatchObject({ acknowledgedAt: null });
});

test('a button expires after three days, and ends with its channel', async () => {
  const { api, app, channel, incidentID, message, read, requests } = await openSlack();
  api.clock.time += 3 * DAY + 1000;
  const late = slackPress(tokenIn(message, 'Acknowledge'), { at: api.clock.time });
  expect((await app.request(`/press/${channel}`, late)).status).toBe(200);
  expect(requests.at(-1)?.body).toContain('This button has expired.');
  await api.send('DELETE', `/v1/channels/${channel}/`);
  expect((await app.request(`/press/${channel}`, late)).status).toBe(404);
  expect(await read(incidentID)).toMatchObject({ acknowledgedAt: null });
});

test('channels of one team can share the application of a chat', async () => {
  const { app, makeChannel, message, incidentID, read, channel } = await openSlack();
  const second = await makeChannel('slack', SLACK);
  expect(second).not.toBe(channel);
  const response = await app.request(`/press/${second}`, slackPress(tokenIn(message, 'Acknowledge')));
  expect(response.status).toBe(200);
  expect(await read(incidentID)).toMatchObject({ acknowledgedBy: 'Ann in the channel “ops”' });
});

test('Telegram learns the address with the first message, and a press shows the result in the chat', async () => {
  const { app, makeChannel, goDown, alert, requests, read } = await openPresses();
  const channel = await makeChannel('telegram', TELEGRAM);
  const { incidentID } = await goDown();
  const message = JSON.parse(await alert(channel, incidentID));
  const webhook = JSON.parse(String(requests[0]?.body));
  expect(requests[0]?.url).toMatch(/\/setWebhook$/);
  expect(webhook).toMatchObject({ url: `${BASE_URL}/press/${channel}`, allowed_updates: ['callback_query'] });
  await alert(channel, incidentID);
  expect(requests.filter(({ url }) => url.endsWith('/setWebhook'))).toHaveLength(1);

  const update = {
    update_id: 1,
    callback_query: {
      id: '7',
      from: { first_name: 'Ann' },
      message: { message_id: 5, chat: { id: -100200 } },
      data: message.reply_markup.inline_keyboard[0][0].callback_data,
    },
  };
  const press = (secret: string) =>
    app.request(`/press/${channel}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': secret },
      body: JSON.stringify(update),
    });
  expect((await press('guessed')).status).toBe(401);
  expect(await read(incidentID)).toMatchObject({ acknowledgedAt: null });
  expect((await press(webhook.secret_token)).status).toBe(200);
  expect(await read(incidentID)).toMatchObject({ acknowledgedBy: 'Ann in the channel “ops”' });
  await expect.poll(() => requests.at(-1)?.url).toMatch(/\/sendMessage$/);
  expect(requests.at(-1)?.body).toContain('Ann acknowledged “job”.');
  const sent = requests.length;
  expect((await press(webhook.secret_token)).status).toBe(200);
  expect(requests).toHaveLength(sent);
});

test('presses in Mattermost, Discord and Pushover act through the same checks', async () => {
  const { api, app, makeChannel, goDown, alert, read } = await openPresses();
  const keys = generateKeyPairSync('ed25519');
  const x = String(keys.publicKey.export({ format: 'jwk' }).x);
  const { incidentID } = await goDown();
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    app.request(new URL(path, BASE_URL).pathname, { method: 'POST', headers, body });

  const mattermostID = await makeChannel('mattermost', {
    url: 'https://chat.example.com/hooks/x',
    buttons: true,
  });
  const [first] = JSON.parse(await alert(mattermostID, incidentID)).attachments[0].actions.slice(1);
  const { url, context } = first.integration;
  const inMattermost = (token: string) =>
    post(url, JSON.stringify({ user_name: 'ann', trigger_id: `t ${token}`, context: { ...context, token } }));
  // The signature of the context covers the token and the message.
  expect((await inMattermost(context.token.replace(/^1/, '0'))).status).toBe(401);
  expect(await (await inMattermost(context.token)).json()).toEqual({
    ephemeral_text: 'ann snoozed “job” until 21 Nov 09:15 UTC.',
  });
  expect(await read(incidentID)).toMatchObject({
    acknowledgedAt: null,
    snoozedBy: 'ann in the channel “ops”',
  });

  const discordID = await makeChannel('discord', {
    url: 'https://discord.com/api/webhooks/1/x',
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
  });
  const row = JSON.parse(await alert(discordID, incidentID)).components[0];
  const inDiscord = (payload: object, at = NOW) => {
    const body = JSON.stringify(payload);
    const timestamp = String(Math.floor(at / 1000));
    return post(`/press/${discordID}`, body, {
      'X-Signature-Timestamp': timestamp,
      'X-Signature-Ed25519': sign(null, Buffer.from(timestamp + body), keys.privateKey).toString('hex'),
    });
  };
  expect(await (await inDiscord({ type: 1 })).json()).toEqual({ type: 1 });
  expect((await inDiscord({ type: 1 }, NOW - 6 * MINUTE)).status).toBe(401);
  const hour = row.components[1].custom_id;
  const person = { user: { username: 'bob' } };
  const updated = await inDiscord({ type: 3, id: '1', data: { custom_id: hour }, member: person });
  expect(await updated.json()).toMatchObject({
    type: 7,
    data: { content: expect.stringContaining('bob snoozed') },
  });
  expect(await read(incidentID)).toMatchObject({ snoozedBy: 'bob in the channel “ops”' });

  const pushoverID = await makeChannel('pushover', {
    token: 'a'.repeat(30),
    user: 'u'.repeat(30),
    emergency: true,
  });
  const { callback } = JSON.parse(await alert(pushoverID, incidentID, 'critical'));
  const report = new URLSearchParams({
    receipt: 'r'.repeat(30),
    acknowledged: '1',
    acknowledged_at: String(Math.floor(api.clock.time / 1000)),
    acknowledged_by_device: 'phone',
  }).toString();
  expect((await post(`${callback.slice(0, -11)}xxxxxxxxxxx`, report)).status).toBe(404);
  expect((await post(callback, report)).status).toBe(200);
  expect(await read(incidentID)).toMatchObject({ acknowledgedBy: 'Someone on phone in the channel “ops”' });
});

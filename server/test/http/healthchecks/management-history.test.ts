import { expect, test } from 'vitest';
import { z } from 'zod';
import { channelUUID } from '../../../src/compat/healthchecks/check-uuid.ts';
import { BASE_URL, MINUTE, NOW } from '../api.ts';
import { errorIn, type Management, openManagement } from './management.ts';

const RID = '0b7c5b4c-51a4-4c5e-b1a7-9f1c7bdf2d43';

async function openWithCheck() {
  const management = await openManagement();
  const { uuid } = await management.create({ name: 'job' });
  const [listed] = await management.api.store.listMonitors(management.api.owner.teamID, {});
  return { ...management, uuid, shortID: listed?.read().shortID ?? '' };
}

test('pings are listed as Healthchecks lists them, newest first, and their bodies can be read', async () => {
  const { api, send, uuid, shortID } = await openWithCheck();
  await api.ping(shortID, 'start', { rid: RID });
  api.clock.time += 1234;
  const body = new Uint8Array([72, 105, 1, 0x99]);
  await api.ping(shortID, 'end', { rid: RID, request: { method: 'POST', body } });
  await api.ping(shortID, 'fail', { rid: 'no-uuid', request: { exitStatus: 3 } });
  await api.ping(shortID, 'log');
  await api.ping(shortID, 'ping');
  const { json } = await send('GET', `/api/v2/checks/${uuid}/pings/`);
  const pings = z.object({ pings: z.array(z.looseObject({ type: z.string() })) }).parse(json).pings;
  expect(pings.map(({ type }) => type)).toEqual(['success', 'log', 'fail', 'success', 'start']);
  expect(pings[3]).toEqual({
    type: 'success',
    date: '2026-11-21T08:15:31.357000+00:00',
    n: 2,
    scheme: 'https',
    remote_addr: '192.0.2.17',
    method: 'POST',
    ua: 'curl/8.14.1',
    rid: RID,
    duration: 1.23,
    body_url: `${BASE_URL}/api/v2/checks/${uuid}/pings/2/body`,
  });
  expect(pings[2]).toMatchObject({ rid: null, body_url: null });
  const response = await send('GET', `/api/v2/checks/${uuid}/pings/2/body`);
  expect(response.headers.get('Content-Type')).toBe('text/plain');
  expect(response.text).toBe(new TextDecoder().decode(body));
  for (const number of ['1', '9', 'x'])
    expect(await send('GET', `/api/v2/checks/${uuid}/pings/${number}/body`)).toMatchObject({ status: 404 });
});

test('flips are the changes of the status, without those below the threshold of failures', async () => {
  const { api, send, uuid, shortID } = await openWithCheck();
  await api.send('PATCH', `/v1/monitors/${shortID}/`, { json: { alertAfterFailures: 2 } });
  for (const type of ['ping', 'fail', 'ping', 'fail', 'fail', 'ping'] as const) {
    await api.ping(shortID, type);
    api.clock.time += MINUTE;
  }
  const flips = async (query: string) => (await send('GET', `/api/v1/checks/${uuid}/flips/${query}`)).json;
  const up = { timestamp: '2026-11-21T08:15:30+00:00', up: 1 };
  const down = { timestamp: '2026-11-21T08:19:30+00:00', up: 0 };
  const upAgain = { timestamp: '2026-11-21T08:20:30+00:00', up: 1 };
  expect(await flips('')).toEqual({ flips: [upAgain, down, up] });
  const start = Math.floor(NOW / 1000) + 60;
  expect(await flips(`?start=${start}`)).toEqual({ flips: [upAgain, down] });
  expect(await flips(`?end=${start}`)).toEqual({ flips: [up] });
  expect(await flips('?seconds=60')).toEqual({ flips: [upAgain] });
  for (const query of [
    '?start=abc',
    '?start=',
    '?start=-123',
    '?end=12345678901234567890',
    '?seconds=-1',
    '?seconds=31536001',
  ]) {
    const response = await send('GET', `/api/v1/checks/${uuid}/flips/${query}`);
    expect([query, response.status, errorIn(response)]).toEqual([
      query,
      400,
      expect.stringContaining('start and end'),
    ]);
  }
});

async function addChannel(
  { api }: Pick<Management, 'api'>,
  name: string,
  isDefault: boolean,
): Promise<string> {
  const settings = { url: 'https://hooks.example.com/x' };
  const response = await api.send('POST', '/v1/channels/', {
    json: { type: 'webhook', name, settings, isDefault },
  });
  expect(response.status).toBe(201);
  return Object(response.data.channel).shortID;
}

test('channels of a check: none, all, some by UUID or name, and inherited ones', async () => {
  const { create, send, api } = await openManagement();
  const chat = await addChannel({ api }, 'Chat', true);
  const hook = await addChannel({ api }, 'Hook', false);
  const uuids = [chat, hook].map(channelUUID);
  expect((await send('GET', '/api/v1/channels/')).json).toEqual({
    channels: [
      { id: uuids[0], name: 'Chat', kind: 'webhook' },
      { id: uuids[1], name: 'Hook', kind: 'webhook' },
    ],
  });
  const { uuid, channels } = await create({ name: 'A' });
  expect(channels).toBe('');
  const set = (text: string) => send('POST', `/api/v3/checks/${uuid}`, { json: { channels: text } });
  for (const [text, expected] of [
    ['*', uuids.toSorted().join(',')],
    [`${uuids[1]},${uuids[1]}`, uuids[1]],
    ['Chat', uuids[0]],
    [`Hook,${chat}`, uuids.toSorted().join(',')],
    ['', ''],
  ] as const)
    expect((await set(text)).json).toMatchObject({ channels: expected });
  await addChannel({ api }, 'Hook', false);
  for (const [text, error] of [
    ['abc', 'invalid channel identifier: abc'],
    ['Hook', 'non-unique channel identifier: Hook'],
    [',', 'empty channel identifier'],
  ] as const) {
    const response = await set(text);
    expect([response.status, errorIn(response)]).toEqual([400, error]);
  }
  await api.create({ name: 'inherits' });
  const channelsOfChecks = async () => {
    const { checks } = Object((await send('GET', '/api/v3/checks/')).json);
    return checks.map((check: unknown) => Object(check).channels);
  };
  expect(await channelsOfChecks()).toEqual(['', uuids[0]]);
  await api.send('PATCH', `/v1/channels/${hook}/`, { json: { isDefault: true } });
  expect(await channelsOfChecks()).toEqual(['', uuids.toSorted().join(',')]);
});

test("another team's channel is refused like a missing one", async () => {
  const { create, send, api } = await openManagement();
  const { uuid } = await create();
  const stranger = await api.addTeam('Strangers');
  const response = await api.send('POST', '/v1/channels/', {
    as: stranger,
    json: { type: 'webhook', name: 'Theirs', settings: { url: 'https://hooks.example.com/x' } },
  });
  const { shortID } = Object(response.data.channel);
  for (const channels of [shortID, channelUUID(shortID), 'Theirs']) {
    const refused = await send('POST', `/api/v3/checks/${uuid}`, { json: { channels } });
    expect([refused.status, errorIn(refused)]).toEqual([400, `invalid channel identifier: ${channels}`]);
  }
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { channel } from '../../../src/channels/endpoints/schema.ts';
import { type API, type APIResponse, MINUTE, openAPI, wrongFields } from '../api.ts';

const CHANNELS = '/v1/channels/';
const WEBHOOK = {
  type: 'webhook',
  name: 'Hook',
  settings: { url: 'https://example.com/a', secret: 'abcdefghijkl' },
};

function channelIn({ data }: APIResponse) {
  return channel.parse(data.channel);
}

async function make({ send }: API, json: object = {}) {
  const created = await send('POST', CHANNELS, { json: { ...WEBHOOK, ...json } });
  expect(created.status).toBe(201);
  return channelIn(created);
}

const pathOf = ({ shortID }: { readonly shortID: string }) => `${CHANNELS}${shortID}/`;

test('the types of channels are listed with the schemas of their settings', async () => {
  const { send } = await openAPI();
  const { data } = await send('GET', '/v1/channel-types/');
  expect(data.channelTypes).toMatchObject([
    { type: 'email', isOftenSelfHosted: false, schema: { properties: { to: { type: 'string' } } } },
    { type: 'group', category: 'other' },
    {
      type: 'webhook',
      title: 'To webhook',
      isOftenSelfHosted: true,
      tracksIncidents: false,
      schema: { required: ['url'] },
    },
  ]);
});

describe('channels', () => {
  test('are created with defaults, and their secrets are masked', async () => {
    const api = await openAPI();
    expect(await make(api)).toEqual({
      shortID: expect.stringMatching(/^[2-9a-z]{10}$/),
      type: 'webhook',
      name: 'Hook',
      settings: { url: 'https://example.com/a', secret: '••••ijkl' },
      isDefault: true,
      subscriptions: ['down', 'recovered', 'reminder', 'blind_window'],
      tags: [],
      minSeverity: 'low',
      channels: [],
      disabled: null,
      createdAt: '2026-11-21T08:15:30.123Z',
      disabledAt: null,
      lastSentAt: null,
      pressURL: null,
      lastError: null,
      revision: 1,
    });
  });

  test('are read, listed, changed and deleted', async () => {
    const api = await openAPI();
    const { send } = api;
    const fields = {
      name: 'Other',
      isDefault: false,
      subscriptions: ['report_weekly', 'down', 'down'],
      tags: ['a', 'a', 'b'],
      minSeverity: 'high',
    };
    const [first, second] = [await make(api), await make(api, fields)];
    expect(second).toMatchObject({ ...fields, subscriptions: ['down', 'report_weekly'], tags: ['a', 'b'] });
    expect(channelIn(await send('GET', pathOf(second)))).toEqual(second);
    expect((await send('GET', CHANNELS)).data).toEqual({ channels: [first, second], nextCursor: null });
    const page = await send('GET', `${CHANNELS}?limit=1`);
    expect(page.data.channels).toEqual([first]);
    const next = z.string().parse(page.data.nextCursor);
    expect((await send('GET', `${CHANNELS}?cursor=${next}`)).data).toEqual({
      channels: [second],
      nextCursor: null,
    });

    const changed = await send('PATCH', pathOf(first), { json: fields });
    expect(channelIn(changed)).toEqual({
      ...first,
      ...fields,
      subscriptions: ['down', 'report_weekly'],
      tags: ['a', 'b'],
      revision: 2,
    });
    expect(channelIn(await send('PATCH', pathOf(first), { json: {} }))).toEqual(channelIn(changed));
    expect(channelIn(await send('DELETE', pathOf(first)))).toEqual(channelIn(changed));
    for (const method of ['GET', 'DELETE']) expect((await send(method, pathOf(first))).status).toBe(404);
    expect((await send('GET', CHANNELS)).data.channels).toEqual([second]);
  });

  test('wrong settings are refused, and each wrong field is named', async () => {
    const { send } = await openAPI();
    const wrong = async (json: object) => wrongFields(await send('POST', CHANNELS, { json }));
    expect(await wrong({ ...WEBHOOK, type: 'pigeon' })).toEqual(['type']);
    expect(await wrong({ ...WEBHOOK, settings: {} })).toEqual(['settings.url']);
    expect(await wrong({ ...WEBHOOK, settings: { url: 'x', loud: true } })).toEqual([
      'settings.url',
      'settings.loud',
    ]);
    expect(await wrong({ ...WEBHOOK, settings: [] })).toEqual(['settings']);
    expect(await wrong({ ...WEBHOOK, subscriptions: ['everything'], minSeverity: 1, name: '' })).toEqual([
      'name',
      'subscriptions.0',
      'minSeverity',
    ]);
    expect(await wrong({ ...WEBHOOK, colour: 'red' })).toEqual(['colour']);
    expect(await wrong({ ...WEBHOOK, channels: ['x'] })).toEqual(['channels']);
    expect(await wrong({})).toEqual(['type', 'name']);
  });

  test('a secret that a change omits stays', async () => {
    const api = await openAPI();
    const { send, store, owner } = api;
    const made = await make(api);
    const changed = await send('PATCH', pathOf(made), {
      json: { settings: { url: 'https://example.com/b' } },
    });
    expect(channelIn(changed).settings).toEqual({ url: 'https://example.com/b', secret: '••••ijkl' });
    const stored = await store.channels.find(owner.teamID, made.shortID);
    expect(stored?.settings).not.toContain('abcdefgh');
    expect(wrongFields(await send('PATCH', pathOf(made), { json: { settings: { url: '' } } }))).toEqual([
      'settings.url',
    ]);
    expect(wrongFields(await send('PATCH', pathOf(made), { json: { type: 'email' } }))).toEqual(['type']);
  });

  test('two simultaneous changes of the settings both hold', async () => {
    const api = await openAPI();
    const made = await make(api);
    await Promise.all(
      [{ url: 'https://example.com/b' }, { secret: 'a-new-secret' }].map((settings) =>
        api.send('PATCH', pathOf(made), { json: { settings } }),
      ),
    );
    const { settings } = channelIn(await api.send('GET', pathOf(made)));
    expect(settings).toEqual({ url: 'https://example.com/b', secret: '••••cret' });
  });

  test('are disabled with a reason, and enabled again', async () => {
    const api = await openAPI();
    const { send, clock } = api;
    const made = await make(api);
    const off = await send('PATCH', pathOf(made), { json: { disabled: 'Too loud.' } });
    expect(channelIn(off)).toMatchObject({ disabled: 'Too loud.', disabledAt: made.createdAt });
    clock.time += MINUTE;
    const renamed = await send('PATCH', pathOf(made), { json: { disabled: 'Far too loud.' } });
    expect(channelIn(renamed)).toMatchObject({ disabled: 'Far too loud.', disabledAt: made.createdAt });
    expect(api.notifyWakes()).toBe(0);
    expect(channelIn(await send('PATCH', pathOf(made), { json: { disabled: null } }))).toEqual({
      ...made,
      revision: 4,
    });
    expect(api.notifyWakes()).toBe(1);
    expect(wrongFields(await send('PATCH', pathOf(made), { json: { disabled: '' } }))).toEqual(['disabled']);
  });

  test('a team has at most 100', async () => {
    const api = await openAPI();
    for (let count = 0; count < 100; count += 1) await make(api);
    expect(await api.send('POST', CHANNELS, { json: WEBHOOK })).toMatchObject({
      status: 409,
      error: { code: 'conflict', message: expect.stringContaining('100 channels') },
    });
    const [first] = z.array(channel).parse((await api.send('GET', `${CHANNELS}?limit=1`)).data.channels);
    await api.send('DELETE', pathOf(first ?? { shortID: '' }));
    await make(api);
  });

  test('a viewer sees channels without their settings', async () => {
    const api = await openAPI();
    const made = await make(api);
    const viewer = await api.addMember(api.owner.teamID, 'viewer');
    const reader = await api.addMember(api.owner.teamID, 'member', 'read');
    expect(channelIn(await api.send('GET', pathOf(made), { as: viewer }))).toEqual({ ...made, settings: {} });
    expect((await api.send('GET', CHANNELS, { as: viewer })).data.channels).toEqual([
      { ...made, settings: {} },
    ]);
    expect(channelIn(await api.send('GET', pathOf(made), { as: reader }))).toEqual(made);
  });
});

describe('a group', () => {
  const group = (...channels: readonly string[]) => ({ type: 'group', name: 'All', settings: {}, channels });

  test('contains channels of the team', async () => {
    const api = await openAPI();
    const [a, b] = [await make(api), await make(api)];
    const made = await make(api, group(a.shortID, b.shortID, a.shortID));
    expect(made).toMatchObject({ type: 'group', settings: {}, channels: [a.shortID, b.shortID] });
    const changed = await api.send('PATCH', pathOf(made), { json: { channels: [b.shortID] } });
    expect(channelIn(changed).channels).toEqual([b.shortID]);
    await api.send('DELETE', pathOf(b));
    expect(channelIn(await api.send('GET', pathOf(made))).channels).toEqual([]);
  });

  test('refuses groups, channels of other teams, itself, and more than 20 channels', async () => {
    const api = await openAPI();
    const { shortID } = await make(api);
    const made = await make(api, group(shortID));
    const stranger = await api.addTeam('Other');
    const theirs = channelIn(await api.send('POST', CHANNELS, { json: WEBHOOK, as: stranger }));
    const wrong = async (channels: readonly string[]) => [
      wrongFields(await api.send('POST', CHANNELS, { json: group(...channels) })),
      wrongFields(await api.send('PATCH', pathOf(made), { json: { channels } })),
    ];
    const twice = (...fields: readonly string[]) => [fields, fields];
    expect(await wrong([])).toEqual(twice('channels'));
    expect(await wrong([shortID, 'nosuchthng'])).toEqual(twice('channels.1'));
    expect(await wrong([theirs.shortID, made.shortID])).toEqual(twice('channels.0', 'channels.1'));
    expect(await wrong(Array.from({ length: 21 }, () => shortID))).toEqual(twice('channels'));
    const json = { ...group(shortID), settings: { url: 'x' } };
    expect(wrongFields(await api.send('POST', CHANNELS, { json }))).toEqual(['settings.url']);
  });
});

describe('a test', () => {
  test('is sent immediately, and the response has the result', async () => {
    const api = await openAPI();
    const made = await make(api, { disabled: undefined });
    await api.send('PATCH', pathOf(made), { json: { disabled: 'Too loud.' } });
    const { status, data } = await api.send('POST', `${pathOf(made)}test/`);
    expect({ status, data }).toEqual({
      status: 200,
      data: { attempt: { outcome: 'sent', status: 204, answer: '204 No Content', latency: 0 } },
    });
    expect(api.channels.sent).toMatchObject([
      {
        channel: made.shortID,
        alert: { kind: 'test', team: 'Acme', items: [], text: [expect.stringContaining('Acme')] },
      },
    ]);
    api.channels.respondWith({ outcome: 'gone', status: 410, answer: '410 Gone' });
    expect((await api.send('POST', `${pathOf(made)}test/`)).data).toMatchObject({
      attempt: { outcome: 'gone', status: 410, answer: '410 Gone' },
    });
  });

  test('is the last attempt of its channel, which stays enabled', async () => {
    const api = await openAPI();
    const made = await make(api);
    const read = async () => channelIn(await api.send('GET', pathOf(made)));
    expect(await read()).toMatchObject({ lastSentAt: null, lastError: null });
    await api.send('POST', `${pathOf(made)}test/`);
    const { lastSentAt } = await read();
    expect(lastSentAt).not.toBeNull();
    api.channels.respondWith({ outcome: 'gone', status: 410, answer: '410 Gone' });
    await api.send('POST', `${pathOf(made)}test/`);
    expect(await read()).toMatchObject({ lastSentAt, lastError: { answer: '410 Gone' }, disabled: null });
    api.channels.respondWith({ outcome: 'sent', status: 204, answer: '204 No Content' });
    await api.send('POST', `${pathOf(made)}test/`);
    expect(await read()).toMatchObject({ lastError: null, revision: made.revision });
  });

  test('a team can send at most ten tests a minute', async () => {
    const api = await openAPI();
    const made = await make(api);
    const again = () => api.send('POST', `${pathOf(made)}test/`);
    for (let count = 0; count < 10; count += 1) expect((await again()).status).toBe(200);
    const refused = await again();
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    expect(refused.headers.get('Retry-After')).toBe('6');
    expect(api.channels.sent).toHaveLength(10);
    const stranger = await api.addTeam('Other');
    const theirs = channelIn(await api.send('POST', CHANNELS, { json: WEBHOOK, as: stranger }));
    expect((await api.send('POST', `${pathOf(theirs)}test/`, { as: stranger })).status).toBe(200);
    api.clock.time += 6000;
    expect((await again()).status).toBe(200);
  });

  test('a test of a group is refused', async () => {
    const api = await openAPI();
    const { shortID } = await make(api);
    const made = await make(api, { type: 'group', settings: {}, channels: [shortID] });
    expect(await api.send('POST', `${pathOf(made)}test/`)).toMatchObject({ status: 409 });
    expect(api.channels.sent).toEqual([]);
  });
});

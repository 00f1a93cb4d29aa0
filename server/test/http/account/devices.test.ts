import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createIncidentLinks, memberReader } from '../../../src/channels/incident-link.ts';
import { createActionPage } from '../../../src/incidents/action-page/action-page.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../../src/platform/security/secret-box.ts';
import { deriveVAPIDKey } from '../../../src/platform/security/vapid-key.ts';
import type { Caller } from '../../callers.ts';
import { DOWN, ITEM } from '../../notify/sample-alerts.ts';
import { newReceiver } from '../../push-receiver.ts';
import { type API, BASE_URL, NOW, openAPI, wrongFields } from '../api.ts';
import { createTestAccounts } from '../test-accounts.ts';
import { createFullCatalog, TEST_KEY } from '../test-catalog.ts';
import { RFC_SUBSCRIPTION } from '../test-push.ts';

const DEVICES = '/v1/account/devices/';
const answered = z.looseObject({ deviceID: z.string() });

async function signIn(api: API, as: Caller = api.owner) {
  const headers = await api.sessionOf(as);
  const send = (method: string, path: string, json?: object) =>
    api.send(method, path, { as: null, headers, ...(json === undefined ? {} : { json }) });
  return {
    send,
    async add(
      name: string,
      subscription: object = newReceiver(`https://push.example.com/${name}`).subscription,
    ) {
      const response = await send('POST', DEVICES, { name, subscription });
      expect(response.status, response.text).toBe(201);
      return answered.parse(response.data.device);
    },
    list: async () => (await send('GET', DEVICES)).data,
  };
}

describe('devices of an account', () => {
  test('the signed-in person adds, lists, tests and removes devices, and no response shows their address', async () => {
    const api = await openAPI();
    const { send, add, list } = await signIn(api);
    const { deviceID } = await add('Phone');
    const shown = {
      deviceID,
      name: 'Phone',
      isCurrent: true,
      createdAt: new Date(NOW).toISOString(),
      usedAt: null,
    };
    expect(await list()).toEqual({ devices: [shown], serverKey: deriveVAPIDKey(TEST_KEY).publicKey });
    const tested = await send('POST', `${DEVICES}${deviceID}/test/`);
    expect(tested.data.attempt).toMatchObject({ outcome: 'sent', status: 201 });
    const another = await signIn(api);
    expect((await another.list()).devices).toMatchObject([{ deviceID, isCurrent: false }]);
    expect((await another.send('DELETE', `${DEVICES}${deviceID}/`)).status).toBe(200);
    expect((await list()).devices).toEqual([]);
    expect((await send('DELETE', `${DEVICES}${deviceID}/`)).status).toBe(404);
    const { data } = await api.send('GET', '/v1/audit/');
    const entries = z.array(z.looseObject({ action: z.string(), target: z.unknown() })).parse(data.entries);
    const target = { kind: 'device', id: deviceID, name: 'Phone' };
    expect(entries.map(({ action, target }) => ({ action, target }))).toEqual([
      { action: 'device.remove', target },
      { action: 'device.test', target },
      { action: 'device.add', target },
    ]);
  });

  test('at most ten devices belong to an account, and to no other', async () => {
    const api = await openAPI();
    const { deviceID } = await (await signIn(api)).add('Phone');
    const bob = await signIn(api, await api.addMember(api.owner.teamID, 'viewer'));
    expect((await bob.list()).devices).toEqual([]);
    expect((await bob.send('DELETE', `${DEVICES}${deviceID}/`)).status).toBe(404);
    expect((await bob.send('POST', `${DEVICES}${deviceID}/test/`)).status).toBe(404);
    expect((await api.send('GET', DEVICES)).status).toBe(403);
    for (let index = 0; index < 10; index += 1) await bob.add(`phone-${index}`);
    const eleventh = { name: 'Phone', subscription: RFC_SUBSCRIPTION };
    expect(await bob.send('POST', DEVICES, eleventh)).toMatchObject({ status: 409 });
  });

  test('devices end with the session that added them', async () => {
    const api = await openAPI();
    const phone = await signIn(api);
    await phone.add('Phone');
    const other = await signIn(api);
    await other.add('Laptop');
    expect((await other.send('DELETE', '/v1/account/sessions/')).status).toBe(200);
    expect((await other.list()).devices).toMatchObject([{ name: 'Laptop' }]);
  });

  test.each<[string, object, readonly string[]]>([
    ['http', { ...RFC_SUBSCRIPTION, endpoint: 'http://push.example.com/' }, ['subscription.endpoint']],
    ['a file', { ...RFC_SUBSCRIPTION, endpoint: 'file:///etc/passwd' }, ['subscription.endpoint']],
    [
      'a password',
      { ...RFC_SUBSCRIPTION, endpoint: 'https://a:b@push.example.com/' },
      ['subscription.endpoint'],
    ],
    [
      'a long address',
      { ...RFC_SUBSCRIPTION, endpoint: `https://e.com/${'x'.repeat(1000)}` },
      ['subscription.endpoint'],
    ],
    [
      'a key beside the curve',
      {
        ...RFC_SUBSCRIPTION,
        keys: { ...RFC_SUBSCRIPTION.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      },
      ['subscription.keys.p256dh'],
    ],
    [
      'a short secret',
      { ...RFC_SUBSCRIPTION, keys: { ...RFC_SUBSCRIPTION.keys, auth: 'AAAA' } },
      ['subscription.keys.auth'],
    ],
  ])('refuses %s', async (_, subscription, wrong) => {
    const { send } = await signIn(await openAPI());
    expect(wrongFields(await send('POST', DEVICES, { name: 'Phone', subscription }))).toEqual(wrong);
  });
});

describe('a channel to the devices of a member', () => {
  const channelTo = (to: string) => ({ type: 'webpush', name: 'My phone', settings: { to } });
  const channel = z.looseObject({ shortID: z.string() });

  test('members choose only their own devices, admins choose other members, and people outside the team are refused', async () => {
    const api = await openAPI({ catalog: createFullCatalog(BASE_URL) });
    const bob = await api.addMember(api.owner.teamID, 'member');
    const stranger = await api.addTeam('Other');
    const create = (to: string, as: Caller) => api.send('POST', '/v1/channels/', { json: channelTo(to), as });
    expect(wrongFields(await create(stranger.memberID, api.owner))).toEqual(['settings.to']);
    expect((await create(api.owner.memberID, bob)).status).toBe(403);
    expect((await create(bob.memberID, bob)).status).toBe(201);
    const { shortID } = channel.parse((await create(bob.memberID, api.owner)).data.channel);
    const path = `/v1/channels/${shortID}/`;
    const edit = (to: string, as: Caller) =>
      api.send('PATCH', path, { json: { name: 'Phone', settings: { to } }, as });
    expect((await edit(api.owner.memberID, bob)).status).toBe(403);
    expect(wrongFields(await edit(stranger.memberID, api.owner))).toEqual(['settings.to']);
    expect((await edit(api.owner.memberID, api.owner)).status).toBe(200);
    // This edit keeps the recipient, and every member can change the other settings.
    expect((await edit(api.owner.memberID, bob)).status).toBe(200);
  });
});

describe('the link of a notification to a member on call', () => {
  async function openLink() {
    const api = await openAPI();
    const bob = await api.addMember(api.owner.teamID, 'member');
    const { shortID } = await api.create();
    await api.ping(shortID, 'fail');
    const [opened] = await api.store.listIncidents(api.owner.teamID, { limit: 1 });
    const id = opened?.incidentID ?? '';
    const { sign } = createSecretBox(TEST_KEY, systemRandom);
    const incident = { id, reason: 'failed', openedAt: NOW, closedAt: null, runID: null } as const;
    const alert = { ...DOWN, at: NOW, items: [{ ...ITEM, incident }] };
    const path =
      createIncidentLinks({ sign, baseURL: '' }).urlOf(
        alert,
        memberReader({ memberID: bob.memberID, by: 'devices' }),
      ) ?? '';
    const app = createActionPage({
      store: api.store,
      accounts: createTestAccounts(api.store),
      catalog: api.channels.catalog,
      clock: { now: () => NOW },
      baseURL: BASE_URL,
      wakeWatchdog() {},
      log: { error() {} },
      remoteAddress: () => '192.0.2.9',
    });
    const acknowledge = () =>
      app.request(path, { method: 'POST', body: new URLSearchParams({ action: 'acknowledge' }) });
    const read = async () => (await api.send('GET', `/v1/incidents/${id}/`)).data.incident;
    return { api, bob, acknowledge, read };
  }

  test('a link acknowledges in the name of the member', async () => {
    const { api, bob, acknowledge, read } = await openLink();
    await (await signIn(api, bob)).add('Phone');
    const [member] = await api.store.listMembers(bob);
    expect((await acknowledge()).status).toBe(200);
    expect(await read()).toMatchObject({ acknowledgedBy: member?.name === '' ? member.email : member?.name });
  });

  test('a link without a device, or of a former member, does nothing', async () => {
    const { api, bob, acknowledge, read } = await openLink();
    expect((await acknowledge()).status).toBe(404);
    await (await signIn(api, bob)).add('Phone');
    expect((await api.send('DELETE', `/v1/members/${bob.memberID}/`)).status).toBe(200);
    expect((await acknowledge()).status).toBe(404);
    expect(await read()).toMatchObject({ acknowledgedAt: null });
  });
});

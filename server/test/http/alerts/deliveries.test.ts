import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { writeTime } from '../../../src/api/times.ts';
import type { AttemptOutcome } from '../../../src/channels/contract.ts';
import { type API, HOUR, type Monitor, NOW, openAPI, wrongFields } from '../api.ts';
import { planDelivery } from './alert-report.ts';

const DELIVERIES = '/v1/deliveries/';
const pathOf = (key: string) => `${DELIVERIES}${key}/`;

async function openWithChannel() {
  const api = await openAPI();
  const json = { type: 'webhook', name: 'Hook', settings: { url: 'https://example.com/a' } };
  const { data } = await api.send('POST', '/v1/channels/', { json });
  const { shortID } = z.object({ shortID: z.string() }).parse(data.channel);
  return { api, channelShortID: shortID, channelPath: `/v1/channels/${shortID}/` };
}

/** Creates a monitor that went down, and an alarm that waits for the channel. */
async function makeDelivery(api: API, key: string, channelShortID: string): Promise<Monitor> {
  const monitor = await api.create();
  await api.ping(monitor.shortID, 'fail');
  await planDelivery(api, { key, channelShortID });
  return monitor;
}

/** Makes one attempt for each waiting delivery. */
async function attempt({ store, clock }: API, outcome: AttemptOutcome, nextAt: number | null): Promise<void> {
  const now = clock.time;
  const claimed = await store.claimDeliveries({
    now,
    takesOver: true,
    leaseUntil: now + HOUR,
    limit: 100,
    perChannel: 100,
    capacity: new Map(),
  });
  expect(claimed.length).toBeGreaterThan(0);
  await store.recordAttempts(
    claimed.map(({ id, channel, leaseUntil }) => ({
      deliveryID: id,
      leaseUntil,
      channelID: channel.id,
      at: now,
      latencyMs: 250,
      outcome,
      status: outcome === 'sent' ? 204 : 503,
      answer: 'said so',
      nextAt,
    })),
  );
}

const keysIn = (data: Readonly<Record<string, unknown>>) =>
  z
    .array(z.looseObject({ key: z.string() }))
    .parse(data.deliveries)
    .map(({ key }) => key);

describe('deliveries', () => {
  test('are listed newest first, in pages', async () => {
    const { api, channelShortID } = await openWithChannel();
    for (const key of ['k1', 'k2', 'k3']) await makeDelivery(api, key, channelShortID);
    const { data } = await api.send('GET', `${DELIVERIES}?limit=2`);
    expect(keysIn(data)).toEqual(['k3', 'k2']);
    const rest = await api.send('GET', `${DELIVERIES}?cursor=${data.nextCursor}`);
    expect(keysIn(rest.data)).toEqual(['k1']);
    expect(rest.data.nextCursor).toBeNull();
    expect((await api.send('GET', pathOf('k1'))).data).toEqual({
      delivery: {
        key: 'k1',
        state: 'waiting',
        kind: 'down',
        title: 'Down: pg-dump prod',
        text: ['Down since 03:00: the 02:00 run failed. Recovers on the next success.'],
        channel: { shortID: channelShortID, name: 'Hook', type: 'webhook' },
        createdAt: '2026-11-21T08:15:30.123Z',
        nextAttemptAt: '2026-11-21T08:15:30.123Z',
        expiresAt: '2026-11-22T08:15:30.123Z',
        doneAt: null,
        attempts: 0,
        mergedInto: null,
      },
      attempts: [],
    });
  });

  test('are filtered by state, channel, monitor and incident', async () => {
    const { api, channelShortID } = await openWithChannel();
    await makeDelivery(api, 'k1', channelShortID);
    await attempt(api, 'sent', null);
    const second = await makeDelivery(api, 'k2', channelShortID);
    const [incident] = await api.store.listIncidents(api.owner.teamID, {
      monitorShortID: second.shortID,
      limit: 1,
    });
    const keys = async (query: string) => keysIn((await api.send('GET', `${DELIVERIES}?${query}`)).data);
    expect(await keys('state=sent')).toEqual(['k1']);
    expect(await keys('state=waiting')).toEqual(['k2']);
    expect(await keys(`channel=${channelShortID}`)).toEqual(['k2', 'k1']);
    expect(await keys('channel=nosuchthng')).toEqual([]);
    expect(await keys(`monitor=${second.shortID}`)).toEqual(['k2']);
    expect(await keys(`monitor=${second.shortID}&state=sent`)).toEqual([]);
    expect(await keys(`incident=${incident?.incidentID}`)).toEqual(['k2']);
    expect(await keys('incident=nosuchthng')).toEqual([]);
    expect(wrongFields(await api.send('GET', `${DELIVERIES}?state=lost`))).toEqual(['state']);
    expect(wrongFields(await api.send('GET', `${DELIVERIES}?cursor=x`))).toEqual(['cursor']);
  });

  test('each delivery has a list of its attempts', async () => {
    const { api, channelShortID } = await openWithChannel();
    await makeDelivery(api, 'k1', channelShortID);
    await attempt(api, 'failed', NOW + 1000);
    expect((await api.send('GET', pathOf('k1'))).data).toMatchObject({
      delivery: { state: 'waiting', nextAttemptAt: '2026-11-21T08:15:31.123Z', attempts: 1 },
    });
    api.clock.time += 1000;
    await attempt(api, 'sent', null);
    const { data } = await api.send('GET', pathOf('k1'));
    const said = { answer: 'said so', latency: 0.25 };
    expect(data).toMatchObject({
      delivery: { state: 'sent', nextAttemptAt: null, doneAt: '2026-11-21T08:15:31.123Z', attempts: 2 },
      attempts: [
        {
          ...said,
          at: '2026-11-21T08:15:30.123Z',
          outcome: 'failed',
          status: 503,
          nextAt: '2026-11-21T08:15:31.123Z',
        },
        { ...said, at: '2026-11-21T08:15:31.123Z', outcome: 'sent', status: 204, nextAt: null },
      ],
    });
  });

  test('are due immediately when their channel is fixed', async () => {
    const { api, channelShortID, channelPath } = await openWithChannel();
    await makeDelivery(api, 'k1', channelShortID);
    const nextAttempt = async () => (await api.send('GET', pathOf('k1'))).data.delivery;
    for (const json of [{ disabled: null }, { settings: { url: 'https://example.com/b' } }]) {
      await attempt(api, 'failed', NOW + HOUR);
      api.clock.time += HOUR / 4;
      await api.send('PATCH', channelPath, { json: { name: 'Renamed' } });
      expect(await nextAttempt()).toMatchObject({ nextAttemptAt: '2026-11-21T09:15:30.123Z' });
      await api.send('PATCH', channelPath, { json });
      expect(await nextAttempt()).toMatchObject({ nextAttemptAt: writeTime(api.clock.time) });
    }
    expect(api.notifyWakes()).toBe(2);
  });

  test('are deleted with their channel', async () => {
    const { api, channelShortID, channelPath } = await openWithChannel();
    await makeDelivery(api, 'k1', channelShortID);
    await attempt(api, 'failed', NOW + 1000);
    await api.send('DELETE', channelPath);
    expect((await api.send('GET', DELIVERIES)).data.deliveries).toEqual([]);
    expect((await api.send('GET', pathOf('k1'))).status).toBe(404);
  });
});

describe('a finished delivery', () => {
  test('is sent again with the same key', async () => {
    const { api, channelShortID } = await openWithChannel();
    await makeDelivery(api, 'k1', channelShortID);
    await attempt(api, 'sent', null);
    api.clock.time += 30 * HOUR;
    const { status, data } = await api.send('POST', `${pathOf('k1')}send-again/`);
    expect(status).toBe(200);
    expect(data.delivery).toMatchObject({
      key: 'k1',
      state: 'waiting',
      nextAttemptAt: '2026-11-22T14:15:30.123Z',
      expiresAt: '2026-11-23T14:15:30.123Z',
      doneAt: null,
      attempts: 1,
    });
    expect(api.notifyWakes()).toBe(1);
    await attempt(api, 'sent', null);
    expect((await api.send('GET', pathOf('k1'))).data).toMatchObject({
      delivery: { state: 'sent', attempts: 2 },
    });
  });

  test('a delivery is not sent again while it waits or if its channel is disabled', async () => {
    const { api, channelShortID, channelPath } = await openWithChannel();
    await makeDelivery(api, 'k1', channelShortID);
    const again = () => api.send('POST', `${pathOf('k1')}send-again/`);
    expect(await again()).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('waiting') },
    });
    await attempt(api, 'sent', null);
    await api.send('PATCH', channelPath, { json: { disabled: 'Too loud.' } });
    expect(await again()).toMatchObject({
      status: 409,
      error: { message: 'The channel is disabled: Too loud. Enable it first.' },
    });
    expect(api.notifyWakes()).toBe(0);
    await api.send('PATCH', channelPath, { json: { disabled: null } });
    expect((await again()).status).toBe(200);
  });
});

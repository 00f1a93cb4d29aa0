import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { memberReader } from '../../src/channels/incident-link.ts';
import { createCatalog } from '../../src/channels/settings/catalog.ts';
import { CHANNEL_TYPES } from '../../src/channels/types/registry.ts';
import { pushMessageOf, webPush } from '../../src/channels/types/webpush.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../src/platform/security/secret-box.ts';
import { deriveVAPIDKey } from '../../src/platform/security/vapid-key.ts';
import { openEmptyStore } from '../empty-store.ts';
import { TEST_KEY } from '../http/test-catalog.ts';
import { createTestPush } from '../http/test-push.ts';
import { type PushEndpoint, startPushEndpoint } from '../push-endpoint.ts';
import { claimsOf, newReceiver, type PushReceiver } from '../push-receiver.ts';
import { makeTeam } from '../store/suite/fixtures.ts';
import { CERTIFICATE } from './certificate.ts';
import { sendContextOf } from './channel-trial.ts';
import { DOWN, HOSTILE, RECOVERED } from './sample-alerts.ts';

let service: PushEndpoint;
const trusted = getCACertificates('default');

beforeAll(async () => {
  setDefaultCACertificates([...trusted, CERTIFICATE.cert]);
  service = await startPushEndpoint();
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await service.close();
});

const request = createRequest({ clock: systemClock, isAllowedAddress: () => true, timeoutMs: 5000 });
const MEMBER = 'member-acme';

/**
 * Creates a member with a device at each path. Returns the member with a function that sends alerts like the service.
 */
async function openMember(paths: readonly string[], now = DOWN.at) {
  const store = await openEmptyStore(() => systemRandom.uuid());
  onTestFinished(() => store.close());
  await makeTeam(store, 'acme');
  const clock = { time: now };
  const push = createTestPush(store, { request, clock: { now: () => clock.time } });
  const receivers = new Map<string, PushReceiver>();
  for (const path of paths) {
    const receiver = newReceiver(`${service.origin}${path}`);
    receivers.set(path, receiver);
    const device = {
      id: `device ${path}`,
      userID: 'user-acme',
      sessionID: null,
      name: path.slice(1),
      subscription: push.seal(`device ${path}`, receiver.subscription),
      addressHash: path,
      createdAt: now,
    };
    await store.pushDevices.change({ kind: 'add', device, max: 10 });
  }
  const before = service.received.length;
  return {
    store,
    clock,
    push,
    send: (alert = DOWN) =>
      webPush().send({ to: MEMBER }, alert, { ...sendContextOf(request), push: push.send }),
    received: () => service.received.slice(before),
    read: (path: string, index: number): unknown =>
      JSON.parse(receivers.get(path)?.decrypt(service.received[before + index]?.body ?? Buffer.of()) ?? ''),
    devices: async () => (await store.pushDevices.list({ memberID: MEMBER })).map(({ name }) => name),
  };
}

describe('an alert to the devices of a member', () => {
  test('an alert arrives encrypted for each device, signed, urgent, and for the incident', async () => {
    const { send, received, read, store } = await openMember(['/a1', '/a2']);
    expect(await send()).toMatchObject({ outcome: 'sent', answer: 'Accepted for 2 of 2 devices.' });
    const paths = received().map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['/a1', '/a2']);
    for (const [index, path] of paths.entries()) {
      expect(read(path, index)).toMatchObject({
        key: DOWN.key,
        title: `🔴 ${DOWN.title}`,
        tag: DOWN.items[0]?.incident?.id,
        url: DOWN.url,
        actionURL: DOWN.actionURL,
        isAlarm: true,
      });
      const { headers } = received()[index] ?? {};
      expect(headers).toMatchObject({ urgency: 'high', ttl: '86400', 'content-encoding': 'aes128gcm' });
      expect(headers?.topic).toMatch(/^[\w-]{32}$/);
      const { key, claims } = claimsOf(headers?.authorization ?? '');
      expect(key).toBe(deriveVAPIDKey(TEST_KEY).publicKey);
      expect(claims).toMatchObject({ aud: service.origin });
    }
    expect(await store.pushDevices.list({ memberID: MEMBER })).toMatchObject([
      { usedAt: DOWN.at },
      { usedAt: DOWN.at },
    ]);
  });

  test('an alert to a member on call needs no channel, and its link acts in the name of the member', async () => {
    const { push, read } = await openMember(['/f1']);
    const catalog = createCatalog({
      types: CHANNEL_TYPES,
      box: createSecretBox(TEST_KEY, systemRandom),
      request,
      mail: null,
      push: push.send,
      clock: { now: () => DOWN.at },
      baseURL: 'https://overdue.example.com',
      log: { info() {}, error() {} },
    });
    const alert = { ...DOWN, recipient: MEMBER, recipientName: 'Ann' };
    const onCall = { shortID: '', type: 'webpush', settings: '', name: '' };
    expect(await catalog.send(onCall, alert)).toMatchObject({ outcome: 'sent' });
    const { actionURL = '' } = z.object({ actionURL: z.string() }).parse(read('/f1', 0));
    const token = actionURL.replace('https://overdue.example.com/act/', '');
    expect(catalog.incidentLinks.read(token, DOWN.at)).toMatchObject({
      reader: memberReader({ memberID: MEMBER, by: 'devices' }),
    });
  });

  test('a recovery replaces its alert, and does not wake a phone that saves power', () => {
    const [down, recovered] = [pushMessageOf(DOWN), pushMessageOf(RECOVERED)];
    expect(recovered).toMatchObject({ topic: down.topic, urgency: 'normal' });
    expect(JSON.parse(recovered.payload)).toMatchObject({ isAlarm: false });
    expect(JSON.parse(recovered.payload)).not.toHaveProperty('actionURL');
  });

  test('an alert fits into the limits of push services for any text', () => {
    const monitor = { ...HOSTILE, text: ['\u0001"😀'.repeat(3000)], log: '"\\\n'.repeat(5000) };
    for (const alert of [HOSTILE, monitor])
      expect(Buffer.byteLength(pushMessageOf(alert).payload)).toBeLessThanOrEqual(3900);
  });

  test('a device whose subscription has ended is deleted', async () => {
    service.respond('/b1', 410);
    service.respond('/b2', 404);
    const { send, devices } = await openMember(['/b1', '/b2', '/b3']);
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(await devices()).toEqual(['b3']);
  });

  test('a failed alert is retried for two minutes, only on the devices that failed', async () => {
    service.respond('/c1', 503, { 'retry-after': '7' });
    const { send, received, clock } = await openMember(['/c1', '/c2']);
    expect(await send()).toMatchObject({ outcome: 'failed', retryAfterMs: 7000, status: 503 });
    expect(await send()).toMatchObject({ outcome: 'failed' });
    expect(
      received()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/c1', '/c1', '/c2']);
    clock.time += 120_000;
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(received()).toHaveLength(4);
    service.respond('/c1', 429);
    expect(await send({ ...DOWN, key: 'next' })).toMatchObject({ outcome: 'sent' });
  });

  test('a device of another secret is kept, so that the application can subscribe again', async () => {
    const { store, devices } = await openMember(['/d1']);
    const key = 'another key of thirty-two chars.';
    const push = createTestPush(store, {
      request,
      box: { seal: () => '', open: () => expect.fail('different key') },
      vapid: deriveVAPIDKey(key),
    });
    expect(await push.send({ memberID: MEMBER }, pushMessageOf(DOWN))).toMatchObject({
      outcome: 'refused',
      answer: expect.stringContaining('SECRET_KEY has changed'),
    });
    expect(await devices()).toEqual(['d1']);
  });

  test('no private address is reached, even if a browser names one', async () => {
    const { store } = await openMember(['/e1']);
    const guarded = createRequest({ clock: systemClock, isAllowedAddress: () => false });
    const push = createTestPush(store, { request: guarded, clock: { now: () => DOWN.at } });
    const before = service.received.length;
    const outcome = await push.send({ memberID: MEMBER }, pushMessageOf(DOWN));
    expect(outcome).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('not public') });
    expect(service.received).toHaveLength(before);
  });
});

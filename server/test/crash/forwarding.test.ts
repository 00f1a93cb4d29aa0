import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Receiver, startReceiver } from '../notify/receiver.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';

const RUN = '7f0a4f6e-3f9d-4e2f-9c54-0a7f6b1c2d3e';
const PINGS = 20;

const state = z.object({
  enabled: z.boolean(),
  backlog: z.int(),
  lastSentAt: z.string().nullable(),
  error: z.string(),
  retryAt: z.string().nullable(),
  dropped: z.int(),
});

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'all' });
});
afterAll(() => server.stop());

async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

async function readState(shortID: string) {
  return state.parse((await server.api('GET', `/v1/monitors/${shortID}/forwarding/`)).forwarding);
}

test('every ping reaches the second URL, in the order and with the words of the first', async () => {
  const receiver = await openReceiver();
  const { path, shortID } = await server.createMonitor({ forwardTo: `${receiver.origin}/hc` });
  await fetch(`${server.baseURL}${path}/start?rid=${RUN}`);
  await fetch(`${server.baseURL}${path}/log?rid=${RUN}`, { method: 'POST', body: 'half done' });
  await fetch(`${server.baseURL}${path}/3?rid=${RUN}`, { method: 'PUT', body: 'no space left' });
  await receiver.arrived(3);
  expect(receiver.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', `/hc/start?rid=${RUN}`, ''],
    ['POST', `/hc/log?rid=${RUN}`, 'half done'],
    ['PUT', `/hc/3?rid=${RUN}`, 'no space left'],
  ]);
  await until(async () => expect(await readState(shortID)).toMatchObject({ enabled: true, backlog: 0 }));
});

test('a target that never answers delays no ping, and accepted pings are forwarded after a kill', async () => {
  const receiver = await openReceiver();
  receiver.react('hang');
  const { path } = await server.createMonitor({ forwardTo: `${receiver.origin}/hc` });
  const before = performance.now();
  for (let sent = 1; sent <= PINGS; sent += 1)
    expect((await fetch(`${server.baseURL}${path}/${sent}`)).status).toBe(200);
  // A forwarding attempt times out later than this limit, so no ping waited for an attempt.
  expect(performance.now() - before).toBeLessThan(8000);
  await receiver.arrived(1);
  await server.kill('SIGKILL');
  const hung = receiver.received.length;
  receiver.react({ status: 200 });
  await server.restart();
  await receiver.arrived(hung + PINGS);
  const words = receiver.received
    .slice(hung)
    .map((request) => new URL(request.path, receiver.origin).pathname);
  expect(words).toEqual(Array.from({ length: PINGS }, (_, index) => `/hc/${index + 1}`));
});

test('the state shows why a target refuses, without its secrets, and pings go out once it works', async () => {
  const receiver = await openReceiver();
  receiver.react(({ path }) => ({ status: 404, body: `no ${path}` }));
  const { path, shortID } = await server.createMonitor({ forwardTo: `${receiver.origin}/secret-path` });
  await fetch(`${server.baseURL}${path}`);
  const failing = await until(async () => {
    const current = await readState(shortID);
    expect(current.error).not.toBe('');
    return current;
  });
  expect(failing).toMatchObject({ backlog: 1, dropped: 0, lastSentAt: null });
  expect(failing.error).toMatch(/^127\.0\.0\.1:\d+ answered with the status 404\.$/);
  expect(server.output()).not.toContain('secret-path');
  receiver.react({ status: 200 });
  // An edit triggers an attempt immediately.
  await server.api('PATCH', `/v1/monitors/${shortID}/`, { forwardTo: `${receiver.origin}/right` });
  await until(async () => expect(await readState(shortID)).toMatchObject({ backlog: 0, error: '' }));
  expect(receiver.last().path).toMatch(/^\/right/);
});

test('a monitor that forwards to itself, or in a circle, records each ping once', async () => {
  const self = await server.createMonitor();
  await server.api('PATCH', `/v1/monitors/${self.shortID}/`, { forwardTo: self.pingURL });
  const first = await server.createMonitor();
  const second = await server.createMonitor({ forwardTo: first.pingURL });
  await server.api('PATCH', `/v1/monitors/${first.shortID}/`, { forwardTo: second.pingURL });
  await fetch(`${server.baseURL}${self.path}`);
  await fetch(`${server.baseURL}${first.path}`);
  await until(async () => {
    expect(await readState(self.shortID)).toMatchObject({ backlog: 0, dropped: 1 });
    for (const { shortID } of [first, second]) expect(await readState(shortID)).toMatchObject({ backlog: 0 });
    expect(await countEvents(second.shortID)).toBe(1);
  });
  expect(await countEvents(self.shortID)).toBe(1);
  expect(await countEvents(first.shortID)).toBe(1);
  expect((await readState(self.shortID)).error).toMatch(/leads back to this monitor/);
});

async function countEvents(shortID: string): Promise<number> {
  const { events } = await server.api('GET', `/v1/monitors/${shortID}/events/`);
  return z.array(z.unknown()).parse(events).length;
}

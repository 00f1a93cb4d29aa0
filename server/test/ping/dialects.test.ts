import { beforeAll, expect, test } from 'vitest';
import { send } from '../connection.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { lastBodyOf, lastEventOf } from './ping-response.ts';

const KUMA = 'gP1sYkzMnXb3vHw8QeLd5rTuC7aJf0Zo';
const UUID = '0b9a6cb6-4a1e-4f0d-8a3a-57b9e5f0a1c2';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

test.each([
  ['Uptime Kuma', KUMA, `/api/push/${KUMA}?status=down&msg=disk+full&ping=7`, 'fail', '{"ok":true}'],
  ['Better Stack', 'abcd1234abcd1234', '/api/v1/heartbeat/abcd1234abcd1234/3', 'fail', 'OK'],
  ["Dead Man's Snitch", 'c2354d53d2', '/c2354d53d2?s=1', 'fail', 'Got it, thanks!'],
  ['Cronhub', UUID, `/start/${UUID}`, 'start', 'OK'],
  ['Cronitor', 'd3x0c1', '/d3x0c1/run?series=4711', 'start', 'OK'],
])('a ping of %s is recorded, and gets the response of that service', async (_, pingID, url, type, body) => {
  const monitor = await server.createMonitor({ name: pingID, pingID });
  const response = await send(server.port, 'GET', url);
  expect(response).toMatchObject({ status: 200, text: body });
  expect(await lastEventOf(server, monitor)).toMatchObject({ number: 1, type, warnings: [] });
  expect((await send(server.port, 'HEAD', url)).status).toBe(200);
  const posted = await send(server.port, 'POST', url, { body: 'the log' });
  expect(posted.status).toBe(200);
  expect(await lastEventOf(server, monitor)).toMatchObject({ number: 3, method: 'POST' });
  expect(String(await lastBodyOf(server, monitor))).toBe('the log');
});

test('an unknown monitor gets the response of the service', async () => {
  expect(await send(server.port, 'GET', '/api/push/nothing-here?status=up')).toMatchObject({
    status: 404,
    text: '{"ok":false,"msg":"Monitor not found or not active."}',
  });
  for (const url of ['/api/v1/heartbeat/nothing-here', '/0123456789', `/start/${UUID.replace('0', '1')}`])
    expect((await send(server.port, 'GET', url)).status).toBe(404);
});

test('an unknown word after a valid ID leaves a notice', async () => {
  const monitor = await server.createMonitor({ name: 'beat', pingID: 'beat1234' });
  expect((await send(server.port, 'GET', '/api/v1/heartbeat/beat1234/oops')).status).toBe(404);
  await expect
    .poll(async () => (await server.readMonitor(monitor.shortID)).notices, { timeout: 5000 })
    .toMatchObject([{ message: 'GET /oops after the ping URL is not an endpoint. Nothing was recorded.' }]);
});

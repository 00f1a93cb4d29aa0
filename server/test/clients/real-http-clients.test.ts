import { beforeAll, expect } from 'vitest';
import { eventsOf, runsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { runClient } from './client-world.ts';
import { runLine } from './shell.ts';
import { versionOf } from './system-versions.ts';

const { httpie, requests, httpx, aiohttp } = CLIENTS;
const { withClient, withSystem } = createClientTests();

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

/** Checks the runs and events of a monitor after a start, a success and a failure. */
async function expectReported(monitor: RunningMonitor): Promise<void> {
  expect([...(await eventsOf(server, monitor))].reverse()).toMatchObject([
    { type: 'start', method: 'GET' },
    { type: 'ping', method: 'POST', bodySize: 8 },
    { type: 'fail', method: 'PUT' },
  ]);
  expect((await runsOf(server, monitor)).at(-1)).toMatchObject({ state: 'succeeded', startEvent: 1 });
  expect(await server.readMonitor(monitor.shortID)).toMatchObject({ status: 'down', notices: [] });
}

for (const client of [requests, httpx, aiohttp])
  withClient(client, 'GET, POST with text, PUT with JSON', async (tool) => {
    const monitor = await server.createMonitor();
    const { exitCode, out } = await runClient(tool, [], { PING_URL: `${server.baseURL}${monitor.path}` });
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
    await expectReported(monitor);
  });

withClient(httpie, 'GET, POST with text, PUT with JSON', async (tool) => {
  const monitor = await server.createMonitor();
  const url = `${server.baseURL}${monitor.path}`;
  for (const args of [
    ['GET', `${url}/start`],
    ['--raw', 'all well', 'POST', url],
    ['PUT', `${url}/fail`, 'error=disk is full'],
  ]) {
    const { exitCode, out } = await runClient(tool, ['--check-status', ...args], { HOME: server.folder });
    expect(exitCode, out).toBe(0);
  }
  await expectReported(monitor);
});

withSystem(
  { name: 'busybox wget', version: await versionOf('busybox', '--help') },
  'GET, HEAD, POST',
  async () => {
    const monitor = await server.createMonitor();
    const URL = `${server.baseURL}${monitor.path}`;
    const line =
      'busybox wget -q -O /dev/null $URL/start && busybox wget -q --spider $URL && busybox wget -q -O /dev/null --post-data x $URL/1';
    expect(await runLine(line, { URL })).toEqual({ exitCode: 0, out: '' });
    expect([...(await eventsOf(server, monitor))].reverse()).toMatchObject([
      { type: 'start', method: 'GET' },
      { type: 'ping' },
      { type: 'fail', method: 'POST', exitStatus: 1 },
    ]);
  },
);

import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { runClient, typesOf } from './client-world.ts';

const { withClient } = createClientTests();

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

withClient(CLIENTS.apykuma, 'pushes at an interval', async (tool) => {
  const monitor = await server.createMonitor({ pingID: 'JnQZXh3v9PsaTk27mW4cR8yB1dF6gL0e' });
  const url = `${server.baseURL}/api/push/${monitor.pingID}?status=up&msg=OK&ping=`;
  const { exitCode, out } = await runClient(tool, [], { PUSH_URL: url });
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
  expect(await typesOf(server, monitor)).toEqual(['end', 'end']);
  expect(await server.readMonitor(monitor.shortID)).toMatchObject({ status: 'up', notices: [] });
});

withClient(CLIENTS.kumaSentinel, 'a check that works, a check that fails, heartbeats', async (tool) => {
  const heartbeat = await server.createMonitor({ pingID: 'hQnZXh3v9PsaTk27mW4cR8yB1dF6gL0e' });
  const check = await server.createMonitor({ pingID: 'cQnZXh3v9PsaTk27mW4cR8yB1dF6gL0e' });
  const log = join(server.folder, 'kuma-sentinel.log');
  const run = (command: string) =>
    runClient(
      tool,
      [
        'cmdcheck',
        '--command',
        command,
        '--log-file',
        log,
        check.pingID,
        heartbeat.pingID,
        `${server.baseURL}/api/push`,
      ],
      {},
    );
  const good = await run('true');
  expect(good.out).not.toContain('push failed');
  expect(await server.readMonitor(check.shortID)).toMatchObject({ status: 'up', notices: [] });
  const bad = await run('false');
  expect(bad.out).not.toContain('push failed');
  expect(await server.readMonitor(check.shortID)).toMatchObject({ status: 'down', notices: [] });
  expect(await typesOf(server, check)).toEqual(['end', 'fail']);
  expect(await server.readMonitor(heartbeat.shortID)).toMatchObject({ status: 'up' });
});

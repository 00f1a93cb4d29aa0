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

import { beforeAll, expect } from 'vitest';
import { lastBodyOf } from '../ping/ping-answer.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { findBySlug, makeKey, runClient, typesOf } from './client-world.ts';

const { cronitor } = CLIENTS;
const { withClient } = createClientTests();

/** The development switch of Cronitor's program sends pings to this port of the machine. */
const PORT = '8000';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ PORT });
  return () => endWell(server);
});

withClient(cronitor, 'exec and ping, with its development switch', async (tool) => {
  const { secret } = await makeKey(server, 'ping');
  const monitor = await server.createMonitor({ name: 'cronitor job', slug: 'cronitor-job' });
  const run = (...args: readonly string[]) =>
    runClient(
      tool,
      ['--use-dev', '--api-key', secret, '--config', `${server.folder}/cronitor.json`, ...args],
      {
        HOME: server.folder,
      },
    );
  const good = await run('exec', 'cronitor-job', 'echo', 'all', 'well');
  expect(good.exitCode, good.out).toBe(0);
  const bad = await run('exec', 'cronitor-job', 'sh', '-c', 'echo no; exit 5');
  expect(bad.exitCode, bad.out).toBe(5);
  expect(await typesOf(server, monitor)).toEqual(['start', 'end', 'start', 'fail']);
  expect(String(await lastBodyOf(server, { ...monitor }))).toContain('no');
  const pinged = await run('ping', 'cronitor-job', '--complete', '--msg', 'by hand');
  expect(pinged.exitCode, pinged.out).toBe(0);
  expect((await findBySlug(server, 'cronitor-job')).status).toBe('up');
});

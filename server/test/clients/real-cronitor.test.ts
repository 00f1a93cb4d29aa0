import { beforeAll, expect } from 'vitest';
import { lastBodyOf } from '../ping/ping-response.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { findBySlug, makeKey, runClient, typesOf } from './client-world.ts';

const { cronitor, cronitorNode, cronitorPython } = CLIENTS;
const { withClient } = createClientTests();

/** Local port to which Cronitor's CLI sends pings if run with `--use-dev`. */
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

withClient(cronitor, 'monitor create, list, get, update, pause, unpause, export, delete', async (tool) => {
  const { secret } = await makeKey(server, 'read_write');
  // Even with `--use-dev`, the CLI sends these requests to a host of Cronitor. HTTP_PROXY directs them to our server.
  const variables = { HOME: server.folder, HTTP_PROXY: server.baseURL, CRONITOR_API_KEY: secret };
  async function run(...args: readonly string[]): Promise<string> {
    const { exitCode, out } = await runClient(tool, ['--use-dev', 'monitor', ...args], variables);
    expect(exitCode, `${args.join(' ')}: ${out}`).toBe(0);
    return out;
  }
  const job = { key: 'cli-job', type: 'job', schedule: '0 2 * * *', timezone: 'Europe/Riga' };
  await run('create', '--data', JSON.stringify(job));
  expect(await findBySlug(server, 'cli-job')).toMatchObject({
    schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga' },
  });
  expect(await run('list')).toContain('cli-job');
  expect(await run('get', 'cli-job')).toContain('0 2 * * *');
  await run('update', 'cli-job', '--data', JSON.stringify({ name: 'renamed' }));
  expect((await findBySlug(server, 'cli-job')).name).toBe('renamed');
  await run('pause', 'cli-job');
  expect((await findBySlug(server, 'cli-job')).paused).toBe(true);
  await run('unpause', 'cli-job');
  expect((await findBySlug(server, 'cli-job')).paused).toBe(false);
  expect(await run('export')).toContain('cli-job');
  await run('delete', 'cli-job');
});

withClient(
  cronitorNode,
  'put, wrap, ping without a state, Event, pause; built-in hosts replaced',
  async (tool) => {
    const { secret } = await makeKey(server, 'read_write');
    const { exitCode, out } = await runClient(tool, [], { BASE: server.baseURL, KEY: secret });
    expect(exitCode, out).toBe(0);
    const job = await findBySlug(server, 'js-nightly');
    expect(job).toMatchObject({ schedule: { cron: '0 2 * * *', graceDuration: 300 }, status: 'down' });
    expect(await typesOf(server, job)).toEqual(['start', 'end', 'start', 'fail']);
    for (const slug of ['js-heartbeat', 'js-events'])
      expect(await typesOf(server, await findBySlug(server, slug))).toEqual(['ping']);
  },
);

withClient(
  cronitorPython,
  'put, a decorated job, ping without a state; built-in hosts replaced',
  async (tool) => {
    const { secret } = await makeKey(server, 'read_write');
    const { exitCode, out } = await runClient(tool, [], { BASE: server.baseURL, KEY: secret });
    expect(exitCode, out).toBe(0);
    const job = await findBySlug(server, 'py-nightly');
    expect(job).toMatchObject({ schedule: { cron: '0 2 * * *' }, status: 'down' });
    expect(await typesOf(server, job)).toEqual(['start', 'end', 'start', 'fail']);
    expect(await typesOf(server, await findBySlug(server, 'py-heartbeat'))).toEqual(['ping']);
  },
);

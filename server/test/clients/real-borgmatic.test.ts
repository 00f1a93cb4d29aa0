import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { lastBodyOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { backUp } from './borgmatic.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { findBySlug, makeKey, typesOf } from './client-world.ts';

const { borgmatic, borgmaticWithCronhub } = CLIENTS;
const { withClient } = createClientTests();

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

let made = 0;

/** Hooks with a URL, and the types of the events that a successful and a failed backup create. */
const HOOKS = [
  [
    borgmatic,
    'hook healthchecks',
    { works: ['start', 'log', 'ping'], fails: ['start', 'log', 'fail'] },
    uuid,
    healthchecks,
  ],
  [
    borgmatic,
    'hook watchgoose',
    { works: ['start', 'log', 'ping'], fails: ['start', 'log', 'fail'] },
    uuid,
    watchgoose,
  ],
  [
    borgmatic,
    'hook cronitor',
    { works: ['start', 'end'], fails: ['start', 'fail'] },
    word('dBg7tKx2'),
    cronitor,
  ],
  [
    borgmatic,
    'hook uptime_kuma',
    { works: ['start', 'end'], fails: ['start', 'fail'] },
    word('JnQZXh3v9PsaTk27'),
    kuma,
  ],
  [
    borgmaticWithCronhub,
    'hook cronhub',
    { works: ['start', 'end'], fails: ['start', 'fail'] },
    uuid,
    cronhub,
  ],
] as const;

function uuid(number: number): string {
  return `5bf66975-d4c7-4bf5-bcc8-${String(number).padStart(12, '0')}`;
}

function word(prefix: string) {
  return (number: number): string => `${prefix}${number}`;
}

function healthchecks(pingID: string): string {
  return `healthchecks: {ping_url: "${server.baseURL}/ping/${pingID}", send_logs: true}`;
}

function watchgoose(pingID: string): string {
  return `watchgoose: {ping_url: "${server.baseURL}/ping/${pingID}", send_logs: true}`;
}

function cronitor(pingID: string): string {
  return `cronitor: {ping_url: "${server.baseURL}/${pingID}"}`;
}

function cronhub(pingID: string): string {
  return `cronhub: {ping_url: "${server.baseURL}/start/${pingID}"}`;
}

function kuma(pingID: string): string {
  return `uptime_kuma: {push_url: "${server.baseURL}/api/push/${pingID}"}`;
}

for (const [client, tried, { works, fails }, newID, write] of HOOKS)
  withClient(client, tried, async (tool) => {
    made += 1;
    const [good, bad] = await Promise.all(
      [1, 2].map(
        (number): Promise<RunningMonitor> => server.createMonitor({ pingID: newID(made + 10 * number) }),
      ),
    );
    if (good === undefined || bad === undefined) throw new Error('No monitor was created.');
    await backUp(tool, server.folder, { hook: write(good.pingID), exitCode: 0 });
    expect(await typesOf(server, good)).toEqual(works);
    expect((await server.readMonitor(good.shortID)).status).toBe('up');
    await backUp(tool, server.folder, { hook: write(bad.pingID), exitCode: 2 });
    expect(await typesOf(server, bad)).toEqual(fails);
    expect((await server.readMonitor(bad.shortID)).status).toBe('down');
  });

withClient(borgmatic, 'hook healthchecks with slug and create_slug', async (tool) => {
  const { secret } = await makeKey(server, 'ping');
  const hook = (slug: string) =>
    `healthchecks: {ping_url: "${server.baseURL}/ping/${secret}/${slug}", create_slug: true, send_logs: true}`;
  await backUp(tool, server.folder, { hook: hook('made-by-borgmatic'), exitCode: 0 });
  const good = await findBySlug(server, 'made-by-borgmatic');
  expect(good.status).toBe('up');
  await backUp(tool, server.folder, { hook: hook('made-by-borgmatic-too'), exitCode: 2 });
  const bad = await findBySlug(server, 'made-by-borgmatic-too');
  expect([bad.status, ...(await typesOf(server, bad))]).toEqual(['down', 'start', 'log', 'fail']);
});

withClient(borgmatic, 'hook sentry', async (tool) => {
  const { dsn } = await makeKey(server, 'ping');
  const monitor = await server.createMonitor({ name: 'sentry backup', slug: 'sentry-backup' });
  const hook = `sentry: {data_source_name_url: "${dsn}", monitor_slug: sentry-backup}`;
  await backUp(tool, server.folder, { hook, exitCode: 0 });
  expect(await typesOf(server, monitor)).toEqual(['start', 'end']);
  await backUp(tool, server.folder, { hook, exitCode: 2 });
  expect(await typesOf(server, monitor)).toEqual(['start', 'end', 'start', 'fail']);
});

/** Returns the guide's recipe for borgmatic with the ping URL replaced. */
function recipeFor(url: string): string {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/pinging.md'), 'utf8');
  const recipe = /^## borgmatic\n\n```yaml\n(healthchecks:\n.*?)```$/ms.exec(guide)?.[1] ?? '';
  expect(recipe).toMatch(/ping_url: \S+$/m);
  return recipe.replace(/ping_url: \S+$/m, `ping_url: "${url}"`);
}

withClient(borgmatic, 'the recipe of the guide', async (tool) => {
  for (const [exitCode, status, types, log] of [
    [0, 'up', ['start', 'log', 'ping'], 'said by borg'],
    [2, 'down', ['start', 'log', 'fail'], 'returned non-zero exit status 2'],
  ] as const) {
    const monitor = await server.createMonitor();
    await backUp(tool, server.folder, { hook: recipeFor(`${server.baseURL}${monitor.path}`), exitCode });
    expect(await typesOf(server, monitor)).toEqual(types);
    expect(await server.readMonitor(monitor.shortID)).toMatchObject({ status, notices: [] });
    expect(String(await lastBodyOf(server, monitor))).toContain(log);
  }
});

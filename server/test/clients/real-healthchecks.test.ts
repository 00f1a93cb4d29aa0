import { beforeAll, expect } from 'vitest';
import { eventsOf, lastBodyOf, runsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { findBySlug, makeKey, runClient, typesOf } from './client-world.ts';

const {
  healthchecksPython,
  healthchecksNode,
  healthchecksRust,
  healthchecksGo,
  healthchecksDecorator,
  healthchecksWrapper,
  healthchecksManager,
  runchecked,
  healthPing,
  runitor,
} = CLIENTS;

const { withClient } = createClientTests();

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

let made = 0;
/** Creates a monitor with its UUID, as if imported from Healthchecks. */
function makeCheck(): Promise<RunningMonitor> {
  made += 1;
  const pingID = `5bf66975-d4c7-4bf5-bcc8-${String(made).padStart(12, '0')}`;
  return server.createMonitor({ name: `check ${made}`, pingID });
}

function variables({ pingID }: RunningMonitor): Record<string, string> {
  return { BASE: server.baseURL, PING_ID: pingID };
}

for (const [client, types, body] of [
  [healthchecksPython, ['start', 'ping', 'fail', 'fail'], 'gave up'],
  [healthchecksNode, ['start', 'ping', 'fail'], 'broken'],
  [healthchecksRust, ['start', 'ping', 'fail'], 'broken'],
] as const)
  withClient(client, 'pings by UUID', async (tool) => {
    const check = await makeCheck();
    const { exitCode, out } = await runClient(tool, ['uuid'], variables(check));
    expect({ exitCode, out }).toMatchObject({ exitCode: 0, out: expect.not.stringMatching(/false|error/i) });
    expect(await typesOf(server, check)).toEqual(types);
    expect(String(await lastBodyOf(server, check))).toBe(body);
  });

withClient(healthchecksDecorator, 'decorated functions that work and fail', async (tool) => {
  const check = await makeCheck();
  const PING_URL = `${server.baseURL}/ping/${check.pingID}`;
  const { exitCode, out } = await runClient(tool, [], { PING_URL });
  expect(exitCode, out).toBe(0);
  expect(await typesOf(server, check)).toEqual(['start', 'ping', 'fail']);
});

withClient(runchecked, 'commands that work and fail, with their output, by slug', async (tool) => {
  const { secret } = await makeKey(server, 'ping');
  const check = await server.createMonitor({ name: 'checked', slug: 'checked-python' });
  const PING_URL = `${server.baseURL}/ping/${secret}/checked-python`;
  const { exitCode, out } = await runClient(tool, [], { PING_URL });
  expect({ exitCode, out }).toMatchObject({
    exitCode: 0,
    out: expect.not.stringContaining('Finally failed'),
  });
  // The library repeats a report whose response doesn't begin with OK.
  expect(await typesOf(server, check)).toEqual(['ping', 'fail']);
  expect(String(await lastBodyOf(server, check))).toContain('disk is full');
});

withClient(healthPing, 'GET and POST', async (tool) => {
  const check = await makeCheck();
  const { exitCode, out } = await runClient(tool, [], { PING_URL: `${server.baseURL}/ping/${check.pingID}` });
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: 'True\nTrue\n' });
  expect(await typesOf(server, check)).toEqual(['ping', 'ping']);
  expect(String(await lastBodyOf(server, check))).toBe('all well');
});

withClient(healthchecksWrapper, 'blocks that work and fail', async (tool) => {
  const check = await makeCheck();
  const { exitCode, out } = await runClient(tool, [], { PING_URL: `${server.baseURL}/ping/${check.pingID}` });
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
  expect(await runsOf(server, check)).toMatchObject([
    { state: 'failed', startEvent: 3, endEvent: 4 },
    { state: 'succeeded', startEvent: 1, endEvent: 2 },
  ]);
  expect(String(await lastBodyOf(server, check))).toContain('ValueError: disk is full');
});

withClient(
  healthchecksManager,
  'creates a check, start, success, failure; built-in host replaced',
  async (tool) => {
    const { secret } = await makeKey(server, 'read_write');
    const { exitCode, out } = await runClient(tool, [], {
      BASE: server.baseURL,
      API_KEY: secret,
      PING_URL: '',
    });
    expect(exitCode, out).toBe(0);
    const check = await findBySlug(server, 'manager-job');
    expect(check).toMatchObject({
      tags: ['db', 'prod'],
      schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga' },
      status: 'down',
    });
    expect(await runsOf(server, check)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }]);
  },
);

withClient(healthchecksPython, 'create, change, delete as the operator for Kubernetes', async (tool) => {
  const { secret } = await makeKey(server, 'read_write');
  const { exitCode, out } = await runClient(tool, ['operate'], { BASE: server.baseURL, API_KEY: secret });
  expect({ exitCode, out }).toEqual({
    exitCode: 0,
    out: 'created operator job 3600\nchanged operator job 7200\ndeleted operator job\nleft []\n',
  });
});

withClient(runitor, 'a command that works, by UUID', async (tool) => {
  const check = await makeCheck();
  const args = ['-api-url', `${server.baseURL}/ping`, '-uuid', check.pingID, '--', 'echo', 'all well'];
  expect((await runClient(tool, args, {})).exitCode).toBe(0);
  expect(await runsOf(server, check)).toMatchObject([{ state: 'succeeded', startEvent: 1, endEvent: 2 }]);
  expect(String(await lastBodyOf(server, check))).toContain('all well');
});

withClient(runitor, 'a command that fails, by UUID', async (tool) => {
  const check = await makeCheck();
  const args = [
    '-api-url',
    `${server.baseURL}/ping`,
    '-uuid',
    check.pingID,
    '--',
    'sh',
    '-c',
    'echo no; exit 7',
  ];
  expect((await runClient(tool, args, {})).exitCode).toBe(7);
  expect(await eventsOf(server, check)).toMatchObject([{ type: 'fail', exitStatus: 7 }, { type: 'start' }]);
});

/** Libraries that call the Management API, and the output that each one must print. */
const MANAGED = [
  [
    healthchecksPython,
    'Management API v1',
    { API_VERSION: '1' },
    ['created python job db prod new', 'changed python job 2 db', 'pings 1', 'paused paused'],
  ],
  [
    healthchecksPython,
    'Management API v3',
    { API_VERSION: '3' },
    ['created python job db prod new', 'changed python job 2 db', 'pings 1', 'paused paused'],
  ],
  [
    healthchecksNode,
    'Management API v1',
    {},
    [
      'created node job',
      'changed node job 2',
      'found node job 2',
      'listed node job 2',
      'pings 0',
      'paused paused',
    ],
  ],
  [
    healthchecksRust,
    'Management API v3',
    {},
    ['created true rust job', 'updated true', 'changed rust job 2', 'found rust job 2', 'paused paused'],
  ],
  [
    healthchecksGo,
    'Management API v1, as the Terraform provider uses it',
    {},
    ['created go job 0 2 * * *', 'changed go job 2', 'listed', 'paused paused', 'deleted go job 2'],
  ],
] as const;

for (const [client, tried, more, responses] of MANAGED)
  withClient(client, tried, async (tool) => {
    const { secret } = await makeKey(server, 'read_write');
    const env = { BASE: server.baseURL, API_KEY: secret, ...more };
    const { exitCode, out } = await runClient(tool, ['manage'], env);
    expect(exitCode, out).toBe(0);
    for (const response of responses) expect(out).toContain(response);
  });

withClient(healthchecksPython, 'pings by slug', async (tool) => {
  const { secret } = await makeKey(server, 'ping');
  const check = await server.createMonitor({ name: 'slugged', slug: 'slugged-python' });
  const env = { BASE: server.baseURL, PING_KEY: secret, SLUG: 'slugged-python' };
  const { exitCode, out } = await runClient(tool, ['slug'], env);
  expect(exitCode, out).toBe(0);
  expect(out.match(/\(True, 'OK'\)/g)).toHaveLength(4);
  expect(await typesOf(server, check)).toEqual(['start', 'ping', 'fail', 'fail']);
});

withClient(runitor, 'slug and create', async (tool) => {
  const { secret } = await makeKey(server, 'ping');
  const args = [
    '-api-url',
    `${server.baseURL}/ping`,
    '-ping-key',
    secret,
    '-slug',
    'made-by-runitor',
    '-create',
  ];
  expect((await runClient(tool, [...args, '--', 'true'], {})).exitCode).toBe(0);
  expect((await runClient(tool, [...args, '--', 'sh', '-c', 'exit 3'], {})).exitCode).toBe(3);
  const check = await findBySlug(server, 'made-by-runitor');
  expect(check).toMatchObject({ name: 'made-by-runitor', status: 'down' });
  expect(await typesOf(server, check)).toEqual(['start', 'ping', 'start', 'fail']);
});

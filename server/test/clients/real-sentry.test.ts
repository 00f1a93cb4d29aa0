import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { runsOf } from '../ping/ping-response.ts';
import { endWell, type RunningServer, startServer, until } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { findBySlug, makeKey, runClient, typesOf } from './client-world.ts';
import { findProgram } from './prerequisites.ts';

const {
  sentryPython,
  sentrySchedulers,
  celery,
  rq,
  sentryJava,
  sentryGo,
  sentryNode,
  sentryNodeService,
  sentryCLI,
} = CLIENTS;
const { withClient } = createClientTests();

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

async function makeDSN(): Promise<string> {
  const { dsn } = await makeKey(server, 'ping');
  if (dsn === null) throw new Error('A ping key has no DSN.');
  return dsn;
}

withClient(sentryPython, 'a decorated job creates its monitor; an error', async (tool) => {
  const { exitCode, out } = await runClient(tool, ['fail'], { DSN: await makeDSN() });
  expect(exitCode, out).toBe(0);
  const monitor = await findBySlug(server, 'python-nightly');
  expect(monitor).toMatchObject({
    schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga', graceDuration: 600 },
    maxRunDuration: 3600,
    alertAfterFailures: 2,
    recoverAfterSuccesses: 1,
  });
  expect(await typesOf(server, monitor)).toEqual(['start', 'end', 'start', 'fail']);
  expect(await runsOf(server, monitor)).toMatchObject([
    { state: 'failed', duration: 1.5 },
    { state: 'succeeded' },
  ]);
});

withClient(sentrySchedulers, 'jobs of APScheduler and Huey; a step without a range', async (tool) => {
  const { exitCode, out } = await runClient(tool, [], { DSN: await makeDSN() });
  expect(exitCode, out).toBe(0);
  const monitor = await findBySlug(server, 'apscheduler-job');
  expect(monitor).toMatchObject({ schedule: { cron: '0-59/15 * * * *', graceDuration: 60 }, status: 'up' });
  expect(await typesOf(server, monitor)).toEqual(['start', 'end']);
  expect(await typesOf(server, await findBySlug(server, 'huey-job'))).toEqual(['start', 'fail']);
});

/** Starts a Redis for one test, in memory, without a port. Returns its address. */
async function startRedis(): Promise<string> {
  const socket = join(server.folder, 'redis.sock');
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', server.folder];
  const redis = spawn(findProgram('redis-server') ?? 'redis-server', args, { stdio: 'ignore' });
  const ended = once(redis, 'exit');
  onTestFinished(async () => {
    redis.kill();
    await ended;
  });
  await until(() => expect(existsSync(socket)).toBe(true));
  return socket;
}

withClient(celery, 'entries of beat with sentry-sdk create their monitors; an error', async (tool) => {
  const { exitCode, out } = await runClient(tool, [], {
    DSN: await makeDSN(),
    REDIS_URL: `redis+socket://${await startRedis()}`,
    SCHEDULE_FILE: join(server.folder, 'celerybeat-schedule'),
  });
  expect(exitCode, out).toBe(0);
  const nightly = await findBySlug(server, 'celery-nightly');
  expect(nightly).toMatchObject({ schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga' }, status: 'up' });
  expect(await runsOf(server, nightly)).toMatchObject([
    { state: 'succeeded', startEvent: 1, duration: expect.any(Number) },
  ]);
  const hourly = await findBySlug(server, 'celery-hourly');
  expect(hourly).toMatchObject({ schedule: { type: 'interval', interval: 3600 }, status: 'down' });
  expect(await runsOf(server, hourly)).toMatchObject([{ state: 'failed', startEvent: 1 }]);
});

withClient(rq, 'decorated jobs with sentry-sdk in a worker', async (tool) => {
  const { exitCode, out } = await runClient(tool, [], {
    DSN: await makeDSN(),
    REDIS_URL: `unix://${await startRedis()}`,
  });
  expect(exitCode, out).toBe(0);
  const daily = await findBySlug(server, 'rq-daily');
  expect(daily).toMatchObject({ schedule: { interval: 86_400, graceDuration: 300 }, status: 'up' });
  expect(await runsOf(server, daily)).toMatchObject([{ state: 'succeeded', startEvent: 1 }]);
  const failing = await findBySlug(server, 'rq-failing');
  expect(failing.status).toBe('down');
  expect(await runsOf(server, failing)).toMatchObject([{ state: 'failed', startEvent: 1 }]);
});

withClient(sentryJava, 'withCheckIn creates its monitor; an error; an interval', async (tool) => {
  const { exitCode, out } = await runClient(tool, [], { DSN: await makeDSN() });
  expect(exitCode, out).toBe(0);
  const nightly = await findBySlug(server, 'java-nightly');
  expect(nightly).toMatchObject({
    schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga', graceDuration: 300 },
    maxRunDuration: 1800,
    status: 'down',
  });
  expect(await runsOf(server, nightly)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }]);
  const hourly = await findBySlug(server, 'java-hourly');
  expect(hourly).toMatchObject({ schedule: { interval: 3600 }, status: 'up' });
  expect(await runsOf(server, hourly)).toMatchObject([{ state: 'succeeded', duration: 1.5 }]);
});

withClient(sentryGo, 'check-ins create and change their monitor', async (tool) => {
  const { exitCode, out } = await runClient(tool, [], { DSN: await makeDSN() });
  expect(exitCode, out).toBe(0);
  const monitor = await findBySlug(server, 'go-nightly');
  expect(monitor).toMatchObject({
    schedule: { cron: '12-59/5 22 * * *', timezone: 'Europe/Riga', graceDuration: 300 },
    maxRunDuration: 1800,
    status: 'down',
  });
  expect(await typesOf(server, monitor)).toEqual(['start', 'fail']);
});

withClient(sentryNode, 'withMonitor creates its monitor; an error', async (tool) => {
  const { exitCode, out } = await runClient(tool, [], { DSN: await makeDSN() });
  expect(exitCode, out).toBe(0);
  const monitor = await findBySlug(server, 'node-hourly');
  expect(monitor).toMatchObject({
    schedule: { type: 'interval', interval: 3600, graceDuration: 300 },
    maxRunDuration: 1800,
    status: 'down',
  });
  expect(await runsOf(server, monitor)).toMatchObject([
    { state: 'failed', duration: 1.5 },
    { state: 'succeeded' },
  ]);
});

const SERVICE = 'jobs of node-cron, cron and node-schedule create, ping and change their monitors';

withClient(sentryNodeService, SERVICE, async (tool) => {
  const DSN = await makeDSN();
  const { exitCode, out } = await runClient(tool, [], { DSN });
  expect(exitCode, out).toBe(0);
  const weekly = await findBySlug(server, 'node-cron-weekly');
  expect(weekly).toMatchObject({
    schedule: { cron: '0 4 * * 1', timezone: 'Europe/Riga', graceDuration: 180 },
    maxRunDuration: 1200,
    alertAfterFailures: 2,
    status: 'up',
  });
  expect(await typesOf(server, weekly)).toEqual(['start', 'end']);
  expect(await findBySlug(server, 'cron-nightly')).toMatchObject({
    schedule: { cron: '0 2 * * *', timezone: 'Asia/Tokyo' },
    status: 'up',
  });
  expect(await findBySlug(server, 'cron-failing')).toMatchObject({
    schedule: { cron: '30 1 1 1 *', timezone: 'UTC', graceDuration: 60 },
    maxRunDuration: 1800,
    status: 'down',
  });
  expect(await findBySlug(server, 'schedule-hourly')).toMatchObject({ status: 'up' });
  expect(await findBySlug(server, 'cron-unchanged')).toMatchObject({
    schedule: { cron: '0 4 * * 1-5', timezone: 'America/New_York' },
    status: 'up',
  });
  expect(await findBySlug(server, 'schedule-unchanged')).toMatchObject({ status: 'down', notices: [] });

  const changed = await runClient(tool, ['changed'], { DSN });
  expect(changed.exitCode, changed.out).toBe(0);
  // Settings that the code no longer mentions don't change.
  expect(await findBySlug(server, 'node-cron-weekly')).toMatchObject({
    schedule: { cron: '15 4 * * 1', timezone: 'UTC', graceDuration: 180 },
    maxRunDuration: 2400,
    alertAfterFailures: 2,
  });
});

withClient(sentryCLI, 'monitors run, with a schedule, and its exit status', async (tool) => {
  const dsn = await makeDSN();
  const args = ['monitors', 'run', '-s', '0 * * * *', '--timezone', 'UTC', 'cli-hourly', '--'];
  const good = await runClient(tool, [...args, 'true'], { SENTRY_DSN: dsn });
  expect(good.exitCode, good.out).toBe(0);
  const bad = await runClient(tool, [...args, 'sh', '-c', 'exit 4'], { SENTRY_DSN: dsn });
  expect(bad.exitCode, bad.out).toBe(4);
  const monitor = await findBySlug(server, 'cli-hourly');
  expect(monitor).toMatchObject({ schedule: { cron: '0 * * * *', timezone: 'UTC' }, status: 'down' });
  expect(await typesOf(server, monitor)).toEqual(['start', 'end', 'start', 'fail']);
});

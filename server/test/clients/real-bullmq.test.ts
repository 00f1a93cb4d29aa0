import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { freePort } from '../free-port.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { runClient } from './client-world.ts';
import { findProgram } from './prerequisites.ts';

const { withClient } = createClientTests();
const SDK = new URL('../../../sdk/src/bullmq.ts', import.meta.url).href;

const printed = z.object({ result: z.unknown(), job: z.string(), errors: z.number() });

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

/** Starts a Redis for one test, in memory. Returns its port. */
async function startRedis(): Promise<number> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', server.folder];
  const redis = spawn(findProgram('redis-server') ?? 'redis-server', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(redis, 'exit');
  onTestFinished(async () => {
    redis.kill();
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error('Redis ended before it was ready.')));
    redis.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('Ready to accept connections')) resolve();
    });
  });
  return port;
}

withClient(
  CLIENTS.bullmq,
  'each attempt is a run, and an attempt that puts its job back is no failure',
  async (tool) => {
    const { pingURL, shortID } = await server.createMonitor({ name: 'dumps' });
    const { exitCode, out } = await runClient(tool, [], {
      PING_URL: pingURL,
      REDIS_PORT: String(await startRedis()),
      SDK,
    });
    expect(exitCode, out).toBe(0);
    const { result, job, errors } = printed.parse(JSON.parse(out.trim().split('\n').at(-1) ?? ''));
    expect({ result, errors }).toEqual({ result: { rows: 3 }, errors: 0 });
    const { events } = await server.api('GET', `/v1/monitors/${shortID}/events/`);
    expect(
      z
        .array(z.object({ type: z.string(), runID: z.string() }))
        .parse(events)
        .toReversed(),
    ).toEqual([
      { type: 'start', runID: `${job}:1` },
      { type: 'end', runID: `${job}:1` },
      { type: 'start', runID: `${job}:2` },
      { type: 'fail', runID: `${job}:2` },
      { type: 'start', runID: `${job}:3` },
      { type: 'end', runID: `${job}:3` },
    ]);
  },
);

withClient(CLIENTS.bullmq, 'a service that is away changes nothing', async (tool) => {
  const { exitCode, out } = await runClient(tool, [], {
    PING_URL: `http://127.0.0.1:${await freePort()}/ping/7Jk2mQ9xWcV4nB8sL0pZtR`,
    REDIS_PORT: String(await startRedis()),
    SDK,
  });
  expect(exitCode, out).toBe(0);
  const { result, errors } = printed.parse(JSON.parse(out.trim().split('\n').at(-1) ?? ''));
  expect({ result, errors }).toEqual({ result: { rows: 3 }, errors: 6 });
});

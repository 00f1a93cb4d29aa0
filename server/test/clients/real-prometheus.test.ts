import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { eventsOf, lastBodyOf } from '../ping/ping-response.ts';
import { endWell, type RunningServer, startServer, until } from '../running-server.ts';
import { startTestService } from '../sdk/in-process.ts';
import { createClientTests } from './client-results.ts';
import type { Client } from './client-versions.ts';
import { makeKey } from './client-world.ts';
import type { Tool } from './fetched-tools.ts';
import { findProgram, testWith } from './prerequisites.ts';
import { versionOf } from './system-versions.ts';

const { withClient } = createClientTests();

/** A program that a package of Debian provides. */
async function systemProgram(name: string, program: string): Promise<Client> {
  return {
    name,
    version: await versionOf(program),
    async install() {
      const installed = findProgram(program);
      return installed === null ? `${program} is missing` : { program: installed, args: [], env: {} };
    },
  };
}

const prometheus = await systemProgram('Prometheus', 'prometheus');
const alertmanager = await systemProgram('Alertmanager', 'prometheus-alertmanager');

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

/** Runs a program with a configuration until the test ends. Returns its address. */
async function startProgram(
  { program }: Tool,
  more: (folder: string) => readonly string[],
  config: object,
): Promise<string> {
  const folder = mkdtempSync(join(server.folder, 'prometheus-'));
  const file = join(folder, 'config.yml');
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const args = [`--config.file=${file}`, `--web.listen-address=${address}`];
  const child = spawn(program, [...args, ...more(folder)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await until(async () => expect((await fetch(`http://${address}/-/ready`)).status).toBe(200));
  return `http://${address}`;
}

withClient(prometheus, 'scrapes the metrics of a project', async (tool) => {
  const { secret } = await makeKey(server, 'read');
  const monitor = await server.createMonitor({ name: 'scraped job' });
  await fetch(`${server.baseURL}${monitor.path}/fail`);
  const address = await startProgram(tool, (folder) => [`--storage.tsdb.path=${folder}`], {
    global: { scrape_interval: '1s' },
    scrape_configs: [
      {
        job_name: 'overdue',
        metrics_path: `/projects/any/metrics/${secret}`,
        static_configs: [{ targets: [new URL(server.baseURL).host] }],
      },
    ],
  });
  const query = async (expression: string) =>
    (await fetch(`${address}/api/v1/query?query=${encodeURIComponent(expression)}`)).json();
  await until(async () =>
    expect(await query('up')).toMatchObject({ data: { result: [{ value: [expect.any(Number), '1'] }] } }),
  );
  expect(await query('hc_check_up{name="scraped job"}')).toMatchObject({
    data: { result: [{ value: [expect.any(Number), '0'] }] },
  });
});

withClient(alertmanager, 'the webhook of the alert Watchdog', async (tool) => {
  const monitor = await server.createMonitor();
  const address = await startProgram(
    tool,
    (folder) => ['--cluster.listen-address=', `--storage.path=${folder}`],
    {
      route: {
        receiver: 'nobody',
        routes: [{ matchers: ['alertname = Watchdog'], receiver: 'overdue', group_wait: '0s' }],
      },
      receivers: [
        { name: 'nobody' },
        {
          name: 'overdue',
          webhook_configs: [{ url: `${server.baseURL}${monitor.path}`, send_resolved: false }],
        },
      ],
    },
  );
  const posted = await fetch(`${address}/api/v2/alerts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify([{ labels: { alertname: 'Watchdog', severity: 'none' } }]),
  });
  expect(posted.status).toBe(200);
  await until(async () =>
    expect(await eventsOf(server, monitor)).toMatchObject([{ type: 'ping', method: 'POST' }]),
  );
  expect(JSON.parse(String(await lastBodyOf(server, monitor)))).toMatchObject({
    receiver: 'overdue',
    alerts: [{ labels: { alertname: 'Watchdog' }, status: 'firing' }],
  });
  expect(await server.readMonitor(monitor.shortID)).toMatchObject({ status: 'up', notices: [] });
});

testWith(
  ['promtool'],
  'promtool finds nothing wrong with /metrics, with and without series of monitors',
  async () => {
    const METRICS_TOKEN = 'a-token-for-the-metrics';
    for (const max of ['0', '2']) {
      const service = await startTestService({ METRICS_MONITORS: max, METRICS_TOKEN });
      const client = service.client(await service.addTeam());
      for (const name of ['a "quoted" \\\\ {name="x"} # naïve 🌍', 'second', 'third'])
        await client.monitors.create({ name, tags: ['db', 'prod'] });
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const metrics = await fetch(`${service.baseURL}/metrics`, { headers });
      expect(metrics.status).toBe(200);
      const { status, stdout, stderr } = spawnSync(findProgram('promtool') ?? '', ['check', 'metrics'], {
        input: await metrics.text(),
        encoding: 'utf8',
      });
      expect(stdout + stderr).toBe('');
      expect(status).toBe(0);
      await service.stop();
    }
  },
);

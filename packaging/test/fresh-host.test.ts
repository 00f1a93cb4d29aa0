import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openNetwork } from '../../cli/test/network.ts';
import type { Client } from '../../sdk/src/client.ts';
import { json, openLoopback } from '../../server/test/sdk/loopback.ts';
import { setUpInBrowser } from '../../server/test/sdk/session-client.ts';
import { type CleanSystem, installCleanSystem } from './clean-system.ts';
import { debianPackage } from './packages.ts';
import { startedService } from './running-server.ts';

let host: CleanSystem;
let serviceHost: CleanSystem;
beforeAll(async () => {
  host = installCleanSystem();
  serviceHost = installCleanSystem();
  await serviceHost.run('dpkg', '--install', serviceHost.add(debianPackage('overdue-server', 'amd64')));
});
afterAll(() => {
  host.remove();
  serviceHost.remove();
});

/** Folder with a file for each job. Each run of the job appends a line. */
const LEDGER = 'var/tmp';

/** The test takes three minutes on a quiet machine, mostly because cron starts jobs only once a minute. */
const TEST_MS_MAX = 480_000;

/** Result of each job's runs. The keys are the names of the monitors without the host. All jobs run every minute. */
const STATE: Readonly<Record<string, string>> = {
  'sync-orders': 'succeeded',
  'Clear the cache': 'succeeded',
  backup: 'failed',
  'Nightly dump': 'succeeded',
};
const JOBS = Object.keys(STATE);
const FILES: Readonly<Record<string, string>> = {
  'usr/local/bin/sync-orders': '#!/bin/sh\necho run >> /var/tmp/sync-orders\n',
  'usr/local/bin/backup':
    '#!/bin/sh\necho run >> /var/tmp/backup\necho "copying /srv"\necho "No space left on device" >&2\nexit 3\n',
  'etc/cron.d/shop': [
    'MAILTO=""',
    '* * * * * root /usr/local/bin/sync-orders --quiet',
    '*  * * * *\tshop echo "100\\%" >> "/var/tmp/Clear the cache" # Clear the cache',
    '* * * * * root /usr/local/bin/backup',
    '',
  ].join('\n'),
  'tmp/crontab': '# Nightly dump\n* * * * * cat >> "/var/tmp/Nightly dump"%dumped\n@reboot echo started\n',
};

/** Starts cron with the jobs. Returns a function that stops cron. */
async function startJobs(): Promise<() => Promise<void>> {
  await host.run('useradd', '--create-home', 'shop');
  for (const [path, text] of Object.entries(FILES))
    writeFileSync(join(host.root, path), text, { mode: path.startsWith('usr/') ? 0o755 : 0o644 });
  await host.run('crontab', '-u', 'shop', '/tmp/crontab');
  const cron = host.start('cron', '-f');
  const ended = once(cron, 'exit');
  const stop = async () => {
    cron.kill();
    await ended;
  };
  onTestFinished(stop);
  return stop;
}

/** Returns the files that `discover` edits, without the line in which `crontab` writes the time of each change. */
function readTexts(): readonly string[] {
  const texts = ['etc/crontab', 'etc/cron.d/e2scrub_all', 'etc/cron.d/shop', 'var/spool/cron/crontabs/shop'];
  return texts.map((path) =>
    readFileSync(join(host.root, path), 'utf8').replace(/^# \(\S+ installed on .*\)\n/m, ''),
  );
}

function runsInLedger(job: string): number {
  const file = join(host.root, LEDGER, job);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

/** Waits for a moment at which cron starts no job in the next 20 seconds. */
async function awaitQuietSeconds(): Promise<void> {
  await vi.waitFor(
    () => {
      const seconds = new Date().getSeconds();
      expect(seconds).toBeGreaterThan(2);
      expect(seconds).toBeLessThan(40);
    },
    { timeout: 60_000, interval: 250 },
  );
}

/** Waits until all jobs have ended, with their reports in the spool. A job that ends later would report before the spool does. */
async function awaitEndOfJobs(): Promise<void> {
  await vi.waitFor(() => expect(commandLines().filter((line) => /overdue\S* exec /.test(line))).toEqual([]), {
    timeout: 60_000,
    interval: 250,
  });
}

function commandLines(): readonly string[] {
  return globSync('/proc/[0-9]*/cmdline').map((file) => {
    try {
      return readFileSync(file, 'utf8').replaceAll('\0', ' ');
    } catch {
      // The process has ended.
      return '';
    }
  });
}

async function startService() {
  const settings = join(serviceHost.root, 'etc/overdue/server.env');
  writeFileSync(settings, 'PORT=0\nALLOW_PRIVATE_ADDRESSES=127.0.0.1\n', { flag: 'a' });
  const service = await startedService(serviceHost.start('overdue-server', 'serve'));
  onTestFinished(async () => void (await service.stop()));
  return service;
}

/** Logs the host in. The person confirms the code in a browser. */
async function logIn(url: string, person: Client): Promise<string> {
  const login = host.start('sh', '-c', `exec overdue login ${url} 2>&1`);
  if (login.stdout === null) throw new Error('There is no output.');
  const ended = once(login, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: login.stdout })) {
    lines.push(line);
    const userCode = /confirm the code (\S+)\./.exec(line)?.[1];
    if (userCode !== undefined)
      await person.tokens.approveLogin({ userCode, name: 'overdue', scope: 'write' });
  }
  expect(await ended).toEqual([0, null]);
  return lines.join('\n');
}

/** Returns functions that read the state of a job with the person's session. */
function viewOf({ monitors, incidents }: Client) {
  const monitorOf = async (job: string) => {
    const found = (await monitors.list()).monitors.find(({ name }) => name.startsWith(`${job} on `));
    if (found === undefined) throw new Error(`${job} has no monitor.`);
    return found;
  };
  return {
    statusOf: async (job: string) => (await monitorOf(job)).status,
    statesOf: async (job: string) => {
      const { runs } = await monitors.runs.list((await monitorOf(job)).shortID);
      return runs.map(({ state }) => state);
    },
    async openIncidentOf(job: string) {
      const { shortID } = await monitorOf(job);
      const { incidents: list } = await incidents.list({ monitor: shortID, state: 'open' });
      return incidents.get(list[0]?.incidentID ?? '');
    },
  };
}

test(
  'a fresh host is monitored within two minutes, and loses no run while its network is unplugged',
  async () => {
    const service = await startService();
    const person = await setUpInBrowser(service.url);
    const { statusOf, statesOf, openIncidentOf } = viewOf(person);
    const hook = await openLoopback(json(200, {}));
    await person.channels.create({ type: 'webhook', name: 'Hook', settings: { url: hook.url } });
    const network = await openNetwork(Number(new URL(service.url).port));
    const stopCron = await startJobs();
    const untouched = readTexts();

    await host.run('dpkg', '--install', host.add(debianPackage('overdue', 'amd64')));
    expect(await logIn(`http://127.0.0.1:${network.port}`, person)).toContain('Logged in to');
    expect(await host.run('overdue', 'doctor')).toMatch(/^warning +jobs +\d+ of \d+ jobs not monitored: /m);
    await awaitQuietSeconds();
    expect(await host.run('overdue', 'discover', '--apply', '--yes')).toContain('Created 7 monitors.');
    const unmonitored = JOBS.map(runsInLedger);
    expect(await host.run('overdue', 'doctor')).toMatch(/^ok +jobs +7 jobs, all monitored$/m);
    const { jobs } = JSON.parse(await host.run('overdue', 'discover', '--json'));
    expect(jobs).not.toContainEqual(expect.objectContaining({ state: 'unmonitored' }));

    await vi.waitFor(
      async () => {
        for (const job of JOBS) expect(await statesOf(job), job).toEqual([STATE[job]]);
        expect(hook.seen.map(({ body }) => JSON.parse(body))).toMatchObject([
          {
            type: 'monitor.down',
            data: {
              title: expect.stringMatching(/^Down: backup on /),
              log: 'copying /srv\nNo space left on device\n',
            },
          },
        ]);
      },
      { timeout: 120_000, interval: 250 },
    );
    expect(await openIncidentOf('backup')).toMatchObject({
      reason: 'failed',
      log: { text: expect.stringContaining('No space left on device') },
    });

    network.plug(false);
    // While the network is unplugged, the service misses a report of sync-orders, but all jobs keep running.
    await vi.waitFor(
      async () => {
        expect(await statusOf('sync-orders')).toBe('down');
        expect(JOBS.map(runsInLedger)).toEqual(unmonitored.map((runs) => runs + 3));
      },
      { timeout: 150_000, interval: 250 },
    );
    await stopCron();
    await awaitEndOfJobs();
    network.plug(true);
    await vi.waitFor(
      async () => {
        await host.run('overdue', 'flush');
        await host.run('su', 'shop', '--shell', '/bin/sh', '--command', 'overdue flush');
        for (const job of JOBS) {
          expect(await statesOf(job), job).toEqual(Array(3).fill(STATE[job]));
          expect(await statusOf(job)).toBe(job === 'backup' ? 'down' : 'up');
        }
      },
      { timeout: 90_000, interval: 250 },
    );
    await vi.waitFor(
      () =>
        expect(hook.seen.map(({ body }) => body).join('\n')).toMatch(
          /Recovered: sync-orders on .*It ran on time; the report arrived/,
        ),
      { timeout: 90_000, interval: 250 },
    );

    await host.run('overdue', 'discover', '--undo', '--yes');
    expect(readTexts()).toEqual(untouched);
  },
  TEST_MS_MAX,
);

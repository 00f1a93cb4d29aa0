import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { backUp } from './borgmatic.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { findBySlug, makeKey, runClient, typesOf } from './client-world.ts';
import { runLine } from './shell.ts';
import { CURL_AND_WGET } from './system-versions.ts';
import { openTerraform, terraformFile } from './terraform.ts';

const { runitor, borgmatic, terraform } = CLIENTS;
const { withClient, withSystem } = createClientTests();

const TRIED = 'a move of 200 checks by an import and a change of the address';
const CHECKS = 200;
/** Number of checks in Terraform's state. */
const OF_TERRAFORM = 2;

const check = z.looseObject({ uuid: z.string(), slug: z.string(), status: z.string() });
type Check = z.output<typeof check>;
const flips = z.looseObject({ flips: z.array(z.looseObject({ timestamp: z.string(), up: z.number() })) });

/**
 * Another installation of Overdue, which stands in for Healthchecks. It answers the importer and all clients in the format of
 * Healthchecks' API.
 */
let former: RunningServer;
let target: RunningServer;
let folder = '';
const keys = { ping: '', management: '' };
let checksBefore: readonly Check[] = [];

async function getJSON({ baseURL }: RunningServer, path: string): Promise<unknown> {
  const response = await fetch(`${baseURL}/api/v3/${path}`, { headers: { 'X-Api-Key': keys.management } });
  expect(response.status, path).toBe(200);
  return response.json();
}

async function checksOf(server: RunningServer): Promise<readonly Check[]> {
  return z.object({ checks: z.array(check) }).parse(await getJSON(server, 'checks/')).checks;
}

async function createChecks(): Promise<void> {
  for (let number = 1; number <= CHECKS - OF_TERRAFORM; number += 1) {
    const schedule = number % 3 === 0 ? { schedule: '0 2 * * *', tz: 'Europe/Riga' } : { timeout: 3600 };
    const json = { name: `Job ${number}`, slug: `job-${number}`, tags: 'prod db', grace: 600, ...schedule };
    const response = await fetch(`${former.baseURL}/api/v3/checks/`, {
      method: 'POST',
      headers: { 'X-Api-Key': keys.management },
      body: JSON.stringify(json),
    });
    expect(response.status).toBe(201);
  }
}

/** Returns the lines of jobs. `$BASE` is the service's address, the only part that the move changes. */
function linesOf(uuid: string): readonly string[] {
  return [
    `curl -fsS -m 10 --retry 5 -o /dev/null $BASE/ping/${uuid}`,
    `curl -fsS -m 10 --retry 5 -o /dev/null --data-raw "no space left" $BASE/ping/${uuid}/fail`,
    `curl -fsS -m 10 --retry 5 -o /dev/null $BASE/ping/${uuid}`,
    `curl -fsS -m 10 --retry 5 -o /dev/null $BASE/ping/${keys.ping}/job-2/start`,
    `curl -fsS -m 10 --retry 5 -o /dev/null $BASE/ping/${keys.ping}/job-2`,
  ];
}

async function runLines(server: RunningServer, uuid: string): Promise<void> {
  for (const line of linesOf(uuid))
    expect({ line, ...(await runLine(line, { BASE: server.baseURL })) }).toMatchObject({ line, exitCode: 0 });
}

function uuidOf(slug: string): string {
  return checksBefore.find((candidate) => candidate.slug === slug)?.uuid ?? '';
}

/** Runs Terraform with the state from before the move. Returns null if Terraform is missing. */
async function runTerraform(server: RunningServer, ...args: readonly string[]) {
  const tool = await terraform.install();
  if (typeof tool === 'string') return null;
  writeFileSync(join(folder, 'main.tf'), terraformFile(server, keys.management, 120));
  return openTerraform(tool, folder)(...args);
}

beforeAll(async () => {
  [former, target] = await Promise.all([startServer(), startServer()]);
  folder = mkdtempSync(join(target.folder, 'move-'));
  keys.ping = (await makeKey(former, 'ping')).secret;
  keys.management = (await makeKey(former, 'read_write')).secret;
  const applied = await runTerraform(former, 'apply', '-auto-approve');
  if (applied !== null) expect(applied.exitCode, applied.out).toBe(0);
  await createChecks();
  checksBefore = await checksOf(former);
  await runLines(former, uuidOf('job-1'));
  await importInto(target);
  return async () => {
    await endWell(former);
    await endWell(target);
  };
}, 300_000);

async function importInto(server: RunningServer): Promise<void> {
  const keyFile = join(folder, 'api-key');
  const pingKeyFile = join(folder, 'ping-key');
  writeFileSync(keyFile, keys.management);
  writeFileSync(pingKeyFile, keys.ping);
  const account = [
    '--key-file',
    keyFile,
    '--url',
    former.baseURL,
    '--keep-key',
    '--ping-key-file',
    pingKeyFile,
  ];
  const options = ['--history', '--continue', '--apply'];
  const { exitCode, out } = await server.command('import', 'healthchecks', ...account, ...options);
  expect(exitCode, out).toBe(0);
}

/**
 * Returns a check without the fields that may differ: the URLs of badges, and counters, because an imported history has no
 * starts.
 */
function comparable({
  badge_url: _badge,
  n_pings: _pings,
  last_duration: _duration,
  ...rest
}: Check): object {
  return JSON.parse(JSON.stringify(rest).replaceAll(/http:\/\/[^/"]+/g, 'BASE'));
}

withSystem({ name: 'curl, wget: Healthchecks', version: CURL_AND_WGET }, TRIED, async () => {
  const before = await checksOf(former);
  expect(await checksOf(target).then((checks) => checks.map(comparable))).toEqual(before.map(comparable));
  const uuid = uuidOf('job-1');
  const monitor = await findBySlug(target, 'job-1');
  expect(await typesOf(target, monitor)).toEqual(['end', 'fail', 'end']);
  const path = `checks/${uuid}/flips/`;
  const past = flips.parse(await getJSON(former, path)).flips;
  expect(past.length).toBeGreaterThan(1);
  expect(flips.parse(await getJSON(target, path)).flips).toEqual(past);
  await runLines(target, uuid);
  expect(await typesOf(target, monitor)).toEqual(['end', 'fail', 'end', 'ping', 'fail', 'ping']);
});

withClient(terraform, TRIED, async () => {
  const planned = await runTerraform(target, 'plan', '-detailed-exitcode');
  expect(planned?.exitCode, planned?.out).toBe(0);
});

withClient(runitor, TRIED, async (tool) => {
  const args = ['-api-url', `${target.baseURL}/ping`];
  const bySlug = [...args, '-ping-key', keys.ping, '-slug', 'job-4', '--'];
  expect((await runClient(tool, [...bySlug, 'true'], {})).exitCode).toBe(0);
  expect(
    (await runClient(tool, [...args, '-uuid', uuidOf('job-4'), '--', 'sh', '-c', 'exit 3'], {})).exitCode,
  ).toBe(3);
  const monitor = await findBySlug(target, 'job-4');
  expect(await typesOf(target, monitor)).toEqual(['start', 'ping', 'start', 'fail']);
  expect(monitor.status).toBe('down');
});

withClient(borgmatic, TRIED, async (tool) => {
  const hook = (path: string) =>
    `healthchecks: {ping_url: "${target.baseURL}/ping/${path}", send_logs: true}`;
  await backUp(tool, folder, { hook: hook(uuidOf('job-5')), exitCode: 0 });
  await backUp(tool, folder, { hook: hook(`${keys.ping}/job-5`), exitCode: 2 });
  const monitor = await findBySlug(target, 'job-5');
  expect(await typesOf(target, monitor)).toEqual(['start', 'log', 'ping', 'start', 'log', 'fail']);
});

const TOKENS = ['aBcDeFgH12aBcDeFgH12aBcDeFgH1234', 'zYxWvUtS98zYxWvUtS98zYxWvUtS9876'] as const;

/** Creates a database of Uptime Kuma with two push monitors and a history. */
function writeKumaDatabase(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE monitor (id INTEGER PRIMARY KEY, name TEXT, active INTEGER, interval INTEGER, type TEXT, push_token TEXT,
      maxretries INTEGER, retry_interval INTEGER, upside_down INTEGER, parent INTEGER);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE monitor_tag (id INTEGER PRIMARY KEY, monitor_id INTEGER, tag_id INTEGER, value TEXT);
    CREATE TABLE notification (id INTEGER PRIMARY KEY, name TEXT, is_default INTEGER, config TEXT);
    CREATE TABLE monitor_notification (id INTEGER PRIMARY KEY, monitor_id INTEGER, notification_id INTEGER);
    CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, monitor_id INTEGER, status INTEGER, time DATETIME, msg TEXT, ping INTEGER,
      retries INTEGER, important INTEGER NOT NULL DEFAULT 0);
    INSERT INTO monitor VALUES (1, 'Push job', 1, 3600, 'push', '${TOKENS[0]}', 0, 0, 0, NULL),
      (2, 'Push backup', 1, 3600, 'push', '${TOKENS[1]}', 0, 0, 0, NULL);
    INSERT INTO heartbeat (monitor_id, status, time, msg, ping, important) VALUES (1, 1, '2026-11-20 02:00:01', 'OK', 15, 1);
  `);
  database.close();
}

withClient(borgmatic, 'a move from Uptime Kuma by an import of kuma.db', async (tool) => {
  const file = join(folder, 'kuma.db');
  writeKumaDatabase(file);
  const imported = await target.command('import', 'uptime-kuma', file, '--apply');
  expect(imported.exitCode, imported.out).toBe(0);
  const url = (token: string) => `${target.baseURL}/api/push/${token}?status=up&msg=OK&ping=`;
  for (const status of ['up', 'down']) {
    const line = `curl -fsS "${url(TOKENS[0]).replace('status=up', `status=${status}`)}"`;
    expect(await runLine(line)).toEqual({ exitCode: 0, out: '{"ok":true}' });
  }
  expect(await typesOf(target, await findBySlug(target, 'push-job'))).toEqual(['end', 'end', 'fail']);
  const hook = `uptime_kuma: {push_url: "${target.baseURL}/api/push/${TOKENS[1]}"}`;
  await backUp(tool, folder, { hook, exitCode: 0 });
  expect(await typesOf(target, await findBySlug(target, 'push-backup'))).toEqual(['start', 'end']);
});

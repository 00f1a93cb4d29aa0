import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from './command-line.ts';

const UUID = '6b8e4c1a-52fd-4c1e-9a3b-0d4f1f6f0c11';
const CHECKS = JSON.stringify({
  checks: [
    { name: 'Dump', tags: 'prod', timeout: 3600, grace: 60, status: 'up', uuid: UUID },
    { name: 'Site', timeout: 60, uuid: 'short' },
  ],
});

async function withAcme(terminal: Terminal = openTerminal()): Promise<Terminal> {
  await terminal.json('setup', '--email', 'anna@example.com', '--team', 'Acme');
  return terminal;
}

function fileIn({ folder }: Terminal, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('an import shows its plan, applies it with --apply, and changes nothing the second time', async () => {
  const terminal = await withAcme();
  const file = fileIn(terminal, 'checks.json', CHECKS);
  const plan = await terminal.run('import', 'healthchecks', file);
  expect(plan.exitCode).toBe(0);
  expect(plan.out).toContain('create     Dump  Every hour\n');
  expect(plan.out).toContain('The ping ID can’t be kept');
  expect(plan.out).toContain(
    'To create: 2, existing: 0, collisions: 0, left out: 0. Nothing was changed. To import, add --apply.',
  );
  const done = await terminal.run('import', 'healthchecks', file, '--apply');
  expect(done.out).toMatch(/Ping URL: \S*\/ping\/\w{22}\n/);
  expect(done.out).not.toContain(UUID);
  expect(done.out).toContain('Created: 2, existing: 0');
  expect(done.err).toBe('Importing 2 monitors.\n');
  const again = await terminal.run('import', 'healthchecks', file, '--apply', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ isApplied: true, counts: { create: 0, exists: 2 } });
  const store = await terminal.openStore();
  const [team] = await store.listTeams();
  expect(await store.listAudit(team?.id ?? '', { limit: 1 })).toMatchObject([
    { action: 'monitors.import', actor: { kind: 'system' } },
  ]);
});

test('collisions end with exit status 1, and import nothing', async () => {
  const terminal = await withAcme();
  await terminal.json('setup', '--email', 'bert@example.com', '--team', 'Other');
  const file = fileIn(terminal, 'checks.json', CHECKS);
  const quiet = (...args: readonly string[]) => terminal.run('import', 'healthchecks', file, ...args);
  await quiet('--team', 'Other', '--apply');
  const refused = await quiet('--team', 'Acme', '--apply');
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('1 items collide') });
  expect(refused.out).toContain('COLLISION  Dump');
  const skipped = await quiet('--team', 'Acme', '--apply', '--skip-collisions');
  expect(skipped).toMatchObject({ exitCode: 0, out: expect.stringContaining('Created: 1') });
});

test('a folder like /etc/cron.d is read, without the files that cron ignores', async () => {
  const terminal = await withAcme();
  const folder = join(terminal.folder, 'cron.d');
  mkdirSync(folder);
  writeFileSync(join(folder, 'app'), '0 2 * * * weird.user /opt/run.sh\n');
  writeFileSync(join(folder, 'app.bak'), '0 3 * * * root /opt/old.sh\n');
  const { items } = await terminal.json('import', 'crontab', folder, '--timezone', 'Europe/Riga');
  expect(items).toMatchObject([{ name: 'run', schedule: expect.stringContaining('Riga') }]);
});

test('a database of Uptime Kuma is read', async () => {
  const terminal = await withAcme();
  const file = join(terminal.folder, 'kuma.db');
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE monitor (id INTEGER PRIMARY KEY, name TEXT, active INTEGER, interval INTEGER, type TEXT, push_token TEXT,
      maxretries INTEGER, retry_interval INTEGER, upside_down INTEGER, parent INTEGER);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE monitor_tag (id INTEGER PRIMARY KEY, monitor_id INTEGER, tag_id INTEGER, value TEXT);
    CREATE TABLE notification (id INTEGER PRIMARY KEY, name TEXT, is_default INTEGER, config TEXT);
    CREATE TABLE monitor_notification (id INTEGER PRIMARY KEY, monitor_id INTEGER, notification_id INTEGER);
    INSERT INTO monitor VALUES (1, 'Nightly', 1, 60, 'group', NULL, 0, 0, 0, NULL),
      (2, 'Backup', 0, 3600, 'push', 'aBcDeFgH12', 2, 0, 0, 1), (3, 'Site', 1, 60, 'http', NULL, 0, 0, 0, NULL);
    CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, monitor_id INTEGER, status INTEGER, time DATETIME, msg TEXT, ping INTEGER,
      retries INTEGER, important INTEGER NOT NULL DEFAULT 0);
    INSERT INTO heartbeat (monitor_id, status, time, msg, ping) VALUES (2, 1, '2026-11-20 02:00:01.250', 'OK', 1500),
      (2, 0, '2026-11-20 03:00:02.000', 'No heartbeat in the time window', NULL), (2, 0, '2026-11-20 04:00:00', 'disk full', NULL);
    UPDATE heartbeat SET important = 1 WHERE msg <> 'disk full';
    INSERT INTO heartbeat (monitor_id, status, time, important) VALUES (2, 3, '2026-11-20 05:00:00', 1), (2, 1, '2026-11-20 06:00:00', 1);
    INSERT INTO tag VALUES (1, 'prod');
    INSERT INTO monitor_tag VALUES (1, 2, 1, '');
    INSERT INTO notification VALUES (1, 'Mail', 1, '{"type":"smtp","smtpTo":"ops@example.com"}');
    INSERT INTO monitor_notification VALUES (1, 2, 1);
  `);
  database.close();
  const { channels, counts } = await terminal.json('import', 'uptime-kuma', file, '--json');
  expect(counts).toEqual({ create: 1, exists: 0, collision: 0, left_out: 1 });
  expect(channels).toMatchObject([{ name: 'Mail', outcome: 'create' }]);
  await terminal.run('import', 'uptime-kuma', file, '--apply');
  const store = await terminal.openStore();
  const [team] = await store.listTeams();
  const [monitor] = await store.listMonitors(team?.id ?? '', {});
  expect(monitor?.read()).toMatchObject({
    pingID: 'aBcDeFgH12',
    // Only version 2 of Uptime Kuma retries pushes and counts the retries in heartbeats.
    rules: { alertAfterFailures: 3, manualResume: true },
    state: { paused: true, runCount: 3, lastPingAt: Date.UTC(2026, 10, 20, 6) },
    details: { tags: ['prod', 'Nightly'], alerting: { channels: [expect.any(String)] } },
  });
  const transitions = await store.listTransitions(monitor?.read().id ?? 0, { limit: 10 });
  expect(transitions.map(({ from, to, at }) => [from, to, new Date(at).toISOString()]).slice(-3)).toEqual([
    ['down', 'up', '2026-11-20T06:00:00.000Z'],
    ['up', 'down', '2026-11-20T03:00:02.000Z'],
    ['new', 'up', '2026-11-20T02:00:01.250Z'],
  ]);
});

test('the API of a service is read with a key from a file', async () => {
  const asked: string[] = [];
  const terminal = await withAcme(
    openTerminal({}, '', async ({ url, headers }) => {
      asked.push(`${url} ${headers?.['x-api-key']}`);
      if (url.endsWith('/badges/')) return { status: 200, headers: {}, body: '{"badges":{}}' };
      const body = url.endsWith('/channels/') ? '{"channels":[]}' : CHECKS;
      return { status: 200, headers: {}, body };
    }),
  );
  const key = fileIn(terminal, 'key', 'secret\n');
  const { counts } = await terminal.json(
    'import',
    'healthchecks',
    '--key-file',
    key,
    '--url',
    'http://10.0.0.5:8000',
  );
  expect(counts).toMatchObject({ create: 2 });
  expect(asked).toEqual([
    'http://10.0.0.5:8000/api/v3/channels/ secret',
    'http://10.0.0.5:8000/api/v3/checks/ secret',
    'http://10.0.0.5:8000/api/v3/badges/ secret',
  ]);
});

test('the project keeps keys that are read from files', async () => {
  const terminal = await withAcme();
  const checks = fileIn(terminal, 'checks.json', CHECKS);
  const pingKey = fileIn(terminal, 'ping-key', 'aBcDeFgHiJkLmNoPqRs-_1\n');
  const key = fileIn(terminal, 'key', `${'k'.repeat(32)}\n`);
  const args = [
    'import',
    'healthchecks',
    checks,
    '--ping-key-file',
    pingKey,
    '--key-file',
    key,
    '--keep-key',
  ];
  const done = await terminal.run(...args, '--apply');
  expect(done).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('create     API key of Healthchecks\n'),
  });
  const store = await terminal.openStore();
  const [team] = await store.listTeams();
  expect(await store.projectKeys.list(team?.id ?? '')).toMatchObject([
    { kind: 'ping', prefix: 'aBcD', createdBy: 'overdue-server' },
    { kind: 'read_write', prefix: 'kkkk' },
  ]);
});

test('a database of another program is refused', async () => {
  const terminal = await withAcme();
  expect(await terminal.run('import', 'uptime-kuma', terminal.file)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("can't be read as a database of Uptime Kuma"),
  });
});

test.each([
  [['nagios'], 'healthchecks, cronitor'],
  [['healthchecks'], 'nothing to import'],
  [['healthchecks', '/nonexistent'], "can't be read"],
  [['crontab', '-', '--timezone', 'Mars'], '--timezone'],
  [['crontab', '-', '--project', 'x'], 'There is no project "x"'],
])('import %j is refused', async (args, message) => {
  const terminal = await withAcme();
  expect(await terminal.run('import', ...args)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining(message),
  });
});

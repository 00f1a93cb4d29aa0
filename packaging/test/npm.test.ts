import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { json, openLoopback } from '../../server/test/sdk/loopback.ts';
import { runIn } from './command.ts';
import { CLI_TARBALL, SERVER_TARBALL } from './packages.ts';
import { startedService } from './running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'overdue-npm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Directories of the system's programs, without the repository's directories. */
const SYSTEM_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

test('npx runs the server in an empty folder, with the Node of the system', async () => {
  const empty = join(folder, 'server');
  mkdirSync(empty);
  const npx = spawn('npx', ['--yes', `--package=${SERVER_TARBALL}`, 'overdue-server'], {
    cwd: empty,
    env: { PATH: SYSTEM_PATH, HOME: join(folder, 'home'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Creates a process group, because a terminal sends Ctrl+C to the whole group.
    detached: true,
  });
  const service = await startedService(npx, () => process.kill(-(npx.pid ?? 0), 'SIGINT'));
  const page = await (await fetch(service.url)).text();
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  expect((await fetch(service.url + script)).headers.get('content-type')).toMatch(/javascript/);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(existsSync(join(empty, 'data/overdue.db'))).toBe(true);
  await service.stop();
});

test('the command line installs with npm and reports a job', async () => {
  const { url, seen } = await openLoopback(json(200, { success: true, data: {} }));
  const prefix = join(folder, 'cli');
  // Puts the newer Node of the tests first in the path, because running the package requires a newer Node than installing it.
  const nodes = join(folder, 'node');
  mkdirSync(nodes);
  symlinkSync(realpathSync(process.execPath), join(nodes, 'node'));
  const env = { PATH: `${nodes}:${SYSTEM_PATH}`, HOME: folder, OVERDUE_STATE: join(folder, 'state') };
  await runIn(env, 'npm', 'install', '--global', '--offline', `--prefix=${prefix}`, CLI_TARBALL);
  const overdue = join(prefix, 'bin/overdue');
  const job = await runIn(env, overdue, 'exec', '--ping', `${url}/ping/x`, '--', 'echo', 'copied');
  expect(job).toEqual({ status: 0, output: 'copied\n' });
  expect(seen.map((request) => request.body)).toEqual(['', 'copied\n']);
});

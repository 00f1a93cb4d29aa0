import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startServer } from '../running-server.ts';
import { type Environment, runCommand, startProcess } from '../server-process.ts';

const OWNER = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery staple' };

const disk = mkdtempSync(join(tmpdir(), 'overdue-disk-'));
const isMounted = mountSmallDisk();

/** Mounts an 8 MB disk in memory. Returns false if the tests lack the permission. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true });
});

/**
 * Mounts a disk of 16 MB with blocks of 1 kB. Returns a function that unmounts it, or null if the tests lack the
 * permission.
 */
function mountSmallBlocks(image: string, folder: string): (() => void) | null {
  try {
    writeFileSync(image, Buffer.alloc(16 * 1024 * 1024));
    execFileSync('mkfs.ext4', ['-q', '-F', '-b', '1024', image], { stdio: 'ignore' });
    mkdirSync(folder);
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' });
    return () => execFileSync('umount', ['-l', folder]);
  } catch {
    return null;
  }
}

function fillDisk(): () => void {
  const file = join(disk, 'filler');
  const handle = openSync(file, 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    try {
      for (;;) writeSync(handle, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
  closeSync(handle);
  return () => rmSync(file);
}

const environment = (name: string): Environment => ({
  DATABASE_URL: `sqlite:${join(disk, name, 'overdue.db')}`,
});

describe.skipIf(!isMounted)('a full disk', () => {
  test('a write of the API, a ping and a sign-in get 503 with Retry-After', async () => {
    const server = await startServer(environment('full'));
    const { path, shortID } = await server.createMonitor();
    const send = (method: string, url: string, json?: object, headers: Record<string, string> = {}) =>
      fetch(`${server.baseURL}${url}`, {
        method,
        headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json', ...headers },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
    const free = fillDisk();
    // First fills the space that is still free within the write-ahead log.
    const body = 'x'.repeat(50_000);
    let ping = await fetch(`${server.baseURL}${path}`, { method: 'POST', body });
    for (let tries = 0; ping.status === 200 && tries < 500; tries += 1)
      ping = await fetch(`${server.baseURL}${path}`, { method: 'POST', body });
    const requests: [string, () => Promise<Response>][] = [
      ['ping', () => fetch(`${server.baseURL}${path}`, { method: 'POST', body })],
      ['create', () => send('POST', '/v1/monitors/', { name: 'another' })],
      ['edit', () => send('PATCH', `/v1/monitors/${shortID}/`, { name: 'renamed' })],
      ['pause', () => send('POST', `/v1/monitors/${shortID}/pause/`)],
      ['project', () => send('POST', '/v1/projects/', { name: 'Backups' })],
      ['delete', () => send('DELETE', `/v1/monitors/${shortID}/`)],
      [
        'sign-in',
        () =>
          send(
            'POST',
            '/auth/sign-in/email',
            { email: OWNER.email, password: OWNER.password },
            { Origin: server.baseURL, 'Sec-Fetch-Site': 'same-origin' },
          ),
      ],
    ];
    for (const [name, request] of requests) {
      const response = await request();
      expect([name, response.status, await response.text()]).toEqual([
        name,
        503,
        expect.stringMatching(/"code":"unavailable"/),
      ]);
      expect(Number(response.headers.get('Retry-After')), name).toBeGreaterThan(0);
    }
    free();
    expect((await send('PATCH', `/v1/monitors/${shortID}/`, { name: 'renamed' })).status).toBe(200);
    expect((await fetch(`${server.baseURL}${path}`)).status).toBe(200);
    await server.stop();
  });

  test('the first setup gets 503, and works when the disk has room', async () => {
    const life = await startProcess({ PATH: process.env.PATH, PORT: '0', ...environment('setup') });
    const setUp = () =>
      fetch(`http://localhost:${life.port}/v1/setup/`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: `http://localhost:${life.port}`,
          'Sec-Fetch-Site': 'same-origin',
        },
        body: JSON.stringify({ ...OWNER, team: 'Acme' }),
      });
    const free = fillDisk();
    const refused = await setUp();
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringMatching(/the disk is full/)]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    free();
    expect((await setUp()).status).toBe(201);
    expect(await life.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test('a start ends with the file, the reason and the remedy', async () => {
    const free = fillDisk();
    const { exitCode, out } = await runCommand({ PATH: process.env.PATH, PORT: '0', ...environment('new') }, [
      'serve',
    ]);
    free();
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(
        /^overdue-server: The database .*new\/overdue\.db can't be opened: its disk is full.* Free at least 1 MB, and start again\.\n$/m,
      ),
    ]);
  });
});

test('the shared index has all of its space with blocks of 1 kB before the disk is full', async ({
  skip,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-blocks-'));
  const unmount = mountSmallBlocks(join(folder, 'image'), join(folder, 'disk'));
  try {
    if (unmount === null) return skip('Nothing can be mounted here.');
    const file = join(folder, 'disk', 'overdue.db');
    const server = await startServer({ DATABASE_URL: `sqlite:${file}` });
    const { size, blocks } = statSync(`${file}-shm`);
    await server.stop();
    // The -shm file has space for a log of 69,632 frames. All of its blocks must be allocated, because accessing an unallocated
    // page would end the process with SIGBUS.
    expect(size).toBe(17 * 32 * 1024);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
  } finally {
    unmount?.();
    rmSync(folder, { recursive: true });
  }
});

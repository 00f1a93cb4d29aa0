import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Checker, type CheckerOptions, startChecker } from '../../src/checks/checker.ts';
import type { CheckJob } from '../../src/checks/checker-messages.ts';
import { CHECK_SETTINGS } from '../../src/checks/settings.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createLog } from '../../src/platform/runtime/log.ts';
import { createFakeClock } from '../fake-clock.ts';
import { answerTo, startDNSServer } from './dns-server.ts';
import { listen, startServer } from './probe-tools.ts';

let lines: string[];
beforeEach(() => {
  lines = [];
});

function start(changes: Partial<CheckerOptions> = {}): Checker {
  const checker = startChecker({
    clock: systemClock,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    allowedAddresses: '127.0.0.1',
    own: { ports: [], database: null },
    environment: {},
    ...changes,
  });
  onTestFinished(() => checker.stop());
  return checker;
}

function job(url: string, changes: Partial<CheckJob> = {}): CheckJob {
  return {
    team: 'team',
    kind: 'http',
    url,
    settings: CHECK_SETTINGS.http.parse({ timeout: 60 }),
    waitMsMax: 30_000,
    keepsExcerpt: false,
    ...changes,
  };
}

/** Starts a server that answers, and returns its URL. */
async function startAnswers(): Promise<string> {
  return `http://127.0.0.1:${await startServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))}`;
}

/** Starts a server that accepts connections and says nothing, so that its checks wait. */
async function startSilence(): Promise<{ readonly url: string; readonly connected: Promise<unknown> }> {
  const server = createServer();
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, connected: once(server, 'connection') };
}

function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function isRunning(pid: number): boolean {
  try {
    return statOf(pid)[0] !== 'Z';
  } catch {
    return false;
  }
}

describe('a check in the process', () => {
  test('returns the result of the probe', async () => {
    const url = await startAnswers();
    expect(await start().check(job(url))).toMatchObject({
      outcome: 'succeeded',
      address: '127.0.0.1',
      family: 4,
    });
  });

  test('of DNS asks the chosen resolver', async () => {
    const server = await startDNSServer((query) =>
      answerTo(query, { answers: [{ type: 'A', name: 'example.com', data: '192.0.2.1' }] }),
    );
    onTestFinished(() => server.close());
    const settings = CHECK_SETTINGS.dns.parse({
      resolver: `127.0.0.1:${server.port}`,
      values: ['192.0.2.1'],
    });
    expect(
      await start().check(job('dns://example.com', { kind: 'dns', settings, keepsExcerpt: true })),
    ).toMatchObject({
      outcome: 'succeeded',
      excerpt: 'NOERROR\nexample.com A 192.0.2.1',
    });
  });

  test('the service and its database are never reached', async () => {
    const url = await startAnswers();
    const port = Number(new URL(url).port);
    for (const own of [
      { ports: [port], database: null },
      { ports: [], database: { host: 'localhost', port } },
    ])
      expect(await start({ own }).check(job(url))).toMatchObject({
        outcome: 'failed',
        code: 'address_refused',
      });
  });

  test('reaches only the allowed addresses', async () => {
    const url = await startAnswers();
    expect(await start({ allowedAddresses: '' }).check(job(url))).toMatchObject({
      outcome: 'failed',
      code: 'address_refused',
    });
  });

  test('runs with a low priority, a small heap, and no variable of the service', async () => {
    const url = await startAnswers();
    const checker = start();
    await checker.check(job(url));
    const pid = checker.pid() ?? 0;
    expect(statOf(pid)[16]).toBe('10');
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--max-old-space-size=256');
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(names.filter((name) => name !== '' && !name?.startsWith('NODE_CHANNEL_'))).toEqual([]);
  });
});

describe('when the process is killed', () => {
  test('jobs under way are unknown, and the next ones run in a new process', async () => {
    const { url, connected } = await startSilence();
    const checker = start();
    const first = checker.check(job(url));
    await connected;
    const pid = checker.pid() ?? 0;
    process.kill(pid, 'SIGKILL');
    expect(await first).toMatchObject({ outcome: 'unknown', code: 'interrupted' });
    expect(await checker.check(job(await startAnswers()))).toMatchObject({ outcome: 'succeeded' });
    expect(checker.pid()).not.toBe(pid);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', reason: 'SIGKILL', delayMs: 200 },
    ]);
  });

  test('signals to the whole service don’t end it before its parent', async () => {
    const url = await startAnswers();
    const checker = start();
    await checker.check(job(url));
    const pid = checker.pid() ?? 0;
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    expect(await checker.check(job(url))).toMatchObject({ outcome: 'succeeded' });
    expect(checker.pid()).toBe(pid);
  });

  test('the process is started again after longer and longer delays, and jobs wait for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overdue-checker-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = join(folder, 'crash.mjs');
    writeFileSync(
      program,
      "process.stderr.write('This is broken.\\n'); process.exitCode = 7; process.disconnect();",
    );
    const clock = createFakeClock(0);
    const checker = start({ clock, program });
    const delays: unknown[] = [];
    for (let crash = 1; crash <= 11; crash += 1) {
      await expect.poll(() => lines.length).toBe(crash);
      const { reason, errors, delayMs } = JSON.parse(lines[crash - 1] ?? '');
      expect([reason, errors]).toEqual(['exit status 7', 'This is broken.\n']);
      delays.push(delayMs);
      await clock.advance(delayMs);
    }
    expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000]);
    await expect.poll(() => lines.length).toBe(12);
    const result = checker.check(job('http://127.0.0.1:1', { waitMsMax: 1000 }));
    await clock.advance(1000 + 60_000 + 5000);
    expect(await result).toMatchObject({ outcome: 'unknown', code: 'interrupted' });
  });

  test('a program that can’t be started is reported', async () => {
    start({ program: '/nowhere/checker.mjs' });
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      reason: 'exit status 1',
      errors: expect.stringContaining('/nowhere/checker.mjs'),
    });
  });
});

test('a process that has stalled is killed, and its jobs are unknown', async () => {
  const { url, connected } = await startSilence();
  const clock = createFakeClock(0);
  const checker = start({ clock });
  const result = checker.check(job(url));
  await connected;
  const pid = checker.pid() ?? 0;
  process.kill(pid, 'SIGSTOP');
  await clock.advance(30_000 + 60_000 + 5000);
  expect(await result).toMatchObject({ outcome: 'unknown', code: 'interrupted' });
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('more than 20,000 jobs without a result are refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-checker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'idle.mjs');
  writeFileSync(program, "process.on('message', () => {});");
  const checker = start({ program });
  const results: Promise<CheckAttempt>[] = [];
  for (let count = 0; count < 20_000; count += 1) results.push(checker.check(job('http://127.0.0.1:1')));
  expect(await checker.check(job('http://127.0.0.1:1'))).toMatchObject({
    outcome: 'unknown',
    code: 'overloaded',
  });
  await checker.stop();
  const codes = new Set((await Promise.all(results)).map(({ code }) => code));
  expect([...codes]).toEqual(['interrupted']);
});

describe('a stop', () => {
  test('ends the process and its jobs, and later jobs don’t start', async () => {
    const { url, connected } = await startSilence();
    const checker = start();
    const result = checker.check(job(url));
    await connected;
    const pid = checker.pid() ?? 0;
    await checker.stop();
    expect(isRunning(pid)).toBe(false);
    expect(await result).toMatchObject({ outcome: 'unknown', code: 'interrupted' });
    expect(await checker.check(job(url))).toMatchObject({ outcome: 'unknown', code: 'interrupted' });
    expect([checker.pid(), lines]).toEqual([null, []]);
  });

  test('ends even a process that does not react', async () => {
    const url = await startAnswers();
    const clock = createFakeClock(0);
    const checker = start({ clock });
    await checker.check(job(url));
    process.kill(checker.pid() ?? 0, 'SIGSTOP');
    const stopped = checker.stop();
    await clock.advance(2000);
    await stopped;
    expect(checker.pid()).toBeNull();
  });
});

test('the process ends when its parent is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-checker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'parent.mjs');
  const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
  writeFileSync(
    program,
    `import { startChecker } from ${source('checks/checker.ts')};
     import { systemClock } from ${source('platform/runtime/clock.ts')};
     const log = { error() {} };
     const checker = startChecker({ clock: systemClock, log, allowedAddresses: '', own: { ports: [], database: null }, environment: {} });
     await checker.check({ team: '', kind: 'http', url: 'http://127.0.0.1:1', settings: ${JSON.stringify(CHECK_SETTINGS.http.parse({}))}, waitMsMax: 1000, keepsExcerpt: false });
     console.log(checker.pid());`,
  );
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(parent.stdout), 'line');
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

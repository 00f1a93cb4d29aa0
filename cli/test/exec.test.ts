import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  hangUp,
  json,
  openLoopback,
  PING_ID,
  pingResponse,
  type Respond,
  type Seen,
} from '../../server/test/sdk/loopback.ts';
import { makeStateFolder, run, start } from './command.ts';

const ACCEPTED = pingResponse();

async function openHost(...responses: readonly Respond[]) {
  const server = await openLoopback(...(responses.length === 0 ? [ACCEPTED] : responses));
  const state = makeStateFolder();
  const env = { OVERDUE_STATE: state, OVERDUE_PING_URL: `${server.url}/ping/${PING_ID}` };
  return {
    ...server,
    state,
    env,
    exec: (args: readonly string[], input = '') => run(['exec', ...args], { env, input }),
    flush: (...options: readonly string[]) => run(['flush', '--json', ...options], { env }),
  };
}

/** The last part of the path and the parameters of a ping. */
function reportOf({ url }: Seen) {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  return { type: pathname.split('/').at(-1), ...Object.fromEntries(searchParams) };
}

describe('a job', () => {
  test('is reported with its start, end, duration, exit status and log', async () => {
    const host = await openHost();
    const result = await host.exec(['--', 'sh', '-c', 'echo out; echo err >&2; exit 3']);
    expect(result).toEqual({ status: 3, signal: null, stdout: 'out\n', stderr: 'err\n' });
    const rid = new URL(host.seen[0]?.url ?? '', 'http://127.0.0.1').searchParams.get('rid');
    expect(host.seen.map(reportOf)).toEqual([
      { type: 'start', rid },
      { type: '3', rid, duration: expect.stringMatching(/^\d/) },
    ]);
    expect(rid).toMatch(/^[0-9a-f-]{36}$/);
    expect(host.seen[1]?.body.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  test('has its input, its environment and pipes that can be opened', async () => {
    const host = await openHost();
    const script =
      'read line; echo "$line"; echo "$OVERDUE_PING_URL" | wc -l > /dev/stdout; test -p /dev/fd/1 && echo pipe';
    expect(await host.exec(['--', 'sh', '-c', script], 'from stdin\n')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^from stdin\n\s*1\npipe\n$/),
      stderr: '',
    });
  });

  test("a job runs and is reported although reports can't be kept on disk, with a warning", async () => {
    const host = await openHost();
    const env = { ...host.env, OVERDUE_STATE: '/proc/nothing' };
    const result = await run(['exec', '--lock', 'a', '--', 'echo', 'ran'], { env });
    expect(result).toMatchObject({ status: 0, stdout: 'ran\n' });
    expect(result.stderr).toContain("can't be kept on disk");
    expect(result.stderr).toContain('without the lock');
    expect(host.seen.map((request) => reportOf(request).type)).toEqual(['start', '0']);
  });

  test('binary output and options of the job pass through unchanged', async () => {
    const host = await openHost();
    const { stdout } = await host.exec(['--', 'printf', '\\377\\000\\303--help']);
    expect(stdout).toBe('\u{ff}\0\u{c3}--help');
  });

  test.each([
    ['a signal', ['sh', '-c', 'kill -TERM $$'], 143, 'ended by SIGTERM'],
    ['a missing command', ['/no/such/command'], 127, 'no such command'],
    ['a file that is no program', ['/dev/null'], 126, "can't be run"],
  ])(
    'a job ended by %s has the status that a shell shows, and is reported',
    async (_name, job, status, remark) => {
      const host = await openHost();
      const result = await host.exec(['--', ...job]);
      expect(result.status).toBe(status);
      expect(result.stderr).toContain(remark);
      expect(host.seen.map(reportOf).at(-1)).toMatchObject({ type: String(status) });
      expect(host.seen.at(-1)?.body).toContain(remark);
    },
  );

  test('gets the signals of its wrapper', async () => {
    const host = await openHost();
    const script = 'trap "echo stopping; exit 5" TERM; echo ready; while :; do sleep 0.05; done';
    const running = start(['exec', '--', 'sh', '-c', script], host.env);
    if (running.process.stdout === null) throw new Error('There is no output.');
    await once(running.process.stdout, 'data');
    running.process.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ status: 5, stdout: 'ready\nstopping\n' });
  });

  test('ends without the process that it leaves behind, and the process keeps its output', async () => {
    const host = await openHost();
    const fifo = join(host.state, 'go');
    const script = `mkfifo ${fifo}; (read line < ${fifo}; echo "later $line") & echo now`;
    const running = start(['exec', '--', 'sh', '-c', script], host.env);
    await once(running.process, 'exit');
    expect(host.seen).toHaveLength(2);
    writeFileSync(fifo, 'go\n');
    expect((await running.finished).stdout).toBe('now\nlater go\n');
  });

  test('continues after it closes its outputs, and its end is reported', async () => {
    const host = await openHost();
    const fifo = join(host.state, 'closed');
    execFileSync('mkfifo', [fifo]);
    const script = `echo before; exec >&- 2>&-; echo closed > ${fifo}; read line; exit 4`;
    const running = start(['exec', '--', 'sh', '-c', script], host.env);
    await readFile(fifo);
    expect(host.seen.map((request) => reportOf(request).type)).not.toContain('4');
    running.process.stdin?.end('go on\n');
    expect(await running.finished).toEqual({ status: 4, signal: null, stdout: 'before\n', stderr: '' });
    expect(host.seen.map((request) => reportOf(request).type)).toEqual(['start', '4']);
    expect(host.seen[1]?.body).toBe('before\n');
  });

  test('keeps the head and the tail of a long log, without secrets', async () => {
    const host = await openHost();
    const script = 'echo "first DB_PASSWORD=hunter22"; yes 0123456789 | head -c 3000000; echo last';
    const { stdout } = await host.exec(['--', 'sh', '-c', script]);
    expect(stdout).toHaveLength(3_000_032);
    const log = host.seen.at(-1)?.body ?? '';
    expect(log).toMatch(/^first DB_PASSWORD=\[masked\]\n/);
    expect(log).toMatch(/\n\[overdue: \d+ bytes left out\]\n/);
    expect(log.endsWith('last\n')).toBe(true);
    expect(log.length).toBeLessThan(81_000);
  });
});

describe('options', () => {
  test('--quiet-success shows the output only of a job that fails', async () => {
    const host = await openHost();
    expect(await host.exec(['--quiet-success', '--', 'echo', 'fine'])).toMatchObject({
      status: 0,
      stdout: '',
    });
    const failed = await host.exec(['--quiet-success', '--', 'sh', '-c', 'echo bad; exit 1']);
    expect(failed).toMatchObject({ status: 1, stdout: 'bad\n' });
    expect(host.seen.map(({ body }) => body)).toEqual(['', 'fine\n', '', 'bad\n']);
  });

  test('--timeout stops the job', async () => {
    const host = await openHost();
    const result = await host.exec(['--timeout', '200ms', '--', 'sleep', '60']);
    expect(result).toMatchObject({ status: 124, stderr: expect.stringContaining('stopped after 0.2 s') });
    expect(host.seen.map(reportOf).at(-1)).toMatchObject({ type: '124' });
  });

  test('--retry runs a failed job again, as one run', async () => {
    const host = await openHost();
    const script = `test -e ${host.state}/seen && exit 0; touch ${host.state}/seen; echo failing; exit 9`;
    expect(await host.exec(['--retry', '2', '--', 'sh', '-c', script])).toMatchObject({ status: 0 });
    expect(host.seen.map((request) => reportOf(request).type)).toEqual(['start', '0']);
    expect(host.seen[1]?.body).toContain('attempt 1 ended with exit status 9');
  });

  test('--lock skips a run while another holds the lock, and notes it', async () => {
    const host = await openHost();
    const first = start(['exec', '--lock', 'a/b', '--', 'sh', '-c', 'echo ready; read line'], host.env);
    if (first.process.stdout === null) throw new Error('There is no output.');
    await once(first.process.stdout, 'data');
    const second = await host.exec(['--lock', 'a/b', '--', 'echo', 'never']);
    expect(second).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('was skipped') });
    first.process.stdin?.end('\n');
    expect(await first.finished).toMatchObject({ status: 0 });
    expect(await host.exec(['--lock', 'a/b', '--', 'echo', 'again'])).toMatchObject({ stdout: 'again\n' });
    expect(host.seen.map((request) => reportOf(request).type)).toEqual(['start', 'log', '0', 'start', '0']);
  });

  test.each([
    [['--ping', 'ftp://x', '--', 'true'], '--ping must begin with'],
    [['--ping', 'http://x', '--monitor', 'a', '--', 'true'], 'not both'],
    [['--create', '--', 'true'], '--create needs --monitor'],
    [['--timeout', 'soon', '--', 'true'], 'Invalid duration'],
    [['--retry', '-1', '--', 'true'], '--retry must be'],
    [['--unknown', '--', 'true'], '--unknown'],
    [[], 'missing required argument'],
  ])('%j is refused before the job starts', async (args, message) => {
    const host = await openHost();
    expect(await host.exec(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
    expect(host.seen).toEqual([]);
  });

  test('--monitor names the slug of a project, and --create creates it', async () => {
    const host = await openHost((response) =>
      response.writeHead(200, { 'Ping-Body-Limit': '1000' }).end('OK'),
    );
    const env = { ...host.env, OVERDUE_URL: host.url, OVERDUE_PING_KEY: 'k'.repeat(22) };
    await run(['exec', '--monitor', 'Nightly Backup', '--create', '--', 'true'], { env });
    expect(
      host.seen.map(({ url }) => url.replace(/rid=[^&]+/, 'rid').replace(/duration=[^&]+/, 'duration')),
    ).toEqual([
      `/ping/${'k'.repeat(22)}/nightly-backup/start?create=1&rid`,
      `/ping/${'k'.repeat(22)}/nightly-backup/0?create=1&rid&duration`,
    ]);
  });
});

describe('reports without a service', () => {
  const outages: readonly (readonly [string, Respond])[] = [
    ['hangs up', hangUp],
    ['answers with 503', json(503, {})],
    ['is replaced by the login page of a network', (response) => response.end('<html>Log in</html>')],
  ];

  test.each(outages)(
    'reports wait on disk while the service %s, and are sent later with their times',
    async (_name, away) => {
      let isAway = true;
      const host = await openHost((response, seen) => (isAway ? away : ACCEPTED)(response, seen));
      const result = await host.exec(['--', 'sh', '-c', 'echo kept; exit 4']);
      expect(result).toMatchObject({
        status: 4,
        stdout: 'kept\n',
        stderr: expect.stringContaining('waits in'),
      });
      expect(statSync(join(host.state, 'spool.db')).mode & 0o777).toBe(0o600);
      expect(await host.flush()).toMatchObject({ status: 3 });
      isAway = false;
      host.seen.length = 0;
      const flushed = await host.flush();
      expect(JSON.parse(flushed.stdout)).toEqual({
        sent: 2,
        refused: [],
        waiting: 0,
        tooOld: 0,
        problem: null,
      });
      expect(host.seen.map((request) => reportOf(request).type)).toEqual(['start', '4']);
      expect(host.seen[1]?.body).toBe('kept\n');
    },
  );

  test('a job starts immediately, and ends after the maximum wait at the latest', async () => {
    const host = await openHost(() => {});
    const startedAt = performance.now();
    const result = await host.exec(['--patience', '300ms', '--', 'echo', 'done']);
    expect(result).toMatchObject({ status: 0, stdout: 'done\n' });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(JSON.parse((await host.flush('--patience', '300ms')).stdout || '{}')).toMatchObject({
      waiting: 2,
    });
  });

  test('a report that the service refuses permanently is dropped with the reason', async () => {
    const host = await openHost(
      json(404, {
        success: false,
        data: { error: { code: 'not_found', message: 'There is no such ping URL.' } },
      }),
    );
    const result = await host.exec(['--', 'true']);
    expect(result).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('There is no such ping URL.'),
    });
    expect(JSON.parse((await host.flush()).stdout)).toMatchObject({ sent: 0, waiting: 0 });
  });
});

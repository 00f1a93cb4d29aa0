import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../sdk/src/clock.ts';
import {
  failure,
  hangUp,
  openLoopback,
  PING_ID,
  pingResponse,
  type Respond,
  type Seen,
} from '../../server/test/sdk/loopback.ts';
import { openNetwork } from '../src/network/network.ts';
import { sendReport } from '../src/spool/send-report.ts';
import { makeStateFolder } from './command.ts';

const SCRIPT = fileURLToPath(new URL('../sh/overdue-exec.sh', import.meta.url));
const SHELLS: readonly (readonly [string, readonly string[]])[] = [
  ['dash', ['dash']],
  ['bash', ['bash', '--posix']],
  ['busybox', ['busybox', 'sh']],
];
/** In CI, all shells are tested, and a missing shell fails the test. Elsewhere, only installed shells are tested. */
const isCI = process.env.CI === 'true';
const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
/** The header of all responses to pings. */
const OWN = { 'Ping-Body-Limit': '100000' };
const FOUND = SHELLS.filter(([name]) => isCI || isInstalled(name));

function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) => void response.writeHead(status, headers).end(body);
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder with the commands that the script needs, but without curl. */
function pathWithoutCurl(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const names =
    'sh cat date dirname head hostname id ls mkdir mkfifo mv rm setsid tail tee timeout tr wget'.split(' ');
  for (const name of names)
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(bin, name),
    );
  return bin;
}

interface ScriptOptions {
  readonly job: string;
  readonly env: object;
  readonly cwd?: string;
  readonly uid?: number;
  /** Path of the ping URL. */
  readonly path?: string;
}

function startScript(
  shell: readonly string[],
  url: string,
  { job, env, path = `/ping/${PING_ID}`, ...where }: ScriptOptions,
): ChildProcess {
  const [command = 'sh', ...args] = shell;
  const child = spawn(command, [...args, SCRIPT, url + path, 'sh', '-c', job], {
    env: { PATH: process.env.PATH, ...env },
    ...where,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function runScript(shell: readonly string[], url: string, options: ScriptOptions) {
  const child = startScript(shell, url, options);
  // The script may have closed its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end('input\n');
  const [stdout, stderr, [status]] = await Promise.all([
    textOf(child.stdout ?? expect.fail()),
    textOf(child.stderr ?? expect.fail()),
    once(child, 'exit'),
  ]);
  return { status, stdout, stderr };
}

/** Whether a process runs. A process that has ended may stay in the list of processes until its parent asks for the result. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Replaces the folder by a link to a folder that everyone can change. */
function linkToOpenFolder(state: string): void {
  const open = `${state}-open`;
  mkdirSync(open);
  chmodSync(open, 0o777);
  rmdirSync(state);
  symlinkSync(open, state);
}

function replaceByFile(state: string): void {
  rmdirSync(state);
  writeFileSync(state, '');
}

/** Puts a report into a state folder as the script does. */
function keepReport(
  state: string,
  {
    url,
    body = '',
    ageDays = 0,
  }: { readonly url: string; readonly body?: string; readonly ageDays?: number },
): void {
  const name = `${Math.floor(Date.now() / 1000) - ageDays * 86_400 - 1}.1.1`;
  writeFileSync(join(state, `${name}.url`), `${url}\n`);
  writeFileSync(join(state, `${name}.body`), body);
}

const waiting = (state: string) => readdirSync(state).filter((name) => name.endsWith('.url'));

function pingTypeOf({ url }: Seen): string {
  return new URL(url, 'http://127.0.0.1').pathname.split('/').at(-1) ?? '';
}

test('dash or bash is installed', () => {
  expect(FOUND.map(([name]) => name)).toContain('bash');
});

describe.each(FOUND)('the shell wrapper under %s', (_name, shell) => {
  test('reports a run, and changes neither outputs, input nor exit status', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const job = 'read line; echo "got $line"; echo err >&2; exit 7';
    expect(await runScript(shell, server.url, { job, env: { OVERDUE_STATE: state } })).toEqual({
      status: 7,
      stdout: 'got input\n',
      stderr: 'err\n',
    });
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '7']);
    expect(server.seen[1]?.body.split('\n').sort()).toEqual(['', 'err', 'got input']);
    expect(server.seen[1]?.url).toMatch(/rid=[^&]+&duration=\d+$/);
  });

  test('keeps reports while the service is away, and sends them with the next run', async () => {
    let isAway = true;
    const server = await openLoopback((response, seen) => (isAway ? hangUp : pingResponse())(response, seen));
    const state = makeStateFolder();
    const env = { OVERDUE_STATE: state };
    expect(await runScript(shell, server.url, { job: 'echo first', env })).toMatchObject({ status: 0 });
    isAway = false;
    server.seen.length = 0;
    expect(await runScript(shell, server.url, { job: 'echo second', env })).toMatchObject({ status: 0 });
    expect(server.seen.map(({ body }) => body.trim())).toEqual(['', 'second', '', 'first']);
    expect(server.seen[3]?.url).toMatch(/\/0\?rid=[^&]+&duration=\d+&at=\d+$/);
    expect(readdirSync(state)).toEqual([]);
  });

  test('an address that is away does not block the reports to other addresses', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const env = { OVERDUE_STATE: state };
    expect(await runScript(shell, 'http://127.0.0.1:1', { job: 'echo away', env })).toMatchObject({
      status: 0,
    });
    keepReport(state, { url: `${server.url}/ping/${PING_ID}/7?rid=a`, body: 'older' });
    await runScript(shell, 'http://127.0.0.1:1', { job: 'echo away', env });
    expect(server.seen.map(({ body }) => body)).toEqual(['older']);
    expect(readdirSync(state).filter((name) => name.endsWith('.url'))).toHaveLength(4);
  });

  test('a page of a proxy does not count as an answer, and a refusal by Overdue is final', async () => {
    const server = await openLoopback((response) => {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end('<html>404 page not found</html>');
    });
    const state = makeStateFolder();
    const env = { OVERDUE_STATE: state };
    await runScript(shell, server.url, { job: 'true', env });
    expect(readdirSync(state).filter((name) => name.endsWith('.url'))).toHaveLength(2);
    const overdue = await openLoopback(failure(404, 'not_found'));
    const refused = makeStateFolder();
    const { stderr } = await runScript(shell, overdue.url, { job: 'true', env: { OVERDUE_STATE: refused } });
    expect(stderr).toContain('the service refused a report');
    expect(readdirSync(refused)).toEqual([]);
  });

  test.each<[answer: string, respond: Respond, isFinal: boolean]>([
    ['the OK of a login page', text(200, 'OK'), false],
    ['the OK of Overdue', text(200, 'OK', OWN), true],
    ['a text of Overdue that begins with OK', text(200, 'OK (1 warning)', OWN), true],
    ['another word', text(200, 'OKAY', OWN), false],
    ['a page with the header of Overdue', text(200, '<html>OK</html>', OWN), false],
    ['a page that names the header', text(200, '<p>\nPing-Body-Limit: 1\nOK'), false],
    ['the JSON of Overdue', pingResponse(), true],
    ['the JSON of another service', text(200, '{"success":true}'), false],
    ['an answer without a text', text(204, '', OWN), false],
    ['a refusal as JSON', failure(404, 'not_found'), true],
    ['a refusal as text', text(404, 'not found', OWN), true],
    ['a refusal of another service', text(404, 'not found'), false],
    ['too many requests', failure(429, 'rate_limited', { 'Retry-After': '31536000' }), false],
    ['an error of Overdue', failure(500, 'internal'), false],
  ])('%s is judged as by "overdue exec"', async (_, respond, isFinal) => {
    const server = await openLoopback(respond);
    const state = makeStateFolder();
    await runScript(shell, server.url, { job: 'true', env: { OVERDUE_STATE: state } });
    expect(waiting(state)).toHaveLength(isFinal ? 0 : 2);
    const target = { pingURL: `${server.url}/ping/${PING_ID}` };
    const result = await sendReport(
      { target, type: 0, rid: 'a', at: Date.now(), duration: 1, log: null },
      {
        clock: systemClock,
        userAgent: 'test',
        timeoutMs: 5000,
        network: openNetwork({}),
        findPingURL: () => expect.fail(),
      },
    );
    expect(result.outcome === 'unreachable').toBe(!isFinal);
  });

  test('a redirect leads to Overdue', async () => {
    const server = await openLoopback(pingResponse());
    const before = await openLoopback((response, { url }) => {
      response.writeHead(307, { Location: server.url + url }).end('moved');
    });
    const state = makeStateFolder();
    await runScript(shell, before.url, { job: 'echo log', env: { OVERDUE_STATE: state } });
    expect(server.seen.map(({ body }) => body)).toEqual(['', 'log\n']);
    expect(waiting(state)).toEqual([]);
  });

  test('a report that the service would count as of now is neither sent nor deleted', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    keepReport(state, { url: `${server.url}/ping/${PING_ID}/7?rid=a`, ageDays: 31 });
    await runScript(shell, server.url, { job: 'true', env: { OVERDUE_STATE: state } });
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '0']);
    expect(waiting(state)).toHaveLength(1);
  });

  test.each([
    ['a query', `/ping/${PING_ID}?create=1`, '&create=1'],
    ['slashes at its end', `/ping/${PING_ID}//`, ''],
    ['folders', `/overdue/ping/${PING_ID}`, ''],
  ])('a ping URL may have %s', async (_, path, query) => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const { status } = await runScript(shell, server.url, {
      job: 'exit 3',
      env: { OVERDUE_STATE: state },
      path,
    });
    expect(status).toBe(3);
    const folder = path.startsWith('/overdue') ? '/overdue' : '';
    expect(server.seen.map(({ url }) => url.replace(/rid=[^&]*/, 'rid=').replace(/\d+&c/, '0&c'))).toEqual([
      `${folder}/ping/${PING_ID}/start?rid=${query}`,
      expect.stringMatching(`^${folder}/ping/${PING_ID}/3\\?rid=&duration=\\d+${query}$`),
    ]);
  });

  test.each(['0<&-', '1>&-', '2>&-', '0<&- 1>&- 2>&-'])(
    'the job runs with closed descriptors: %s',
    async (closed) => {
      const server = await openLoopback(pingResponse());
      const state = makeStateFolder();
      const result = await runScript(
        ['sh', '-c', `exec ${closed}; exec ${shell.join(' ')} "$@"`, 'sh'],
        server.url,
        { job: 'echo out; echo err >&2; exit 3', env: { OVERDUE_STATE: state } },
      );
      expect(result.status).toBe(3);
      expect(server.seen.map(pingTypeOf)).toEqual(['start', '3']);
      if (closed === '2>&-') expect(result.stdout).toBe('out\n');
    },
  );

  test('the job has the file mode mask of its caller', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const masked = ['sh', '-c', `umask 027; exec ${shell.join(' ')} "$@"`, 'sh'];
    const { stdout } = await runScript(masked, server.url, { job: 'umask', env: { OVERDUE_STATE: state } });
    expect(stdout).toMatch(/^0?027\n$/);
  });

  test.each([
    ['can be changed by others', (state: string) => chmodSync(state, 0o777)],
    ['is a link to a folder that others can change', linkToOpenFolder],
    ['can be replaced by others', (state: string) => chmodSync(join(state, '..'), 0o777)],
    ['is a file', replaceByFile],
  ])('a state folder that %s is neither read nor written, and the job runs', async (_, spoil) => {
    const server = await openLoopback(pingResponse());
    const state = join(makeStateFolder(), 'own');
    mkdirSync(state, { mode: 0o700 });
    spoil(state);
    const job = 'cat; echo err >&2; exit 3';
    if (statSync(state).isDirectory()) {
      writeFileSync(join(state, '1.1.1.url'), `${server.url}/forged\n`);
      writeFileSync(join(state, '1.1.1.body'), 'forged');
    }
    const result = await runScript(shell, server.url, { job, env: { OVERDUE_STATE: state } });
    expect(result).toMatchObject({ status: 3, stdout: 'input\n' });
    expect(result.stderr).toContain('is not a folder with mode 700 that only this user can change');
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '3']);
    if (statSync(state).isDirectory()) expect(readdirSync(state).sort()).toEqual(['1.1.1.body', '1.1.1.url']);
  });

  test('the content of a state file is never an option of curl', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const folder = makeStateFolder();
    writeFileSync(join(folder, 'config'), `url="file:///etc/hostname"\noutput="${folder}/planted"\n`);
    keepReport(state, { url: `-K${folder}/config` });
    await runScript(shell, server.url, { job: 'true', env: { OVERDUE_STATE: state } });
    expect(readdirSync(folder)).toEqual(['config']);
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '0']);
  });

  test('without a home folder, nothing is kept, and nothing is written to the current folder', async () => {
    const server = await openLoopback(pingResponse());
    const cwd = makeStateFolder();
    chmodSync(cwd, 0o777);
    const user = isRoot ? { uid: NOBODY } : {};
    const result = await runScript(shell, server.url, { job: 'pwd', env: { HOME: '' }, cwd, ...user });
    expect(result).toMatchObject({ status: 0, stdout: `${cwd}\n` });
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '0']);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    '%s reaches the processes that the job has started',
    async (signal) => {
      const server = await openLoopback(pingResponse());
      const state = makeStateFolder();
      const child = startScript(shell, server.url, {
        job: 'sleep 300 & echo $!; wait',
        env: { OVERDUE_STATE: state },
      });
      const [first] = await once(child.stdout ?? expect.fail(), 'data');
      child.kill(signal);
      const [status] = await once(child, 'exit');
      // The processes of a shell ignore SIGINT and SIGQUIT, so they get SIGTERM.
      expect(status).toBe(signal === 'SIGHUP' ? 129 : 143);
      expect(server.seen.map(pingTypeOf)).toEqual(['start', `${status}`]);
      await expect.poll(() => isRunning(Number(first))).toBe(false);
    },
  );

  test('SIGINT reaches the job at once, also while a report is written', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const bin = makeStateFolder();
    const gate = join(bin, 'gate');
    // A shell that waits for this program itself would delay the signal, and bash forgets a SIGINT that comes as the program ends.
    const cat = `#!/bin/sh\n: >${gate}.reached\nwhile [ ! -e ${gate} ]; do sleep 0.02; done\nPATH=/usr/bin:/bin exec cat "$@"\n`;
    writeFileSync(join(bin, 'cat'), cat, { mode: 0o755 });
    const child = startScript(shell, server.url, {
      job: 'echo $$; exec sleep 300',
      env: { OVERDUE_STATE: state, PATH: `${bin}:${process.env.PATH}` },
    });
    const [job] = await once(child.stdout ?? expect.fail(), 'data');
    await expect.poll(() => readdirSync(bin)).toContain('gate.reached');
    child.kill('SIGINT');
    await expect.poll(() => isRunning(Number(job))).toBe(false);
    writeFileSync(gate, '');
    expect(await once(child, 'exit')).toEqual([143, null]);
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '143']);
  });

  test.runIf(isRoot)(
    'the job runs, and the exit status is its own, whatever limit of processes keeps the shell from starting another',
    async () => {
      const server = await openLoopback(pingResponse());
      const limits = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12];
      const runs = limits.map(async (processes) => {
        const uid = 1_000_000 + Math.floor(Math.random() * 1_000_000);
        const state = makeStateFolder();
        chownSync(state, uid, uid);
        const limited = ['bash', '-c', `ulimit -u ${processes}; exec ${shell.join(' ')} "$@"`, 'sh'];
        const job = 'read line; echo "got $line"; exit 7';
        const result = await runScript(limited, server.url, { job, env: { OVERDUE_STATE: state }, uid });
        expect([processes, result]).toMatchObject([processes, { status: 7, stdout: 'got input\n' }]);
      });
      await Promise.all(runs);
    },
  );

  test.each([14, 15, 16, 18, 20, 22, 24])('the job runs with at most %i open files', async (files) => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const limited = ['bash', '-c', `ulimit -n ${files}; exec ${shell.join(' ')} "$@"`, 'sh'];
    const job = 'read line; echo "got $line"; exit 7';
    expect(await runScript(limited, server.url, { job, env: { OVERDUE_STATE: state } })).toMatchObject({
      status: 7,
      stdout: 'got input\n',
    });
  });

  test('the job runs without a program of the script', async () => {
    const state = makeStateFolder();
    const [command = '', ...args] = shell;
    const path = execFileSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).trim();
    const job = '/bin/echo ran; exit 3';
    const child = spawn(path, [...args, SCRIPT, 'http://127.0.0.1:1/ping/a', '/bin/sh', '-c', job], {
      env: { PATH: '/nonexistent', OVERDUE_STATE: state },
    });
    const [stdout, [status]] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: 'ran\n' });
  });

  test.each(['abc', '0', '-1', '5s', '99999999999'])(
    'reports are sent with OVERDUE_PATIENCE=%s',
    async (seconds) => {
      const server = await openLoopback(pingResponse());
      const env = { OVERDUE_STATE: makeStateFolder(), OVERDUE_PATIENCE: seconds };
      const { status, stderr } = await runScript(shell, server.url, { job: 'exit 3', env });
      expect(status).toBe(3);
      expect(stderr).toContain('OVERDUE_PATIENCE');
      expect(server.seen.map(pingTypeOf)).toEqual(['start', '3']);
    },
  );

  test('a relative state folder is not used, because other folders of the host have no reports of it', async () => {
    const server = await openLoopback(pingResponse());
    const cwd = makeStateFolder();
    const { status, stderr } = await runScript(shell, server.url, {
      job: 'exit 3',
      env: { OVERDUE_STATE: 'state' },
      cwd,
    });
    expect(status).toBe(3);
    expect(stderr).toContain('not an absolute path');
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '3']);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('a limit of the size of files ends neither the job nor its reports', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const limited = ['bash', '-c', `ulimit -f 0; exec ${shell.join(' ')} "$@"`, 'sh'];
    const result = await runScript(limited, server.url, {
      job: 'echo ran; exit 4',
      env: { OVERDUE_STATE: state },
    });
    expect(result).toMatchObject({ status: 4, stdout: 'ran\n' });
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '4']);
  });

  test('a full disk does not block the job', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    // The limit of the file size stands for a full disk.
    const job = 'head -c 3000000 /dev/zero | tr "\\0" x; exit 4';
    const result = await runScript(
      ['sh', '-c', `trap "" XFSZ; ulimit -f 0; exec ${shell.join(' ')} "$@"`, 'sh'],
      server.url,
      {
        job,
        env: { OVERDUE_STATE: state },
      },
    );
    expect(result.status).toBe(4);
    expect(result.stdout).toHaveLength(3_000_000);
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '4']);
  });
});

test.skipIf(!isCI && !isInstalled('wget'))('the shell wrapper works with wget', async () => {
  const server = await openLoopback(pingResponse());
  const state = makeStateFolder();
  const env = { OVERDUE_STATE: state, PATH: pathWithoutCurl(state) };
  expect(await runScript(['/bin/sh'], server.url, { job: 'echo out', env })).toMatchObject({ status: 0 });
  expect(server.seen.map(pingTypeOf)).toEqual(['start', '0']);
});

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  failure,
  hangUp,
  openLoopback,
  PING_ID,
  pingResponse,
  type Seen,
} from '../../server/test/sdk/loopback.ts';
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
const FOUND = SHELLS.filter(([name]) => isCI || isInstalled(name));

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
  const names = 'sh cat date dirname head hostname id ls mkdir mkfifo mv rm setsid tail tee tr wget'.split(
    ' ',
  );
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
}

function startScript(
  shell: readonly string[],
  url: string,
  { job, env, ...where }: ScriptOptions,
): ChildProcess {
  const [command = 'sh', ...args] = shell;
  const child = spawn(command, [...args, SCRIPT, `${url}/ping/${PING_ID}`, 'sh', '-c', job], {
    env: { PATH: process.env.PATH, ...env },
    ...where,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function runScript(shell: readonly string[], url: string, options: ScriptOptions) {
  const child = startScript(shell, url, options);
  child.stdin?.end('input\n');
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout ?? expect.fail()),
    text(child.stderr ?? expect.fail()),
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
    writeFileSync(join(state, '1.1.1.url'), `${server.url}/ping/${PING_ID}/7?rid=a&at=1\n`);
    writeFileSync(join(state, '1.1.1.body'), 'older');
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
    writeFileSync(join(state, '1.1.1.url'), `-K${folder}/config\n`);
    writeFileSync(join(state, '1.1.1.body'), '');
    await runScript(shell, server.url, { job: 'true', env: { OVERDUE_STATE: state } });
    expect(readdirSync(folder)).toEqual(['config']);
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '0']);
  });

  test('without a home folder, nothing is kept, and nothing is written to the current folder', async () => {
    const server = await openLoopback(pingResponse());
    const cwd = makeStateFolder();
    chmodSync(cwd, 0o777);
    const user = process.geteuid?.() === 0 ? { uid: NOBODY } : {};
    const result = await runScript(shell, server.url, { job: 'pwd', env: { HOME: '' }, cwd, ...user });
    expect(result).toMatchObject({ status: 0, stdout: `${cwd}\n` });
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '0']);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('SIGTERM reaches the processes that the job has started', async () => {
    const server = await openLoopback(pingResponse());
    const state = makeStateFolder();
    const child = startScript(shell, server.url, {
      job: 'sleep 300 & echo $!; wait',
      env: { OVERDUE_STATE: state },
    });
    const [first] = await once(child.stdout ?? expect.fail(), 'data');
    child.kill('SIGTERM');
    const [status] = await once(child, 'exit');
    expect(status).toBe(143);
    expect(server.seen.map(pingTypeOf)).toEqual(['start', '143']);
    await expect.poll(() => isRunning(Number(first))).toBe(false);
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

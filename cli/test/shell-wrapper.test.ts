import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hangUp, openLoopback, PING_ID, pingResponse, type Seen } from '../../server/test/sdk/loopback.ts';
import { makeStateFolder } from './command.ts';

const SCRIPT = fileURLToPath(new URL('../sh/overdue-exec.sh', import.meta.url));
const SHELLS: readonly (readonly [string, readonly string[]])[] = [
  ['dash', ['dash']],
  ['bash', ['bash', '--posix']],
  ['busybox', ['busybox', 'sh']],
];
/** In CI, all shells are tested, and a missing shell fails the test. Elsewhere, only installed shells are tested. */
const isCI = process.env.CI === 'true';
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
  const names = 'sh cat chmod cp date hostname mkdir mkfifo mktemp mv rm tail tee wget'.split(' ');
  for (const name of names)
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(bin, name),
    );
  return bin;
}

function runScript(
  shell: readonly string[],
  url: string,
  { job, env }: { readonly job: string; readonly env: object },
) {
  const [command = 'sh', ...args] = shell;
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      command,
      [...args, SCRIPT, `${url}/ping/${PING_ID}`, 'sh', '-c', job],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
    child.stdin?.end('input\n');
  });
}

function pingTypeOf({ url }: Seen): string {
  return new URL(url, 'http://127.0.0.1').pathname.split('/').at(-1) ?? '';
}

test('the shell wrapper is shorter than 100 lines, and dash or bash is installed', () => {
  expect(execFileSync('wc', ['-l', SCRIPT], { encoding: 'utf8' })).toMatch(/^\s*\d\d /);
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
});

test.skipIf(!isCI && !isInstalled('wget'))('the shell wrapper works with wget', async () => {
  const server = await openLoopback(pingResponse());
  const state = makeStateFolder();
  const env = { OVERDUE_STATE: state, PATH: pathWithoutCurl(state) };
  expect(await runScript(['/bin/sh'], server.url, { job: 'echo out', env })).toMatchObject({ status: 0 });
  expect(server.seen.map(pingTypeOf)).toEqual(['start', '0']);
});

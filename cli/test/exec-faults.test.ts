import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../server/test/running-server.ts';
import {
  failure,
  hangUp,
  openLoopback,
  PING_ID,
  pingResponse,
  type Respond,
} from '../../server/test/sdk/loopback.ts';
import { BUNDLED_SERVER } from '../../server/test/source-positions.ts';
import { makeStateFolder, PROGRAM, run, start, startInTerminal } from './command.ts';

async function openHost(respond: Respond = pingResponse()) {
  let answer = respond;
  const server = await openLoopback((response, seen) => answer(response, seen));
  const state = makeStateFolder();
  const env = { OVERDUE_STATE: state, OVERDUE_PING_URL: `${server.url}/ping/${PING_ID}` };
  return {
    ...server,
    state,
    env,
    types: () => server.seen.map(({ url }) => url.split('?')[0]?.split('/').at(-1)),
    respondWith: (next: Respond) => {
      answer = next;
    },
    flush: async () => JSON.parse((await run(['flush', '--json'], { env })).stdout),
  };
}

/** Text that identifies the processes of one test. */
const newMark = () => `${3_000_000 + Math.floor(Math.random() * 1_000_000)}`;

/** Returns the IDs of running processes with a text in their arguments. */
function processesWith(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function endLater(mark: string): void {
  onTestFinished(() => {
    for (const pid of processesWith(mark)) process.kill(pid, 'SIGKILL');
  });
}

const isRoot = process.geteuid?.() === 0;
/** Whether a process may have file systems of its own. */
const canUnshare = spawnSync('unshare', ['--mount', 'true']).status === 0;

describe('the job always runs', () => {
  test('as a user without a home folder and without an entry in the list of users', async () => {
    const host = await openHost();
    if (process.getuid?.() !== 0) return;
    execFileSync('chmod', ['755', host.state]);
    // The folder of the bundle may be closed to other users.
    const program = join(host.state, 'overdue.mjs');
    copyFileSync(PROGRAM, program);
    const id = ['--reuid', '54321', '--regid', '54321', '--clear-groups'];
    const command = [
      'env',
      '-i',
      process.execPath,
      program,
      'exec',
      '--ping',
      host.env.OVERDUE_PING_URL,
      '--lock',
      'a',
      '--',
      'echo',
      'ran',
    ];
    const child = spawn('setpriv', [...id, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
    const [status] = await once(child, 'close');
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('ran\n') });
    expect(output).toContain('without the lock a');
    expect(host.types()).toEqual(['start', '0']);
  });

  test.each([
    ['a damaged spool', (state: string) => writeFileSync(join(state, 'spool.db'), 'x'.repeat(5000))],
    ['a folder in place of the spool', (state: string) => mkdirSync(join(state, 'spool.db'))],
    ['a file in place of the folder of locks', (state: string) => writeFileSync(join(state, 'locks'), '')],
  ])('with %s', async (_name, damage) => {
    const host = await openHost();
    damage(host.state);
    const result = await run(['exec', '--lock', 'a', '--', 'echo', 'ran'], { env: host.env });
    expect(result).toMatchObject({ status: 0, stdout: 'ran\n', stderr: expect.stringMatching(/^overdue: /) });
    expect(host.types()).toEqual(['start', '0']);
  });

  test('without a folder for temporary files, and without a program for named pipes', async () => {
    const host = await openHost();
    const bin = join(host.state, 'bin');
    mkdirSync(bin);
    execFileSync('sh', ['-c', 'ln -s "$(command -v sh)" "$(command -v echo)" "$0"', bin]);
    const env = { ...host.env, PATH: bin, TMPDIR: '/no/such/folder' };
    const result = await run(
      ['exec', '--lock', 'a', '--quiet-success', '--', 'sh', '-c', 'echo ran; exit 3'],
      { env },
    );
    expect(result).toMatchObject({ status: 3, stdout: 'ran\n' });
    expect(result.stderr).toContain("can't be logged");
    expect(host.types()).toEqual(['start', '3']);
  });

  test('with a mask that takes the access of the owner away, and later runs can use what was created', async () => {
    const host = await openHost();
    const env = { ...host.env, OVERDUE_STATE: join(host.state, 'new'), TMPDIR: host.state };
    const script = 'umask 777; exec "$0" "$@"';
    const child = spawn(
      'sh',
      ['-c', script, process.execPath, PROGRAM, 'exec', '--lock', 'a', '--', 'sh', '-c', 'umask; exit 2'],
      { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect([status, output.split('\n')[0]]).toEqual([2, '0777']);
    const modeOf = (path: string) => (statSync(join(env.OVERDUE_STATE, path)).mode & 0o777).toString(8);
    expect(['', 'spool.db', 'locks', 'locks/a.lock'].map(modeOf)).toEqual(['700', '600', '700', '600']);
    expect(host.seen.at(-1)?.body).toContain('0777');
  });

  test.each(
    [22, 23, 24, 25, 26, 27, 28, 30, 32, 36].flatMap((files) => [
      { files, options: [] },
      { files, options: ['--lock', 'a', '--quiet-success'] },
    ]),
  )('with at most $files open files, and $options', async ({ files, options }) => {
    const host = await openHost();
    const job = [...options, '--', 'sh', '-c', 'echo ran; exit 3'];
    const script = `ulimit -n ${files}; exec "$0" "$@"`;
    const child = spawn('bash', ['-c', script, process.execPath, PROGRAM, 'exec', ...job], {
      env: { PATH: process.env.PATH, ...host.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect({ status, output, errors }).toMatchObject({ status: 3, output: 'ran\n' });
  });

  test.runIf(isRoot).each([10, 12, 14, 16])(
    'with its own exit status, if the job needs the last of %i processes',
    async (processes) => {
      const host = await openHost();
      const uid = 1_000_000 + Math.floor(Math.random() * 1_000_000);
      chownSync(host.state, uid, uid);
      // The folder of the bundle may be closed to other users.
      const program = join(host.state, 'overdue.mjs');
      copyFileSync(PROGRAM, program);
      const job = 'for i in 1 2 3; do sleep 0.5 & done; echo ran; wait; exit 3';
      const script = `ulimit -u ${processes}; exec "$0" "$@"`;
      const child = spawn(
        'bash',
        ['-c', script, process.execPath, program, 'exec', '--', 'bash', '-c', job],
        {
          // The look-up of a name needs a thread.
          env: {
            PATH: process.env.PATH,
            ...host.env,
            OVERDUE_PING_URL: host.env.OVERDUE_PING_URL.replace('127.0.0.1', 'localhost'),
          },
          uid,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      const [output, errors, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      expect({ status, output, errors }).toMatchObject({ status: 3, output: 'ran\n' });
    },
  );

  test.runIf(canUnshare)('without /proc, with a log', async () => {
    const host = await openHost();
    const job = [process.execPath, PROGRAM, 'exec', '--', 'sh', '-c', 'echo ran; exit 3'];
    const child = spawn('unshare', ['--mount', 'sh', '-c', 'umount -l /proc; exec "$0" "$@"', ...job], {
      env: { PATH: process.env.PATH, ...host.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect({ status, output, errors }).toEqual({ status: 3, output: 'ran\n', errors: '' });
    expect(host.seen.at(-1)?.body).toBe('ran\n');
  });

  test.runIf(canUnshare)(
    'as a user without a home folder, whose reports wait in a folder that root made',
    async () => {
      const host = await openHost(hangUp);
      execFileSync('chmod', ['755', host.state]);
      const program = join(host.state, 'overdue.mjs');
      copyFileSync(PROGRAM, program);
      const script = `mount -t tmpfs tmpfs /var/lib && install -d -m 755 /var/lib/overdue-users &&
      install -d -m 700 -o 54321 -g 54321 /var/lib/overdue-users/54321 &&
      exec setpriv --reuid 54321 --regid 54321 --clear-groups env -i "PATH=$PATH" "OVERDUE_PING_URL=$OVERDUE_PING_URL" \\
      sh -c '"$0" "$1" exec -- true; "$0" "$1" spool list --json' "$0" "$1"`;
      const child = spawn('unshare', ['--mount', 'sh', '-c', script, process.execPath, program], {
        env: { PATH: process.env.PATH, ...host.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      expect(errors).toContain('The report waits in /var/lib/overdue-users/54321');
      expect(JSON.parse(output).reports).toMatchObject([{ type: 'start' }, { type: 0 }]);
    },
  );

  test("with a profile that can't be read, and its reports wait for the profile", async () => {
    const host = await openHost();
    const folder = join(host.state, 'overdue');
    mkdirSync(folder);
    writeFileSync(join(folder, 'profiles.json'), '{broken', { mode: 0o600 });
    const env = { OVERDUE_STATE: host.state, XDG_CONFIG_HOME: host.state };
    const result = await run(['exec', '--monitor', 'nightly', '--', 'echo', 'ran'], { env });
    expect(result).toMatchObject({
      status: 0,
      stdout: 'ran\n',
      stderr: expect.stringContaining('profiles.json'),
    });
    expect((await run(['spool', 'list', '--json'], { env })).stdout).toContain('"nightly"');
  });
});

describe('the job runs without a monitor that the environment names', () => {
  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
    ['no profile', ['--monitor', 'nightly'], {}],
    ['a profile that is gone', ['--monitor', 'nightly', '--profile', 'gone'], {}],
    ['a token without an address', ['--monitor', 'nightly'], { OVERDUE_TOKEN: 'ovd_x' }],
    ['an invalid address', ['--monitor', 'nightly'], { OVERDUE_TOKEN: 'ovd_x', OVERDUE_URL: 'x' }],
  ])('and its reports wait, with %s', async (_name, options, more) => {
    const env = { OVERDUE_STATE: makeStateFolder(), ...more };
    const result = await run(['exec', ...options, '--', 'sh', '-c', 'echo ran; exit 3'], { env });
    expect(result).toMatchObject({ status: 3, stdout: 'ran\n', stderr: expect.stringContaining('waits in') });
    const { reports } = JSON.parse((await run(['spool', 'list', '--json'], { env })).stdout);
    expect(reports).toMatchObject([{ type: 'start' }, { type: 3 }]);
  });

  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
    ['no address', [], {}],
    ['an empty address', ['--ping', ''], {}],
    ['an invalid address', [], { OVERDUE_PING_URL: 'x' }],
    ['a key without an address', ['--monitor', 'a'], { OVERDUE_PING_KEY: 'k'.repeat(22) }],
    ['a key with an invalid address', ['--monitor', 'a'], { OVERDUE_PING_KEY: 'k', OVERDUE_URL: 'x' }],
  ])('and a warning says that there are no reports, with %s', async (_name, options, more) => {
    const env = { OVERDUE_STATE: makeStateFolder(), ...more };
    const result = await run(['exec', ...options, '--', 'sh', '-c', 'echo ran; exit 3'], { env });
    expect(result).toMatchObject({
      status: 3,
      stdout: 'ran\n',
      stderr: expect.stringContaining('runs without reports'),
    });
  });
});

test.each([
  ['no time limit', []],
  ['a time limit', ['--timeout', '1h']],
])('a job with %s sends the reports that wait', async (_name, options) => {
  const host = await openHost(hangUp);
  await run(['exec', '--', 'false'], { env: host.env });
  await run(['exec', '--', 'false'], { env: host.env });
  host.seen.length = 0;
  host.respondWith(pingResponse());
  const result = await run(['exec', ...options, '--', 'true'], { env: host.env });
  expect(result).toMatchObject({ status: 0, stderr: '' });
  expect(host.types()).toEqual(['start', '0', 'start', '1', 'start', '1']);
  expect(JSON.parse((await run(['spool', 'list', '--json'], { env: host.env })).stdout).reports).toEqual([]);
});

describe('a damaged spool', () => {
  test('is moved aside and named, and a new spool takes its place', async () => {
    const host = await openHost(hangUp);
    await run(['exec', '--', 'true'], { env: host.env });
    const file = join(host.state, 'spool.db');
    const bytes = readFileSync(file);
    // The header is intact, and the table is not.
    bytes.fill(0xff, 100);
    writeFileSync(file, bytes);
    const second = await run(['exec', '--', 'true'], { env: host.env });
    expect(second.stderr).toMatch(/was damaged.*spool\.db\.damaged-\d+/);
    expect(readdirSync(host.state).filter((name) => /^spool\.db\.damaged-\d+$/.test(name))).toHaveLength(1);
    host.respondWith(pingResponse());
    expect(await host.flush()).toMatchObject({ sent: 2, waiting: 0 });
  });
});

test('an invalid report in the spool neither stops the commands nor delays other reports', async () => {
  const host = await openHost(hangUp);
  await run(['exec', '--', 'true'], { env: host.env });
  const db = new DatabaseSync(join(host.state, 'spool.db'));
  const insert = db.prepare("INSERT INTO reports (ping_url, type, rid, at) VALUES (?, 'end', 'a', ?)");
  for (const at of [2n ** 63n - 1n, 2n ** 53n, -(2n ** 63n)])
    for (const url of [host.env.OVERDUE_PING_URL, 'nonsense']) insert.run(url, at);
  db.exec(
    `INSERT INTO reports (id, ping_url, type, rid, at) VALUES (${2n ** 60n}, 'nonsense', 'end', 'a', 5)`,
  );
  db.close();
  expect(await run(['spool', 'list'], { env: host.env })).toMatchObject({ status: 0, stderr: '' });
  host.respondWith(pingResponse());
  const result = await host.flush();
  expect(result.refused).toEqual(Array(2).fill('The report has no valid ping URL.'));
  expect(host.types()).toContain('0');
});

describe('a spool that another process locks', () => {
  async function openLocked() {
    const host = await openHost(hangUp);
    await run(['exec', '--', 'true'], { env: host.env });
    const db = new DatabaseSync(join(host.state, 'spool.db'));
    onTestFinished(() => void (db.isOpen && db.close()));
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return { ...host, db };
  }

  test.each([['spool', 'list'], ['spool', 'drop', '--all'], ['flush']])(
    'is named by "overdue %s %s %s", without a stack',
    async (...words) => {
      const { env } = await openLocked();
      const args = words.filter((word) => typeof word === 'string');
      expect(await run(args, { env })).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          /^overdue: The file of waiting reports .* can't be used: .*locked\.\n$/,
        ),
      });
    },
  );

  test('loses no report if the lock is given up while the job runs', async () => {
    const { env, db, ...host } = await openLocked();
    const running = start(['exec', '--', 'sh', '-c', 'echo ready; read line; exit 3'], env);
    await once(running.process.stdout ?? expect.fail(), 'data');
    db.exec('COMMIT');
    db.close();
    running.process.stdin?.end('\n');
    expect(await running.finished).toMatchObject({ status: 3 });
    host.respondWith(pingResponse());
    expect(await host.flush()).toMatchObject({ sent: 4, waiting: 0 });
  });
});

describe('reports are on disk before they are sent', () => {
  test('the start survives kill -9 while the service hangs, and the next flush sends it', async () => {
    const host = await openHost(() => {});
    const running = start(['exec', '--', 'sh', '-c', 'read line'], host.env);
    await until(async () => expect(host.seen).toHaveLength(1));
    running.process.kill('SIGKILL');
    await running.finished;
    host.respondWith(pingResponse());
    expect(await host.flush()).toMatchObject({ sent: 1, waiting: 0 });
    expect(host.types()).toEqual(['start', 'start']);
  });

  test('a report that a job is sending is left to the job', async () => {
    const host = await openHost(() => {});
    const running = start(['exec', '--', 'sh', '-c', 'read line'], host.env);
    await until(async () => expect(host.seen).toHaveLength(1));
    expect(await host.flush()).toMatchObject({ sent: 0, waiting: 1 });
    running.process.kill('SIGKILL');
    await running.finished;
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s while the end is reported loses nothing, and the exit status stays that of the job',
    async (signal) => {
      const host = await openHost(() => {});
      const running = start(['exec', '--patience', '60s', '--', 'sh', '-c', 'echo saved; exit 3'], host.env);
      await until(async () => {
        expect(host.seen).toHaveLength(1);
        expect((await run(['spool', 'list', '--json'], { env: host.env })).stdout).toContain('"type":3');
      });
      running.process.kill(signal);
      expect(await running.finished).toMatchObject({ status: 3, signal: null, stdout: 'saved\n' });
      host.respondWith(pingResponse());
      host.seen.length = 0;
      expect(await host.flush()).toMatchObject({ sent: 2, waiting: 0 });
      expect(host.types()).toEqual(['start', '3']);
    },
  );

  test('SIGTERM between two attempts ends the attempts, and the end is reported', async () => {
    const host = await openHost();
    const running = start(['exec', '--retry', '100', '--', 'sh', '-c', 'echo failing; exit 9'], host.env);
    let attempts = 0;
    running.process.stdout?.on('data', () => {
      attempts += 1;
      if (attempts === 2) running.process.kill('SIGTERM');
    });
    expect((await running.finished).signal).toBe(null);
    expect(attempts).toBeLessThan(10);
    expect(host.types()[0]).toBe('start');
    expect(host.types()).toHaveLength(2);
  });

  test("a skipped run that can't be reported waits, and is reported later", async () => {
    const host = await openHost(hangUp);
    const first = start(['exec', '--lock', 'a', '--', 'sh', '-c', 'echo ready; read line'], host.env);
    if (first.process.stdout === null) throw new Error('There is no output.');
    await once(first.process.stdout, 'data');
    await run(['exec', '--lock', 'a', '--', 'true'], { env: host.env });
    host.respondWith(pingResponse());
    host.seen.length = 0;
    await host.flush();
    expect(host.types()).toContain('log');
    first.process.stdin?.end('\n');
    await first.finished;
  });
});

describe('a report that can not be sent', () => {
  test('does not hold up reports to other addresses, of other monitors or with another token', async () => {
    const host = await openHost(hangUp);
    const gone = await openLoopback(() => {});
    const env = (url: string) => ({ ...host.env, OVERDUE_PING_URL: url });
    await run(['exec', '--patience', '200ms', '--', 'true'], { env: env(`${gone.url}/ping/${PING_ID}`) });
    await run(['exec', '--', 'true'], { env: env(`${host.url}/ping/deleted`) });
    const token = { OVERDUE_STATE: host.state, OVERDUE_URL: host.url, OVERDUE_TOKEN: 'ovd_revoked' };
    await run(['exec', '--monitor', 'nightly', '--', 'true'], { env: token });
    await run(['exec', '--', 'false'], { env: host.env });
    host.seen.length = 0;
    host.respondWith((response, seen) => {
      if (seen.url.startsWith('/v1/')) return failure(401, 'unauthorized')(response, seen);
      if (seen.url.startsWith('/ping/deleted')) return void response.writeHead(404).end('<html>404</html>');
      pingResponse()(response, seen);
    });
    const other = start(['flush', '--json', '--patience', '1s'], host.env);
    const result = JSON.parse((await other.finished).stdout);
    expect(result).toMatchObject({ sent: 2, waiting: 6, refused: [] });
    const listed = JSON.parse((await run(['spool', 'list', '--json'], { env: host.env })).stdout);
    expect(listed.reports).toHaveLength(6);
  });

  test('can be listed with its reason, and dropped', async () => {
    const host = await openHost(hangUp);
    await run(['exec', '--', 'echo', 'kept'], { env: host.env });
    const { stdout } = await run(['spool', 'list'], { env: host.env });
    expect(stdout).toContain('start');
    expect(stdout).toMatch(/There was no response/);
    expect(stdout).not.toContain(PING_ID);
    const { reports } = JSON.parse((await run(['spool', 'list', '--json'], { env: host.env })).stdout);
    const [first] = reports;
    const dropped = await run(['spool', 'drop', String(first.id)], { env: host.env });
    expect(dropped).toMatchObject({ status: 0, stdout: 'Dropped: 1. Waiting: 1.\n' });
    expect(await run(['spool', 'drop', '999'], { env: host.env })).toMatchObject({ status: 1 });
    expect(await run(['spool', 'drop', '--all'], { env: host.env })).toMatchObject({
      stdout: 'Dropped: 1. Waiting: 0.\n',
    });
  });
});

describe('--timeout', () => {
  const JOBS = [
    'sleep "$0"; echo done',
    '(sleep "$0"; echo done) & wait',
    '(sleep "$0" &) ; sleep "$0"',
    'trap "" TERM; sleep "$0" & wait; sleep 0.1',
  ];

  test.each(JOBS)('leaves no process of %j, like timeout(1)', async (script) => {
    const host = await openHost();
    const mark = newMark();
    endLater(mark);
    const bare = spawnSync('timeout', ['-k', '1', '0.5', 'sh', '-c', script, mark]);
    for (const pid of processesWith(mark)) process.kill(pid, 'SIGKILL');
    const wrapped = await run(['exec', '--timeout', '0.5s', '--', 'sh', '-c', script, mark], {
      env: host.env,
    });
    // Where timeout(1) has to send SIGKILL, it ends itself as well.
    expect(wrapped.status).toBe(bare.status ?? 124);
    expect(processesWith(mark)).toEqual([]);
  });

  test('leaves no process of a job in a terminal', async () => {
    const host = await openHost();
    const mark = newMark();
    endLater(mark);
    const { finished } = startInTerminal(
      ['exec', '--timeout', '0.5s', '--', 'sh', '-c', `sleep ${mark}; echo done`],
      host.env,
    );
    expect(await finished).toMatchObject({ status: 124 });
    expect(processesWith(mark)).toEqual([]);
  });

  test.each(['0', '0s', '597h', '25d', '100000000h'])(
    'of %s does not stop a short job, like timeout(1)',
    async (duration) => {
      const host = await openHost();
      const job = ['sh', '-c', 'sleep 0.2; echo finished'];
      const bare = spawnSync('timeout', [duration, ...job], { encoding: 'utf8' });
      const wrapped = await run(['exec', '--timeout', duration, '--', ...job], { env: host.env });
      expect(wrapped).toEqual({ status: bare.status, signal: null, stdout: bare.stdout, stderr: '' });
    },
  );
});

describe('signals and locks', () => {
  test('SIGTERM reaches all processes of the job', async () => {
    const host = await openHost();
    const mark = newMark();
    endLater(mark);
    const running = start(['exec', '--', 'sh', '-c', `echo ready; sleep ${mark}; echo done`], host.env);
    if (running.process.stdout === null) throw new Error('There is no output.');
    await once(running.process.stdout, 'data');
    await until(async () => expect(processesWith(mark)).not.toEqual([]));
    running.process.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ status: 143 });
    expect(processesWith(mark)).toEqual([]);
  });

  test('a lock lasts as long as a process of the job, also after kill -9 of "overdue", like flock(1)', async () => {
    const host = await openHost();
    const mark = newMark();
    endLater(mark);
    const job = ['sh', '-c', `sleep ${mark} & echo ready`];
    const file = join(host.state, 'bare');
    spawnSync('flock', ['-n', file, ...job], { stdio: 'ignore' });
    expect(spawnSync('flock', ['-n', file, 'true']).status).toBe(1);
    await run(['exec', '--lock', 'a', '--', ...['sh', '-c', `sleep ${mark} >/dev/null 2>&1 & echo ready`]], {
      env: host.env,
    });
    const again = () => run(['exec', '--lock', 'a', '--', 'echo', 'ran'], { env: host.env });
    expect(await again()).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining('skipped'),
    });
    for (const pid of processesWith(mark)) process.kill(pid, 'SIGKILL');
    await until(async () => expect(processesWith(mark)).toEqual([]));
    expect(await again()).toMatchObject({ stdout: 'ran\n' });

    const killed = start(
      ['exec', '--lock', 'a', '--', 'sh', '-c', `echo ready; exec sleep ${mark}`],
      host.env,
    );
    if (killed.process.stdout === null) throw new Error('There is no output.');
    await once(killed.process.stdout, 'data');
    killed.process.kill('SIGKILL');
    expect(await again()).toMatchObject({ stdout: '' });
  });
});

describe('raw bytes', () => {
  test('bytes that are not UTF-8 reach the job unchanged, in arguments and variables', async () => {
    const host = await openHost();
    const script = `V=$(printf 'gr\\366\\201 x') W="it's"; export V W; "$@" sh -c 'printf "%s|" "$V" "$W" "$0" "$@" | od -An -c; env | LC_ALL=C sort | od -An -c' "$(printf 'a\\377\\n b')" "it's" '' "$(printf '\\366')"`;
    const own = { PATH: process.env.PATH, HOME: '/nonexistent', ...host.env };
    const bare = spawnSync('sh', ['-c', script, 'sh'], { env: own, encoding: 'utf8' });
    const child = spawn('sh', ['-c', script, 'sh', process.execPath, PROGRAM, 'exec', '--'], { env: own });
    let text = '';
    child.stdout.on('data', (bytes) => (text += bytes));
    const [status] = await once(child, 'close');
    expect(status).toBe(bare.status);
    expect(text).toBe(bare.stdout);
    expect(text).toContain('366');
  });
});

describe('--quiet-success', () => {
  test('says nothing about a report that waits', async () => {
    const host = await openHost(hangUp);
    const job = (status: number) => ['exec', '--quiet-success', '--', 'sh', '-c', `echo out; exit ${status}`];
    expect(await run(job(0), { env: host.env })).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
    expect(await run(job(1), { env: host.env })).toMatchObject({
      stdout: 'out\n',
      stderr: expect.stringContaining('waits in'),
    });
  });

  test('a reader that has read enough changes neither the exit status nor the report', async () => {
    const host = await openHost();
    const job = ['exec', '--quiet-success', '--', 'sh', '-c', 'seq 1 200000; exit 2'];
    const script = '"$0" "$@" | head -1; exit $PIPESTATUS';
    const child = spawn('bash', ['-c', script, process.execPath, PROGRAM, ...job], {
      env: { PATH: process.env.PATH, ...host.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect({ status, output, errors }).toEqual({ status: 2, output: '1\n', errors: '' });
    expect(host.types()).toEqual(['start', '2']);
  });

  test('shows the whole output of a job if the disk for the output is full', async () => {
    const host = await openHost();
    // The limit of the size of files stands for a full disk.
    const script = 'ulimit -f 64; exec "$0" "$@"';
    const job = ['exec', '--quiet-success', '--', 'sh', '-c', 'seq 1 100000; exit 3'];
    const child = spawn('bash', ['-c', script, process.execPath, PROGRAM, ...job], {
      env: { PATH: process.env.PATH, HOME: '/nonexistent', ...host.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (bytes) => (output += bytes));
    child.stderr.on('data', (bytes) => (errors += bytes));
    const [status] = await once(child, 'close');
    expect(status).toBe(3);
    expect(output).toBe(Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(errors).toContain('is shown although');
  });
});

test('the lines of both outputs are in order if both go to the same file', async () => {
  const host = await openHost();
  const lines = Array.from({ length: 40 }, (_, index) => `echo o${index}; echo e${index} >&2`).join('; ');
  const child = spawn(
    'sh',
    ['-c', '"$0" "$@" 2>&1', process.execPath, PROGRAM, 'exec', '--', 'sh', '-c', lines],
    {
      env: { PATH: process.env.PATH, HOME: '/nonexistent', ...host.env },
    },
  );
  let output = '';
  child.stdout.on('data', (bytes) => (output += bytes));
  await once(child, 'close');
  expect(output).toBe(Array.from({ length: 40 }, (_, index) => `o${index}\ne${index}\n`).join(''));
  expect(host.seen.at(-1)?.body).toBe(output);
});

test.each(['--bogus', '--require ./missing.js', '--max-old-space-size=1'])(
  'NODE_OPTIONS=%s is left to the job, also beside bytes that are not UTF-8',
  async (options) => {
    const host = await openHost();
    const folder = join(host.state, 'lib');
    mkdirSync(folder);
    const bin = (name: string) => fileURLToPath(new URL(`../bin/${name}`, import.meta.url));
    copyFileSync(bin('overdue.sh'), join(folder, 'overdue.sh'));
    const first = readFileSync(bin('node-options.cjs'), 'utf8');
    writeFileSync(join(folder, 'overdue.cjs'), `${first}\nimport(${JSON.stringify(PROGRAM)});`);
    const command = join(host.state, 'overdue');
    symlinkSync(join(folder, 'overdue.sh'), command);
    symlinkSync(process.execPath, join(host.state, 'node'));
    // PATH has no Node, as under cron.
    const path = join(host.state, 'bin');
    mkdirSync(path);
    for (const name of ['sh', 'cat', 'env', 'mkfifo', 'readlink'])
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
        join(path, name),
      );
    const job = `sh -c 'echo "$NODE_OPTIONS,$OVERDUE_NODE_OPTIONS"; exit 3'`;
    for (const byte of ['', '\\351']) {
      const script = `X="$(printf '${byte}')" exec "$0" exec -- ${job}`;
      const result = spawnSync('sh', ['-c', script, command], {
        env: {
          ...host.env,
          OVERDUE_PING_URL: 'http://127.0.0.1:9/ping/x',
          PATH: path,
          NODE_OPTIONS: options,
        },
        encoding: 'utf8',
      });
      expect(result).toMatchObject({
        status: 3,
        stdout: `${options},\n`,
        stderr: expect.stringContaining('waits'),
      });
    }
  },
);

test('an older Node runs the job, and names the version that reports need', () => {
  const program = fileURLToPath(new URL('../bin/node-version.cjs', import.meta.url));
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); require('${program}')`;
  const runOlder = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['-e', older, '--', 'overdue', ...args], { encoding: 'utf8' });
  expect(runOlder('exec', '--', 'sh', '-c', 'echo ran; exit 3')).toMatchObject({
    status: 3,
    stdout: 'ran\n',
    stderr: expect.stringContaining('needs Node 24 or newer'),
  });
  expect(runOlder('list')).toMatchObject({ status: 2, stderr: expect.stringContaining('needs Node 24') });
});

const SERVER = process.env[BUNDLED_SERVER] ?? '';

test.each([PROGRAM, SERVER])('a reader that ends early causes no stack trace: %s', async (program) => {
  const child = spawn(
    'bash',
    ['-o', 'pipefail', '-c', '"$0" "$@" | true', process.execPath, program, '--help'],
    {
      env: { PATH: process.env.PATH, HOME: '/nonexistent' },
    },
  );
  let errors = '';
  child.stderr.on('data', (bytes) => (errors += bytes));
  await once(child, 'close');
  expect(errors).toBe('');
});

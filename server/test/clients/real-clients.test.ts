import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, lastBodyOf, lastEventOf, runsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer, until } from '../running-server.ts';
import { findProgram, testWith } from './prerequisites.ts';
import { runLine, runProgram } from './shell.ts';

const UNKNOWN = 'nosuchpingidnosuchpid';

let server: RunningServer;
let largeFile = '';
beforeAll(async () => {
  server = await startServer();
  largeFile = join(server.folder, 'large.log');
  writeFileSync(largeFile, 'a line of the log\n'.repeat(170_000));
  return () => endWell(server);
});

function variables({ pingID, path }: Pick<RunningMonitor, 'pingID' | 'path'>): Record<string, string> {
  return {
    BASE: server.baseURL,
    PORT: String(server.port),
    PING: `${server.baseURL}/ping`,
    ID: pingID,
    URL: `${server.baseURL}${path}`,
    LARGE: largeFile,
  };
}

interface Expected {
  readonly type: string;
  readonly method?: string;
  readonly exitStatus?: number;
}

/** Checks the events of a monitor, oldest first. */
async function expectEvents(monitor: RunningMonitor, expected: readonly Expected[]): Promise<void> {
  expect([...(await eventsOf(server, monitor))].reverse()).toMatchObject(expected);
}

// The tests run concurrently, because one waits for the next minute.
describe.concurrent('real clients', () => {
  /** Commands of a crontab, and the events that they must create. */
  const CRONTAB = [
    {
      line: 'true && curl -fsS -m 10 --retry 3 -o /dev/null $PING/$ID',
      events: [{ type: 'ping', method: 'GET' }],
      status: 'up',
    },
    {
      line: 'false; curl -fsS -m 10 --retry 3 -o /dev/null $PING/$ID/$?',
      events: [{ type: 'fail', exitStatus: 1 }],
      status: 'down',
    },
    {
      line: 'rid=$(cat /proc/sys/kernel/random/uuid); curl -fsS -m 10 -o /dev/null "$PING/$ID/start?rid=$rid"; true; curl -fsS -m 10 -o /dev/null "$PING/$ID/$?/?rid=$rid"',
      events: [{ type: 'start' }, { type: 'end', exitStatus: 0 }],
      status: 'up',
    },
    {
      line: 'out=$(echo 50\\% done; exit 3); code=$?; echo "$out" | tail -c 100000 | curl -fsS -m 10 -o /dev/null --data-binary @- $PING/$ID/$code',
      events: [{ type: 'fail', method: 'POST', exitStatus: 3, bodySize: 9 }],
      status: 'down',
    },
    {
      line: 'wget -q -T 10 -t 3 -O /dev/null $PING/$ID/start && wget -q -T 10 --spider $PING/$ID',
      events: [
        { type: 'start', method: 'GET' },
        { type: 'ping', method: 'HEAD' },
      ],
      status: 'up',
    },
  ];

  async function makeMonitors(): Promise<readonly RunningMonitor[]> {
    const schedule = { cron: '* * * * *', graceDuration: 300 };
    return Promise.all(CRONTAB.map(() => server.createMonitor({ schedule })));
  }

  async function expectReported(monitors: readonly RunningMonitor[]): Promise<void> {
    for (const [index, { events, status }] of CRONTAB.entries()) {
      const monitor = monitors[index]!;
      await expectEvents(monitor, events);
      expect(await server.readMonitor(monitor.shortID)).toMatchObject({ status, running: 0 });
    }
  }

  testWith(
    ['cron', 'curl', 'wget'],
    'cron daemon runs the lines of a crontab, and their monitors change',
    async () => {
      const monitors = await makeMonitors();
      const atStart = await server.createMonitor();
      const lines = CRONTAB.map(({ line }, index) => `* * * * * root ID=${monitors[index]?.pingID}; ${line}`);
      const crontab = [
        'SHELL=/bin/sh',
        'PATH=/usr/bin:/bin',
        `PING=${server.baseURL}/ping`,
        `@reboot root curl -fsS -m 10 -o /dev/null $PING/${atStart.pingID}`,
        ...lines,
      ];
      if (!(await mayStartCron())) {
        // Runs the lines without a daemon, because hiding this machine's crontabs needs privileges.
        for (const line of lines)
          await runLine(line.replace(/^.*? root /, '').replaceAll('\\%', '%'), {
            PING: `${server.baseURL}/ping`,
          });
        return expectReported(monitors);
      }
      const stop = startCron(`${crontab.join('\n')}\n`);
      try {
        await until(() => expectEvents(atStart, [{ type: 'ping' }]));
        await until(() => expectReported(monitors), { timeout: 90_000, interval: 250 });
      } finally {
        stop();
      }
    },
  );

  async function mayStartCron(): Promise<boolean> {
    const { exitCode } = await runProgram('unshare', ['--mount', '--pid', '--fork', 'true'], {
      PATH: '/usr/bin:/bin',
    });
    return exitCode === 0 && process.getuid?.() === 0;
  }

  /** Starts Debian's cron only for this crontab, in a namespace that hides the crontabs of the machine. */
  function startCron(crontab: string): () => void {
    const folder = join(server.folder, 'cron');
    for (const name of ['cron.d', 'spool', 'run']) mkdirSync(join(folder, name), { recursive: true });
    const file = join(folder, 'cron.d', 'overdue');
    writeFileSync(file, crontab);
    chmodSync(file, 0o644);
    const hide = [
      'mount --make-rprivate /',
      'mount --bind "$1/cron.d" /etc/cron.d',
      'if [ -e /etc/crontab ]; then mount --bind /dev/null /etc/crontab; fi',
      'if [ -d /var/spool/cron/crontabs ]; then mount --bind "$1/spool" /var/spool/cron/crontabs; fi',
      'mount --bind "$1/run" /run',
      'exec "$2" -f',
    ].join(' && ');
    const args = [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--mount-proc',
      'sh',
      '-c',
      hide,
      'sh',
      folder,
    ];
    const cron = spawn('unshare', [...args, findProgram('cron') ?? 'cron'], { stdio: 'ignore' });
    const kill = () => void cron.kill('SIGKILL');
    process.once('exit', kill);
    return () => {
      kill();
      process.off('exit', kill);
    };
  }

  testWith(['curl', 'wget'], 'lines of a crontab, as cron hands them to the shell', async () => {
    const monitors = await makeMonitors();
    for (const [index, { line }] of CRONTAB.entries()) {
      const { exitCode, out } = await runLine(line.replaceAll('\\%', '%'), variables(monitors[index]!));
      expect({ line, exitCode, out }).toEqual({ line, exitCode: 0, out: '' });
    }
    await expectReported(monitors);
    expect(String(await lastBodyOf(server, monitors[3]!))).toBe('50% done\n');
    expect(await runsOf(server, monitors[2]!)).toMatchObject([
      { runID: expect.stringMatching(/^[0-9a-f-]{36}$/), state: 'succeeded', startEvent: 1, endEvent: 2 },
    ]);
  });

  const LINES: readonly (readonly [
    program: string,
    line: string,
    events: readonly Expected[],
    body?: string,
  ])[] = [
    ['curl', 'curl -fsS -m 10 --retry 5 -o /dev/null $URL', [{ type: 'ping', method: 'GET' }]],
    ['curl', 'curl -fsS -m 10 --retry 5 -o /dev/null $URL/', [{ type: 'ping', method: 'GET' }]],
    ['curl', 'curl -fsSL --max-time 10 $URL/start/ >/dev/null', [{ type: 'start', method: 'GET' }]],
    ['curl', 'curl -s $URL >/dev/null 2>&1 || true', [{ type: 'ping' }]],
    ['curl', 'curl -fsS --compressed -o /dev/null $URL', [{ type: 'ping' }]],
    ['curl', 'curl -fsS -I -o /dev/null $URL/end', [{ type: 'end', method: 'HEAD' }]],
    ['curl', 'curl -fsS -X POST -o /dev/null $URL/fail', [{ type: 'fail', method: 'POST' }]],
    ['curl', 'curl -fsS -o /dev/null -G -d rid=a -d duration=2.5 $URL/end', [{ type: 'end', method: 'GET' }]],
    [
      'curl',
      'm=$(sh -c "echo out; echo err >&2; exit 7" 2>&1); curl -fsS -m 10 --retry 5 -o /dev/null --data-raw "$m" $URL/$?',
      [{ type: 'fail', method: 'POST', exitStatus: 7 }],
      'out\nerr',
    ],
    [
      'curl',
      'echo "a=b&c=100% @x" | curl -fsS -o /dev/null --data-binary @- $URL',
      [{ type: 'ping' }],
      'a=b&c=100% @x\n',
    ],
    ['curl', 'curl -fsS -o /dev/null -d "" $URL/end', [{ type: 'end', method: 'POST' }]],
    ['curl', 'curl -fsS -o /dev/null --json \'{"exit_code":0}\' $URL', [{ type: 'ping' }], '{"exit_code":0}'],
    [
      'curl',
      'curl -fsS -m 10 --retry 5 -o /dev/null -X POST -H "Content-Type: text/plain" --data "Starting backup for location: home" $URL/start',
      [{ type: 'start' }],
      'Starting backup for location: home',
    ],
    [
      'curl',
      'echo hello | curl -fsS -o /dev/null -H "Transfer-Encoding: chunked" --data-binary @- $URL/log',
      [{ type: 'log' }],
      'hello\n',
    ],
    ['curl', 'curl -fsS -o /dev/null -F log=@/dev/null -F ok=1 $URL/end', [{ type: 'end', method: 'POST' }]],
    // For bodies above 1 MB, curl first sends Expect: 100-continue.
    ['curl', 'curl -fsS -o /dev/null --data-binary @$LARGE $URL/end', [{ type: 'end', method: 'POST' }]],
    ['curl', 'curl -fsS -o /dev/null --http1.0 --data-raw old $URL/end', [{ type: 'end' }], 'old'],
    ['curl', 'curl -fsS -o /dev/null --http2 $URL/end', [{ type: 'end' }]],
    [
      'curl',
      'curl -fsS -o /dev/null $URL/start -o /dev/null $URL/0',
      [{ type: 'start' }, { type: 'end', exitStatus: 0 }],
    ],
    [
      'curl',
      'http_proxy=$BASE curl -fsS -o /dev/null http://overdue.example.com/ping/$ID',
      [{ type: 'ping' }],
    ],
    ['wget', 'wget $URL -T 10 -t 10 -O /dev/null 2>/dev/null', [{ type: 'ping', method: 'GET' }]],
    ['wget', 'wget -q --spider $URL', [{ type: 'ping', method: 'HEAD' }]],
    ['wget', 'wget -q --spider $URL/start/', [{ type: 'start', method: 'HEAD' }]],
    [
      'wget',
      'wget -qO- --post-data "exit 0" $URL/0 >/dev/null',
      [{ type: 'end', method: 'POST', exitStatus: 0 }],
      'exit 0',
    ],
    ['wget', 'wget -q -O /dev/null --post-file $LARGE $URL/fail', [{ type: 'fail', method: 'POST' }]],
    ['wget', 'm=$(false); wget -q -O /dev/null --post-data "$m" $URL/$?', [{ type: 'fail', exitStatus: 1 }]],
    [
      'python3',
      'python3 -c "import sys, urllib.request as r; r.urlopen(sys.argv[1], timeout=10)" $URL',
      [{ type: 'ping' }],
    ],
    [
      'bash',
      'bash -c \'exec 3<>/dev/tcp/127.0.0.1/$PORT; printf "GET /ping/$ID/end HTTP/1.0\\r\\n\\r\\n" >&3; grep -q "200 OK" <&3\'',
      [{ type: 'end' }],
    ],
  ];

  for (const [program, line, events, body] of LINES) {
    testWith([program], line, async () => {
      const monitor = await server.createMonitor();
      const { exitCode, out } = await runLine(line, variables(monitor));
      expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
      await expectEvents(monitor, events);
      if (body !== undefined) expect(String(await lastBodyOf(server, monitor))).toBe(body);
    });
  }

  test.each([
    // After an HTTP error, curl exits with 22 and wget with 8. Neither client retries.
    ['curl -fsS -m 10 --retry 5 -o /dev/null $URL', 22],
    ['curl -fsS -m 10 --retry 5 -o /dev/null --data-binary @$LARGE $URL/end', 22],
    ['curl -fsS -m 10 --retry 5 -o /dev/null -H Expect: --data-binary @$LARGE $URL/end', 22],
    ['wget -q -T 10 -O /dev/null $URL', 8],
    ['wget -q -T 10 -O /dev/null --post-file $LARGE $URL/end', 8],
  ])('an unknown URL: %s exits with %i', async (line, code) => {
    const monitor = { pingID: UNKNOWN, path: `/ping/${UNKNOWN}` };
    expect(await runLine(line, variables(monitor))).toMatchObject({ exitCode: code });
  });

  describe("systemd's words", () => {
    test.each([
      ['ExecStartPre', '$URL/start', {}, 'start', null],
      ['a success', '$URL/$EXIT_STATUS', { EXIT_CODE: 'exited', EXIT_STATUS: '0' }, 'end', 0],
      ['an exit status', '$URL/$EXIT_STATUS', { EXIT_CODE: 'exited', EXIT_STATUS: '203' }, 'fail', 203],
      ['a signal', '$URL/$EXIT_STATUS', { EXIT_CODE: 'killed', EXIT_STATUS: 'TERM' }, 'fail', null],
      ['a core dump', '$URL/$EXIT_STATUS', { EXIT_CODE: 'dumped', EXIT_STATUS: 'SEGV' }, 'fail', null],
      [
        'a real-time signal',
        '$URL/$EXIT_STATUS',
        { EXIT_CODE: 'killed', EXIT_STATUS: 'RTMIN+4' },
        'fail',
        null,
      ],
      ['a result that is success', '$URL/$SERVICE_RESULT', { SERVICE_RESULT: 'success' }, 'end', null],
      ['a result of exit-code', '$URL/$SERVICE_RESULT', { SERVICE_RESULT: 'exit-code' }, 'fail', null],
      ['a result of oom-kill', '$URL/$SERVICE_RESULT', { SERVICE_RESULT: 'oom-kill' }, 'fail', null],
      ['a result of timeout', '$URL/$SERVICE_RESULT', { SERVICE_RESULT: 'timeout' }, 'fail', null],
    ])('%s', async (_, target, words, type, exitStatus) => {
      const monitor = await server.createMonitor();
      const invocation = { INVOCATION_ID: '1f5fb29c1f1c4bd19ef52bbf3f0d3c8e' };
      const line = `curl -fsS -m 10 --retry 5 -o /dev/null "${target}?rid=$INVOCATION_ID"`;
      const { exitCode } = await runLine(line, { ...variables(monitor), ...invocation, ...words });
      expect(exitCode).toBe(0);
      expect(await lastEventOf(server, monitor)).toMatchObject({
        type,
        exitStatus,
        runID: invocation.INVOCATION_ID,
      });
    });
  });

  describe('borgmatic', () => {
    /** Writes a fake borg that succeeds or fails. */
    function writeBorg(folder: string, exitCode: number): string {
      const file = join(folder, 'borg');
      const script = `#!/bin/sh\ncase "$*" in\n*--version*) echo borg 1.2.4 ;;\n*) echo '{}'; echo said by borg >&2; exit ${exitCode} ;;\nesac\n`;
      writeFileSync(file, script, { mode: 0o755 });
      return file;
    }

    async function runBorgmatic(name: string, exitCode: number, path: string) {
      const folder = join(server.folder, name);
      mkdirSync(folder);
      const config = join(folder, 'config.yaml');
      const lines = [
        'location:',
        `    source_directories: [${folder}]`,
        `    repositories: [${folder}/repository]`,
        `    local_path: ${writeBorg(folder, exitCode)}`,
        `    borgmatic_source_directory: ${folder}/state`,
        'hooks:',
        '    healthchecks:',
        `        ping_url: ${server.baseURL}${path}`,
      ];
      writeFileSync(config, `${lines.join('\n')}\n`);
      const args = [
        'create',
        '--config',
        config,
        '--verbosity',
        '1',
        '--syslog-verbosity',
        '-1',
        '--monitoring-verbosity',
        '1',
      ];
      return runProgram('borgmatic', args, { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' });
    }

    testWith(['borgmatic'], 'a backup that works: start, then success with its log', async () => {
      const monitor = await server.createMonitor();
      const { exitCode, out } = await runBorgmatic('borg-good', 0, monitor.path);
      expect({ exitCode, out }).toMatchObject({
        exitCode: 0,
        out: expect.not.stringContaining('Healthchecks error'),
      });
      await expectEvents(monitor, [
        { type: 'start', method: 'POST' },
        { type: 'ping', method: 'POST' },
      ]);
      expect(String(await lastBodyOf(server, monitor))).toContain('Creating archive');
      expect(await runsOf(server, monitor)).toMatchObject([
        { state: 'succeeded', startEvent: 1, endEvent: 2 },
      ]);
    });

    testWith(
      ['borgmatic'],
      'a backup that fails: start, then failure with its log, to a UUID without /ping',
      async () => {
        const monitor = await server.createMonitor({ pingID: '9e6f1a34-52c5-4c43-9a52-3d3b0b7c1a01' });
        const { exitCode, out } = await runBorgmatic('borg-bad', 2, `/${monitor.pingID}`);
        expect(exitCode).toBe(1);
        expect(out).not.toContain('Healthchecks error');
        await expectEvents(monitor, [
          { type: 'start', method: 'POST' },
          { type: 'fail', method: 'POST' },
        ]);
        expect(String(await lastBodyOf(server, monitor))).toContain('Error running actions for repository');
        expect(await server.readMonitor(monitor.shortID)).toMatchObject({ status: 'down' });
      },
    );
  });
});

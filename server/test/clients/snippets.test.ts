import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseCrontab } from '@overdue/domain/schedule/crontab.ts';
import { previewOccurrences } from '@overdue/domain/schedule/occurrences.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { cronFor } from '../../../web/src/snippets/cron-for.ts';
import { githubWorkflow, kubernetes } from '../../../web/src/snippets/platforms.ts';
import { execCrontab, reportingCrontab } from '../../../web/src/snippets/reporting-crontab.ts';
import { go, node, python } from '../../../web/src/snippets/scripts.ts';
import {
  bash,
  crontabFull,
  crontabSimple,
  dockerEntrypoint,
  dockerRun,
} from '../../../web/src/snippets/shell.ts';
import { systemdService, systemdTimer, timerLines } from '../../../web/src/snippets/systemd.ts';
import { eventsOf, lastBodyOf, runsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { findProgram, testWith } from './prerequisites.ts';
import { runLine, runProgram } from './shell.ts';

let server: RunningServer;
let folder = '';
beforeAll(async () => {
  server = await startServer();
  folder = join(server.folder, 'snippets');
  mkdirSync(folder);
  return () => endWell(server);
});

const NIGHTLY = {
  type: 'cron',
  cron: '0 2 * * 1-5',
  onCalendar: '',
  interval: 0,
  timezone: 'Europe/Riga',
} as const;
const UUID = /^[0-9a-f-]{32,36}$/;

/** Returns the ping URL that the page shows, with this server's address. */
function urlOf(monitor: RunningMonitor): string {
  return `${server.baseURL}${monitor.path}`;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${text}\n`);
  return file;
}

/**
 * Defines a test that is skipped without its programs, even in CI, because they are too large to install for one test.
 */
function testWhere(programs: readonly string[], name: string, run: () => Promise<void>): void {
  test(name, async ({ skip }) => {
    const missing = programs.filter((program) => findProgram(program) === null);
    skip(missing.length > 0, `needs ${missing.join(', ')}`);
    await run();
  });
}

const ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: '/tmp' };

/** Expects a run whose start and end have the ID that the job has generated. */
async function expectRun(monitor: RunningMonitor, state: 'succeeded' | 'failed'): Promise<void> {
  const events = await eventsOf(server, monitor);
  expect([...events].reverse()).toMatchObject([
    { type: 'start', runID: expect.stringMatching(UUID), warnings: [] },
    { type: state === 'succeeded' ? 'end' : 'fail', runID: events[0]?.runID, warnings: [] },
  ]);
  expect(await runsOf(server, monitor)).toMatchObject([{ state, startEvent: 1, endEvent: 2 }]);
}

describe('a crontab', () => {
  /** Runs a crontab like cron: reads variables, and passes the command of each line to the shell. */
  async function runCrontab(text: string, job: string) {
    const lines = text.split('\n');
    const env = Object.fromEntries(
      lines.flatMap((line) => {
        const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value]];
      }),
    );
    const line = lines.find((candidate) => /^[\d*]/.test(candidate)) ?? '';
    // An unescaped % would end the command.
    expect(line).not.toContain('%');
    return runLine(line.split(/\s+/).slice(5).join(' ').replace('/path/to/job', job), env);
  }

  testWith(['curl'], 'reports the start and the exit status', async () => {
    for (const [job, state] of [
      ['true', 'succeeded'],
      ['false', 'failed'],
    ] as const) {
      const monitor = await server.createMonitor();
      expect(await runCrontab(crontabFull(urlOf(monitor), NIGHTLY), job)).toEqual({ exitCode: 0, out: '' });
      await expectRun(monitor, state);
    }
  });

  testWith(['curl'], 'runs a pasted line as before, and reports it', async () => {
    for (const [command, exitCode, out] of [
      ['echo "a  b" # it\'s a comment', 0, 'a  b'],
      ['cd /tmp && echo 5\\% && exit 7', 7, '5%'],
      ['echo "$(pwd)"; false', 1, '/'],
    ] as const) {
      const monitor = await server.createMonitor();
      const parsed = parseCrontab(`5 4 * * * root ${command}`);
      if (!parsed.ok) throw new Error(parsed.message);
      const edited = reportingCrontab(parsed.crontab.parts, urlOf(monitor));
      expect(edited).toMatch(/^5 4 \* \* \* root \S.*$/);
      const shellCommand = edited.slice('5 4 * * * root '.length).replaceAll('\\%', '%');
      expect(await runLine(`cd /; ${shellCommand}`, {})).toEqual({
        exitCode,
        out: expect.stringContaining(out),
      });
      await expectRun(monitor, exitCode === 0 ? 'succeeded' : 'failed');
    }
  });

  test('a pasted line with overdue exec prints the same output as before, and sends it', async () => {
    const overdue = write(
      'overdue',
      `#!/bin/sh\nexec '${process.execPath}' '${resolve('cli/bin/overdue.js')}' "$@"`,
    );
    chmodSync(overdue, 0o755);
    const monitor = await server.createMonitor();
    const parsed = parseCrontab(`5 4 * * * root echo "a  b" 5\\% # it's a comment`);
    if (!parsed.ok) throw new Error(parsed.message);
    const edited = execCrontab(parsed.crontab.parts, urlOf(monitor));
    const shellCommand = edited.slice('5 4 * * * root '.length).replaceAll('\\%', '%');
    const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder };
    expect(await runLine(shellCommand, env)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('a  b 5%'),
    });
    await expectRun(monitor, 'succeeded');
    expect(String(await lastBodyOf(server, monitor))).toContain('a  b 5%');
  });

  testWith(['curl'], 'reports success alone', async () => {
    const monitor = await server.createMonitor();
    expect(await runCrontab(crontabSimple(urlOf(monitor), NIGHTLY), 'true')).toEqual({
      exitCode: 0,
      out: '',
    });
    expect(await runCrontab(crontabSimple(urlOf(monitor), NIGHTLY), 'false')).toMatchObject({ exitCode: 1 });
    expect(await eventsOf(server, monitor)).toMatchObject([{ type: 'ping' }]);
  });
});

const SHELL_SCRIPTS = [
  ['bash', 'bash.sh', bash, '/path/to/job', []],
  ['sh', 'docker.sh', dockerRun, 'docker run --rm my-image:latest', []],
  ['sh', 'entrypoint.sh', dockerEntrypoint, null, ['true']],
] as const;

describe.each(SHELL_SCRIPTS)('the script of %s, %s', (shell, name, snippet, job, args) => {
  testWith(
    [shell, 'curl'],
    'reports a run that works, and one that fails, and ends as the job does',
    async () => {
      for (const [command, exitCode, state] of [
        ['true', 0, 'succeeded'],
        ['false', 1, 'failed'],
      ] as const) {
        const monitor = await server.createMonitor();
        const text = snippet(urlOf(monitor), NIGHTLY);
        const file = write(name, job === null ? text : text.replace(job, command));
        expect(await runProgram(shell, [file, ...args.map(() => command)], ENV)).toEqual({
          exitCode,
          out: '',
        });
        await expectRun(monitor, state);
      }
    },
  );

  testWith([shell, 'curl'], 'runs the job also where no ping arrives', async () => {
    const text = snippet('http://127.0.0.1:9/ping/nobody', NIGHTLY).replaceAll(
      '--retry 5 --retry-connrefused',
      '',
    );
    const file = write(name, job === null ? text : text.replace(job, 'echo done'));
    const { exitCode, out } = await runProgram(shell, [file, ...args.flatMap(() => ['echo', 'done'])], ENV);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: expect.stringContaining('done\n') });
  });
});

const PROGRAMS = [
  ['python3', 'job.py', python, "print('The work goes here.')", "raise ValueError('no space left')"],
  ['node', 'job.mjs', node, "console.log('The work goes here.');", "throw new Error('no space left');"],
] as const;

describe.each(PROGRAMS)('the program for %s', (program, name, snippet, work, failing) => {
  testWith([program], 'reports a run that works', async () => {
    const monitor = await server.createMonitor();
    const file = write(name, snippet(urlOf(monitor), NIGHTLY));
    expect(await runProgram(program, [file], ENV)).toEqual({ exitCode: 0, out: 'The work goes here.\n' });
    await expectRun(monitor, 'succeeded');
  });

  testWith([program], 'reports one that fails, with why, and fails itself', async () => {
    const monitor = await server.createMonitor();
    const text = snippet(urlOf(monitor), NIGHTLY);
    expect(text).toContain(work);
    const { exitCode } = await runProgram(program, [write(name, text.replace(work, failing))], ENV);
    expect(exitCode).toBe(1);
    await expectRun(monitor, 'failed');
    expect(String(await lastBodyOf(server, monitor))).toContain('no space left');
  });

  testWith([program], 'goes on where nobody knows the ping URL', async () => {
    const file = write(name, snippet(`${server.baseURL}/ping/nosuchpingidnosuchpid`, NIGHTLY));
    expect(await runProgram(program, [file], ENV)).toEqual({ exitCode: 0, out: 'The work goes here.\n' });
  });
});

testWhere(['go', 'gofmt'], 'the program for Go is formatted, compiles, and reports', async () => {
  const monitor = await server.createMonitor();
  const file = write('main.go', go(urlOf(monitor), NIGHTLY));
  expect(await runProgram('gofmt', ['-l', file], ENV)).toEqual({ exitCode: 0, out: '' });
  const env = {
    ...ENV,
    GOFLAGS: '-mod=mod',
    GO111MODULE: 'off',
    GOCACHE: join(tmpdir(), 'overdue-go-cache'),
    CGO_ENABLED: '0',
  };
  expect(await runProgram('go', ['run', file], env)).toEqual({ exitCode: 0, out: 'The work goes here.\n' });
  await expectRun(monitor, 'succeeded');
});

describe('systemd', () => {
  testWhere(['systemd-analyze'], 'finds nothing wrong with the units', async () => {
    const url = 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR';
    const service = write(
      'my-job.service',
      systemdService(url, NIGHTLY).replace('/path/to/job', '/bin/true'),
    );
    const timer = write('my-job.timer', systemdTimer(url, NIGHTLY));
    const { exitCode, out } = await runProgram(
      'systemd-analyze',
      ['verify', '--man=no', service, timer],
      ENV,
    );
    expect(out.split('\n').filter((line) => line.includes(folder))).toEqual([]);
    expect(exitCode).toBe(0);
  });

  testWith(['curl'], 'its commands report, as the shell runs them', async () => {
    const monitor = await server.createMonitor();
    const rid = '1f5fb29c1f1c4bd19ef52bbf3f0d3c8e';
    const unit = systemdService(urlOf(monitor), NIGHTLY);
    for (const [name, words] of [
      ['ExecStartPre', {}],
      ['ExecStopPost', { EXIT_STATUS: '0' }],
    ] as const) {
      const command =
        new RegExp(`^${name}=-/bin/sh -c '(.*)'$`, 'm').exec(unit)?.[1]?.replaceAll('$$', '$') ?? '';
      const env = { PING_URL: urlOf(monitor), INVOCATION_ID: rid, ...words };
      expect(await runLine(command, env)).toEqual({ exitCode: 0, out: '' });
    }
    await expectRun(monitor, 'succeeded');
  });

  const EXPRESSIONS = [
    '0 2 * * 1-5',
    '*/15 9-17 * * *',
    '5,35 */6 * * 0,6',
    '0 0 1 * *',
    '30 4 1,15 * *',
    '0 12 * jan-mar *',
    '0 3 * * sun',
    '@daily',
    '*/20 * * * *',
    '7 1-23/2 * * 7',
    '0 6 1 * 1',
  ];

  testWhere(
    ['systemd-analyze'],
    'means the same times with a timer as cron with the expression',
    async () => {
      const now = Date.UTC(2026, 10, 21, 8, 15, 30);
      for (const cron of EXPRESSIONS) {
        const schedule = { type: 'cron', cron, onCalendar: '', interval: 0, timezone: 'UTC' } as const;
        const calendars = (timerLines(schedule) ?? []).map((line) => line.replace('OnCalendar=', ''));
        expect(calendars.length, cron).toBeGreaterThan(0);
        const times = await Promise.all(calendars.map((calendar) => elapses(calendar, 5)));
        const expected = previewOccurrences(
          { type: 'cron', cron: cronFor(schedule) ?? '', timezone: 'UTC', graceMs: 0 },
          now,
          5,
        );
        expect(
          times
            .flat()
            .sort((a, b) => a - b)
            .slice(0, 5),
          cron,
        ).toEqual(expected);
      }
    },
  );

  async function elapses(calendar: string, count: number): Promise<readonly number[]> {
    const { exitCode, out } = await runProgram(
      'systemd-analyze',
      ['calendar', '--base-time=2026-11-21 08:15:30 UTC', `--iterations=${count}`, calendar],
      {
        ...ENV,
        TZ: 'UTC',
        LC_ALL: 'C',
      },
    );
    expect({ exitCode, calendar, out }).toMatchObject({ exitCode: 0 });
    return [...out.matchAll(/(?:Next elapse|Iteration #\d+|Iter\. #\d+): \w+ ([\d-]+) ([\d:]+) UTC/g)].map(
      ([, date, time]) => Date.parse(`${date}T${time}Z`),
    );
  }
});

describe('Kubernetes', () => {
  testWith(['curl'], 'runs commands that report', async () => {
    const monitor = await server.createMonitor();
    const script = /- \|\n([\s\S]*)$/.exec(kubernetes(urlOf(monitor), NIGHTLY))?.[1] ?? '';
    const env = { PING_URL: urlOf(monitor), HOSTNAME: '0b9a6cb64a1e4f0d8a3a57b9e5f0a1c2' };
    expect(await runLine(script.replace('/path/to/job', 'true'), env)).toEqual({ exitCode: 0, out: '' });
    await expectRun(monitor, 'succeeded');
  });
});

/** Parses YAML with Python's module, if installed. */
describe('as YAML', () => {
  const CODE =
    'import json, sys, yaml; json.dump(list(yaml.load_all(sys.stdin.read(), yaml.BaseLoader)), sys.stdout)';
  const URL = 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR';

  test.for([
    [
      'Kubernetes',
      kubernetes(URL, NIGHTLY),
      [
        { kind: 'Secret', stringData: { url: URL } },
        { kind: 'CronJob', spec: { schedule: '0 2 * * 1-5', timeZone: 'Europe/Riga' } },
      ],
    ],
    [
      'GitHub',
      githubWorkflow(URL, NIGHTLY),
      [
        {
          on: { schedule: [{ cron: '0 2 * * 1-5' }] },
          jobs: { job: { 'timeout-minutes': '60', env: { PING_URL: `\${{ secrets.PING_URL }}` } } },
        },
      ],
    ],
  ] as const)('the file for %s has the expected content', async ([name, text, documents], { skip }) => {
    const { exitCode } = await runLine('python3 -c "import yaml"', ENV);
    skip(exitCode !== 0, 'needs the module yaml of Python');
    const file = write(`${name}.yml`, text);
    const { out } = await runLine(`python3 -c "${CODE}" < "$FILE"`, { ...ENV, FILE: file });
    expect(JSON.parse(out)).toMatchObject(documents);
  });
});

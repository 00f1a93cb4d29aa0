import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventsOf, lastBodyOf, runsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer, until } from '../running-server.ts';
import { fetchBorgmatic, fetchResticprofile, type Tool, testWithTool } from './fetched-tools.ts';
import { testWith } from './prerequisites.ts';
import { runLine, runProgram } from './shell.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

/** Returns the final state of a monitor, with the types of its events, oldest first. */
async function outcomeOf(monitor: RunningMonitor) {
  const { status, notices } = await server.readMonitor(monitor.shortID);
  const events = [...(await eventsOf(server, monitor))].reverse();
  expect(events.flatMap(({ warnings }) => warnings)).toEqual([]);
  expect(notices).toEqual([]);
  return { status, types: events.map(({ type }) => type) };
}

/** Returns the guide's recipe for borgmatic with the ping URL replaced. */
function recipeFor(url: string): string {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/pinging.md'), 'utf8');
  const recipe = /^## borgmatic\n\n```yaml\n(healthchecks:\n.*?)```$/ms.exec(guide)?.[1] ?? '';
  expect(recipe).toMatch(/ping_url: \S+$/m);
  return recipe.replace(/ping_url: \S+$/m, `ping_url: "${url}"`);
}

describe('borgmatic', () => {
  async function backUp({ program, args, env }: Tool, name: string, exitCode: number) {
    const kuma = await server.createMonitor();
    const cronitor = await server.createMonitor();
    const healthchecks = await server.createMonitor();
    // Not in the server's folder, because programs may be forbidden there.
    const folder = mkdtempSync(join(tmpdir(), `overdue-${name}-`));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const borg = join(folder, 'borg');
    writeFileSync(
      borg,
      `#!/bin/sh\ncase "$*" in\n*--version*) echo borg 1.2.4 ;;\n*) echo '{}'; echo said by borg >&2; exit ${exitCode} ;;\nesac\n`,
      { mode: 0o755 },
    );
    const config = join(folder, 'config.yaml');
    const url = ({ path }: RunningMonitor) => `${server.baseURL}${path}`;
    writeFileSync(
      config,
      [
        `source_directories: [${folder}]`,
        `repositories: [{path: ${folder}/repository}]`,
        `local_path: ${borg}`,
        `user_state_directory: ${folder}`,
        `uptime_kuma: {push_url: "${url(kuma)}"}`,
        `cronitor: {ping_url: "${url(cronitor)}"}`,
        recipeFor(url(healthchecks)),
      ].join('\n'),
    );
    const { out } = await runProgram(
      program,
      [...args, 'create', '--config', config, '--verbosity', '1', '--syslog-verbosity', '-1'],
      { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8', ...env },
    );
    expect(out).toContain('Pushing Uptime Kuma');
    return { kuma, cronitor, healthchecks };
  }

  testWithTool('a successful backup is reported by each of its hooks', fetchBorgmatic, async (tool) => {
    const { kuma, cronitor, healthchecks } = await backUp(tool, 'good', 0);
    expect(await outcomeOf(kuma)).toEqual({ status: 'up', types: ['start', 'end'] });
    expect(await outcomeOf(cronitor)).toEqual({ status: 'up', types: ['start', 'end'] });
    expect(await outcomeOf(healthchecks)).toEqual({ status: 'up', types: ['start', 'log', 'ping'] });
    expect(String(await lastBodyOf(server, healthchecks))).toContain('said by borg');
  });

  testWithTool('a failed backup is reported by each of its hooks', fetchBorgmatic, async (tool) => {
    const { kuma, cronitor, healthchecks } = await backUp(tool, 'bad', 2);
    expect(await outcomeOf(kuma)).toEqual({ status: 'down', types: ['start', 'fail'] });
    expect(await outcomeOf(cronitor)).toEqual({ status: 'down', types: ['start', 'fail'] });
    expect(await outcomeOf(healthchecks)).toEqual({ status: 'down', types: ['start', 'log', 'fail'] });
  });
});

describe('resticprofile', () => {
  async function backUp({ program }: Tool, name: string, source: string): Promise<RunningMonitor> {
    const monitor = await server.createMonitor();
    const folder = join(server.folder, name);
    mkdirSync(join(folder, 'source'), { recursive: true });
    writeFileSync(join(folder, 'key'), 'a password\n');
    const url = `${server.baseURL}${monitor.path}`;
    const config = join(folder, 'profiles.yaml');
    writeFileSync(
      config,
      [
        'version: "1"',
        'default:',
        `  repository: "local:${folder}/repository"`,
        `  password-file: ${folder}/key`,
        '  initialize: true',
        '  backup:',
        `    source: [${join(folder, source)}]`,
        `    send-before: {method: HEAD, url: "${url}/start"}`,
        `    send-after: {method: HEAD, url: "${url}"}`,
        '    send-after-fail:',
        '      method: POST',
        `      url: "${url}/fail"`,
        `      body: "\${ERROR} \${ERROR_STDERR}"`,
        '',
      ].join('\n'),
    );
    await runProgram(program, ['-c', config, 'backup'], { PATH: '/usr/bin:/bin', HOME: folder });
    return monitor;
  }

  testWithTool(
    'a successful backup is reported',
    fetchResticprofile,
    async (tool) => {
      const monitor = await backUp(tool, 'restic-good', 'source');
      expect(await outcomeOf(monitor)).toEqual({ status: 'up', types: ['start', 'ping'] });
      expect(await runsOf(server, monitor)).toMatchObject([
        { state: 'succeeded', startEvent: 1, endEvent: 2 },
      ]);
    },
    { isOptional: true },
  );

  testWithTool(
    'a failed backup is reported with the output of restic',
    fetchResticprofile,
    async (tool) => {
      const monitor = await backUp(tool, 'restic-bad', 'missing');
      expect(await outcomeOf(monitor)).toEqual({ status: 'down', types: ['start', 'fail'] });
      expect(String(await lastBodyOf(server, monitor))).toContain(
        'all target directories/files do not exist',
      );
    },
    { isOptional: true },
  );
});

/** Lines from the documentation of other services, with our ping URL. */
const LINES = [
  // A failure in the parameters or the body must not count as a success.
  ['curl -s "$URL?status=down&msg=x&ping="', 'fail', 'down'],
  ['curl -s "$URL?state=fail"', 'fail', 'down'],
  ['curl -s "$URL?status=error"', 'fail', 'down'],
  ['curl -s -d s=1 "$URL"', 'fail', 'down'],
  ['curl -s "$URL?s=1"', 'fail', 'down'],
  ['curl -s "$URL?state=run"', 'start', 'up'],
  ['curl -s "$URL?status=up&msg=OK&ping=42"', 'end', 'up'],
  ['curl -s "$URL?state=complete&series=a&host=h&stamp=1.5&try=1&env=prod"', 'end', 'up'],
  ['curl -s -d s=0 -d "m=disk full" "$URL"', 'end', 'up'],
  ['curl -s -F s=1 -F m=@/etc/hostname "$URL"', 'fail', 'down'],
  ['curl -s --data-urlencode "m=a & b" -d s=$(sh -c "exit 3"; echo $?) "$URL"', 'fail', 'down'],
  ['curl -s "$URL/failure"', 'fail', 'down'],
  ['curl -s "$URL/FAIL"', 'fail', 'down'],
  ['curl -s "$URL/17"', 'fail', 'down'],
  ['curl -s -T /etc/hostname "$URL/error"', 'fail', 'down'],
  ['echo said | gzip | curl -s -H "Content-Encoding: gzip" --data-binary @- "$URL/fail"', 'fail', 'down'],
] as const;

for (const [line, type, status] of LINES) {
  testWith(['curl', 'gzip'], `${line} is ${type}`, async () => {
    const monitor = await server.createMonitor();
    const variables = { URL: `${server.baseURL}${monitor.path}` };
    expect((await runLine(line, variables)).exitCode).toBe(0);
    expect(await outcomeOf(monitor)).toEqual({ status, types: [type] });
  });
}

testWith(['busybox'], 'busybox wget reports what happened', async () => {
  for (const [line, types, status] of [
    [
      'busybox wget -q -O /dev/null $URL/start; false; busybox wget -q -O /dev/null $URL/$?',
      ['start', 'fail'],
      'down',
    ],
    [
      'busybox wget -q -O /dev/null "$URL?state=run"; busybox wget -q -O /dev/null "$URL?s=0"',
      ['start', 'end'],
      'up',
    ],
    ['busybox wget -q -O /dev/null --post-data "s=1&m=disk full" $URL', ['fail'], 'down'],
    ['busybox wget -q --spider "$URL?status=down"', ['fail'], 'down'],
  ] as const) {
    const monitor = await server.createMonitor();
    const { exitCode } = await runLine(line, { URL: `${server.baseURL}${monitor.path}` });
    expect([line, exitCode]).toEqual([line, 0]);
    expect(await outcomeOf(monitor)).toEqual({ status, types });
  }
});

test('unknown words get 404 and a notice on the monitor', async () => {
  const monitor = await server.createMonitor();
  for (const word of ['restart', '256', 'FAlL'])
    expect((await fetch(`${server.baseURL}${monitor.path}/${word}`)).status).toBe(404);
  await until(async () =>
    expect((await server.readMonitor(monitor.shortID)).notices).toMatchObject([
      { kind: 'unknown_call', count: 3, message: expect.stringContaining('/FAlL') },
    ]),
  );
});

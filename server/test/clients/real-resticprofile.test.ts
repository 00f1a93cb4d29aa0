import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { lastBodyOf, runsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer } from '../running-server.ts';
import { typesOf } from './client-world.ts';
import { fetchResticprofile, type Tool, testWithTool } from './fetched-tools.ts';
import { runProgram } from './shell.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

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
  'resticprofile reports a successful backup',
  fetchResticprofile,
  async (tool) => {
    const monitor = await backUp(tool, 'restic-good', 'source');
    expect(await typesOf(server, monitor)).toEqual(['start', 'ping']);
    expect(await runsOf(server, monitor)).toMatchObject([{ state: 'succeeded', startEvent: 1, endEvent: 2 }]);
  },
  { isOptional: true },
);

testWithTool(
  'resticprofile reports a failed backup with the output of restic',
  fetchResticprofile,
  async (tool) => {
    const monitor = await backUp(tool, 'restic-bad', 'missing');
    expect(await typesOf(server, monitor)).toEqual(['start', 'fail']);
    expect((await server.readMonitor(monitor.shortID)).status).toBe('down');
    expect(String(await lastBodyOf(server, monitor))).toContain('all target directories/files do not exist');
  },
  { isOptional: true },
);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { json, openLoopback } from '../../server/test/sdk/loopback.ts';
import { run } from '../command.ts';
import { debian, installCleanSystem } from './clean-system.ts';
import { runIn } from './command.ts';
import { executableTarball } from './packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'overdue-executable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the executable for x64 runs a job on a system without Node', async () => {
  const { url, seen } = await openLoopback(json(200, { success: true, data: {} }));
  const system = installCleanSystem();
  try {
    await system.run('tar', '-xzf', system.add(executableTarball('x64')), '-C', '/usr/local/bin', 'overdue');
    expect(await system.run('overdue', '--version')).toBe(`${manifest.version}\n`);
    const job = system.run(
      'overdue',
      'exec',
      '--ping',
      `${url}/ping/x`,
      '--',
      'sh',
      '-c',
      'echo half; exit 3',
    );
    await expect(job).rejects.toMatchObject({ code: 3, stdout: 'half\n' });
    expect(seen.map((request) => request.url.split('?')[0])).toEqual(['/ping/x/start', '/ping/x/3']);
  } finally {
    system.remove();
  }
});

test('the executable for arm64 runs under emulation', async () => {
  run('tar', ['-xzf', executableTarball('arm64'), '-C', folder], folder);
  const { output } = await runIn(
    { PATH: process.env.PATH ?? '' },
    'qemu-aarch64-static',
    '-L',
    debian('arm64'),
    join(folder, 'overdue'),
    '--version',
  );
  expect(output).toBe(`${manifest.version}\n`);
});

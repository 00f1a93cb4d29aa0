import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openLoopback } from '../../server/test/sdk/loopback.ts';
import { run } from '../command.ts';
import { type CleanSystem, installCleanSystem } from './clean-system.ts';
import { debianPackage } from './packages.ts';
import { startedService } from './running-server.ts';

let system: CleanSystem;
beforeAll(() => {
  system = installCleanSystem();
});
afterAll(() => system.remove());

const UNIT = '/usr/lib/systemd/system/overdue-server.service';

function fileOf(path: string): string {
  return readFileSync(join(system.root, path), 'utf8');
}

describe('overdue-server', () => {
  test('the package is installed with a user, settings and a unit', async () => {
    await system.run('dpkg', '--install', system.add(debianPackage('overdue-server', 'amd64')));
    expect(await system.run('getent', 'passwd', 'overdue')).toMatch(
      /^overdue:x:\d{3}:.*:\/usr\/sbin\/nologin$/m,
    );
    expect(fileOf('/etc/overdue/server.env')).toMatch(
      /^DATABASE_URL=sqlite:\/var\/lib\/overdue\/overdue\.db$/m,
    );
    expect(await system.run('stat', '--format=%U:%G %a', '/etc/overdue/server.env')).toBe(
      'root:overdue 640\n',
    );
  });

  test('root creates the first team in files of the user of the service', async () => {
    const output = await system.run(
      'overdue-server',
      'setup',
      '--email',
      'ann@example.com',
      '--team',
      'Acme',
    );
    expect(output).toContain('API token');
    expect(await system.run('stat', '--format=%U', '/var/lib/overdue/overdue.db')).toBe('overdue\n');
  });

  test('the unit starts the service as that user', async () => {
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(fileOf(UNIT)) ?? [];
    writeFileSync(
      join(system.root, 'etc/overdue/server.env'),
      `${fileOf('/etc/overdue/server.env')}PORT=0\n`,
    );
    expect(command).toBe(
      '/usr/lib/overdue-server/node /usr/lib/overdue-server/server/bin/overdue-server.js serve',
    );
    // The test system has no systemd, so the wrapper command reads server.env and starts the service.
    const service = await startedService(system.start('overdue-server', 'serve'));
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(service.url)).text()).toContain('<title>Overdue');
    await service.stop();
  });

  test('systemd accepts the unit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'overdue-unit-'));
    try {
      const unit = join(folder, 'overdue-server.service');
      writeFileSync(
        unit,
        fileOf(UNIT)
          .replace('ExecStart=/usr/lib/overdue-server/node', `ExecStart=${process.execPath}`)
          .replace(/^Documentation=.*\n/m, ''),
      );
      expect(run('systemd-analyze', ['verify', '--man=no', unit], folder)).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('an upgrade keeps settings and data; purging keeps the data', async () => {
    await system.run('dpkg', '--install', system.add(debianPackage('overdue-server', 'amd64')));
    expect(fileOf('/etc/overdue/server.env')).toMatch(/^PORT=0$/m);
    expect(await system.run('stat', '--format=%U:%G %a', '/etc/overdue/server.env')).toBe(
      'root:overdue 640\n',
    );
    expect(await system.run('dpkg', '--purge', 'overdue-server')).toContain('stays in /var/lib/overdue');
    expect(statSync(join(system.root, 'var/lib/overdue/overdue.db')).size).toBeGreaterThan(0);
  });
});

test('overdue runs a job and keeps its report while the service is away', async () => {
  let isAway = true;
  const taken = json(200, { success: true, data: {} });
  const { url, seen } = await openLoopback((response, request) =>
    isAway ? response.destroy() : taken(response, request),
  );
  await system.run('dpkg', '--install', system.add(debianPackage('overdue', 'amd64')));
  expect(fileOf('/usr/share/bash-completion/completions/overdue')).toContain('exec');
  expect(await system.run('zcat', '/usr/share/man/man1/overdue-exec.1.gz')).toMatch(/^\.TH /m);
  expect(await system.run('overdue', 'exec', '--ping', `${url}/ping/x`, '--', 'echo', 'done')).toBe('done\n');
  const before = seen.length;
  isAway = false;
  expect(await system.run('overdue', 'flush')).toBe('Sent: 2. Waiting: 0.\n');
  expect(seen.slice(before).map(({ url }) => url)).toEqual([
    expect.stringMatching(/^\/ping\/x\/start\?/),
    expect.stringMatching(/^\/ping\/x\/0\?/),
  ]);
});

test('removing overdue is refused while jobs run through the command', async () => {
  const crontab = join(system.root, 'etc/cron.d/backup');
  const line = '0 2 * * * root "/usr/bin/overdue" exec --ping https://overdue.example.com/ping/x -- backup\n';
  writeFileSync(crontab, `# overdue exec in a comment\n${line}`);
  await expect(system.run('dpkg', '--remove', 'overdue')).rejects.toMatchObject({
    stderr: expect.stringMatching(/\/etc\/cron\.d\/backup\n.*overdue discover --undo/),
  });
  expect(await system.run('overdue', '--version')).toMatch(/^\d/);
  const script = join(system.root, 'etc/cron.yearly/report');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, '#!/bin/sh\noverdue ping --monitor report\n');
  await expect(system.run('dpkg', '--remove', 'overdue')).rejects.toMatchObject({
    stderr: expect.stringContaining('/etc/cron.yearly/report\n'),
  });
  writeFileSync(script, '#!/bin/sh\n  # overdue ping --monitor report\n');
  await system.run('useradd', '--create-home', '--home-dir', '/srv/ann', 'ann');
  const units = join(system.root, 'srv/ann/.config/systemd/user');
  mkdirSync(join(units, 'backup.service.d'), { recursive: true });
  // A user can link to files and folders without an end.
  symlinkSync('/proc/kmsg', join(units, 'kmsg.service'));
  symlinkSync('/', join(units, 'all'));
  const dropIn = join(units, 'backup.service.d/overdue.conf');
  writeFileSync(dropIn, '[Service]\nExecStartPre=-/usr/bin/overdue unit start --monitor backup\n');
  await expect(system.run('dpkg', '--remove', 'overdue')).rejects.toMatchObject({
    stderr: expect.stringContaining('/srv/ann/.config/systemd/user/backup.service.d/overdue.conf\n'),
  });
  rmSync(dropIn);
  // An upgrade is not a removal.
  await system.run('dpkg', '--install', system.add(debianPackage('overdue', 'amd64')));
  writeFileSync(crontab, '# overdue exec in a comment\n0 2 * * * root backup\n');
  await system.run('dpkg', '--remove', 'overdue');
  await expect(system.run('overdue', '--version')).rejects.toThrow();
});

test('root keeps the state of the command apart from the data of the service', async () => {
  await system.run('dpkg', '--install', system.add(debianPackage('overdue', 'amd64')));
  await system.run('overdue', 'exec', '--ping', 'http://127.0.0.1:1/ping/x', '--', 'true');
  expect(await system.run('stat', '--format=%U %a', '/var/lib/overdue-cli')).toBe('root 700\n');
});

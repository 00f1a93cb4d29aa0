import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/running-server.ts';
import { makeStateFolder, run } from './command.ts';
import { hasProgram, makeImage } from './discover-host.ts';

async function openDiscover(server: RunningServer) {
  const host = makeImage();
  const env = {
    OVERDUE_URL: server.baseURL,
    OVERDUE_TOKEN: server.token,
    OVERDUE_STATE: makeStateFolder(),
    HOME: makeStateFolder(),
  };
  const discover = async (...args: readonly string[]) =>
    run(['discover', '--root', host.root, '--program', host.program, ...args], { env });
  const json = async () => JSON.parse((await discover('--json')).stdout);
  const states = async () => (await json()).jobs.map(({ state }: { readonly state: string }) => state);
  const monitors = async () => {
    const { monitors: list } = await server.api('GET', '/v1/monitors/');
    if (!Array.isArray(list)) throw new Error('There is no list of monitors.');
    return list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  return { host, env, discover, json, states, monitors };
}

test('the jobs of a host are found, edited once, and restored byte for byte', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const { host, env, discover, json, states, monitors } = await openDiscover(server);
  const before = host.snapshot();

  const listed = await json();
  expect(listed).toMatchObject({ host: 'web1', timezone: 'Europe/Riga', gone: [], problems: [] });
  expect(await states()).toEqual([
    'unmonitored',
    'skipped',
    'unmonitored',
    'elsewhere',
    'unmonitored',
    'unmonitored',
  ]);
  expect(host.snapshot()).toEqual(before);

  for (const options of [[], ['--json']]) {
    const unconfirmed = await discover('--apply', ...options);
    expect(unconfirmed).toMatchObject({ status: 1, stderr: expect.stringContaining('Add --yes') });
  }
  expect(host.snapshot()).toEqual(before);

  const applied = await discover('--apply', '--yes');
  expect(applied).toMatchObject({ status: 0, stderr: '' });
  expect(applied.stdout).toContain('-17 *\t* * *\troot\tcd / && run-parts');
  expect(applied.stdout).toContain('Created 4 monitors. Changed 4 files.');
  const after = host.snapshot();
  expect(await monitors()).toMatchObject([
    {
      name: 'backup on web1',
      tags: ['host:web1', 'systemd'],
      schedule: { onCalendar: 'Mon..Fri 02:00', graceDuration: 7200 },
    },
    {
      name: 'cat on web1',
      tags: ['host:web1', 'cron'],
      schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga' },
    },
    { name: 'cron.hourly on web1', schedule: { cron: '17 * * * *', graceDuration: 360 } },
    { name: 'keep on web1', description: 'From /etc/cron.d/app, line 2.', schedule: { graceDuration: 60 } },
  ]);
  // Editing preserves the mode, comments, empty lines and line breaks.
  expect(after['etc/cron.d/app']?.split(' ')[0]).toBe(before['etc/cron.d/app']?.split(' ')[0]);
  expect(host.read('etc/crontab')).toMatch(
    /^SHELL=\/bin\/bash\n17 \*\t\* \* \*\troot\t\S+ exec --ping \S+ -- \/bin\/bash -c '[^']+'\r\n\n@reboot/,
  );
  verifyUnits(host.root);

  expect(await discover('--apply', '--yes')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing to do'),
  });
  expect(host.snapshot()).toEqual(after);
  expect(await states()).toEqual([
    'monitored',
    'skipped',
    'monitored',
    'elsewhere',
    'monitored',
    'monitored',
  ]);

  // Runs the line like cron: the job fails, and the failure is reported with the log of the run.
  const [, line = ''] = /www-data (.*)/.exec(host.read('etc/cron.d/app')) ?? [];
  const ran = spawnSync('dash', ['-c', line.replaceAll('\\%', '%')], {
    env: { ...env, PATH: '/usr/bin:/bin' },
  });
  expect([ran.status, ran.stdout.toString(), ran.stderr.toString()]).toEqual([
    3,
    'orders 100%\n',
    'secret-is-not-here\n',
  ]);
  const { shortID } = (await monitors()).find(({ name }) => name === 'keep on web1');
  expect(await server.readMonitor(shortID)).toMatchObject({ status: 'down' });
  const log = await fetch(`${server.baseURL}/v1/monitors/${shortID}/events/2/body/`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  expect(await log.text()).toContain('orders 100%');

  const edited = host.read('etc/cron.d/app');
  host.write('etc/cron.d/app', edited.replace(/^.*www-data.*$/m, '# no orders'));
  expect((await json()).gone).toEqual([{ name: 'keep on web1', place: '/etc/cron.d/app, line 2' }]);
  host.write('etc/cron.d/app', edited);

  expect(await discover('--undo', '--yes')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Restored 4 files. Paused 4 monitors'),
  });
  expect(host.snapshot()).toEqual(before);
  expect(await monitors()).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ status: 'paused' })),
  );
  expect((await json()).gone).toEqual([]);

  expect(await discover('--apply', '--yes')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Created 0 monitors'),
  });
  expect(host.snapshot()).toEqual(after);
  expect(await monitors()).not.toContainEqual(expect.objectContaining({ status: 'paused' }));
});

/** Checks that systemd accepts the drop-in. */
function verifyUnits(root: string): void {
  if (!hasProgram('systemd-analyze')) return;
  const folder = join(makeStateFolder(), 'units');
  mkdirSync(folder);
  cpSync(join(root, 'usr/lib/systemd/system'), folder, { recursive: true });
  cpSync(join(root, 'etc/systemd/system/backup.service.d'), join(folder, 'backup.service.d'), {
    recursive: true,
  });
  writeFileSync(join(folder, 'sysinit.target'), '[Unit]\n');
  const result = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'backup.service')], {
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  });
  expect(
    result.stderr
      .toString()
      .split('\n')
      .filter((line) => line.includes('backup')),
  ).toEqual([]);
  expect(result.status).toBe(0);
}

test('jobs are listed without a service, and nothing changes if the service refuses', async () => {
  const host = makeImage();
  const before = host.snapshot();
  const env = { OVERDUE_STATE: makeStateFolder() };
  const listed = await run(['discover', '--root', host.root], { env });
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  expect(listed.stdout).toContain('6 jobs: 0 monitored, 4 not monitored, 1 reporting elsewhere, 1 skipped.');
  expect(await run(['discover', '--root', host.root, '--apply'], { env })).toMatchObject({ status: 4 });
  const unreachable = { ...env, OVERDUE_URL: 'http://127.0.0.1:9', OVERDUE_TOKEN: 'x' };
  expect(
    await run(['discover', '--root', host.root, '--apply', '--yes'], { env: unreachable }),
  ).toMatchObject({
    status: 3,
  });
  expect(host.snapshot()).toEqual(before);
});

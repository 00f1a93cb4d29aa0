import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../server/test/running-server.ts';
import { makeStateFolder, run } from './command.ts';
import { hasProgram, type ImageHost, makeImage } from './discover-host.ts';
import { openSecureLoopback } from './secure-loopback.ts';

async function openService(settings: Readonly<Record<string, string>> = {}) {
  const server = await startServer(settings);
  onTestFinished(() => server.stop());
  const state = makeStateFolder();
  const env = { OVERDUE_URL: server.baseURL, OVERDUE_TOKEN: server.token, OVERDUE_STATE: state };
  const discover = async (host: ImageHost, ...args: readonly string[]) =>
    run(['discover', '--root', host.root, '--program', host.program, ...args], { env });
  const monitors = async (): Promise<Readonly<Record<string, string>>> => {
    const { monitors: list } = await server.api('GET', '/v1/monitors/');
    if (!Array.isArray(list)) throw new Error('There is no list of monitors.');
    return Object.fromEntries(list.map(({ name, status }) => [name, status]));
  };
  return { server, state, env, discover, monitors };
}

const LINES = '0 1 * * * root /opt/first\n0 2 * * * root /opt/second\n';
const FILES = {
  'etc/hostname': 'web1\n',
  'etc/cron.d/one': LINES,
  'etc/cron.d/two': '0 3 * * * root /opt/third\n',
};

test('undo restores what the command wrote, keeps what people wrote, and names lines changed by hand', async () => {
  const { discover, monitors } = await openService();
  const host = makeImage(FILES);
  await discover(host, '--apply', '--yes');
  const comment = '# reviewed\n';
  host.write('etc/cron.d/two', `${comment}${host.read('etc/cron.d/two')}`);
  host.write(
    'etc/cron.d/one',
    host.read('etc/cron.d/one').replace('exec --ping', 'exec --quiet-success --ping'),
  );
  const undone = await discover(host, '--undo', '--yes');
  expect(undone).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/\/etc\/cron\.d\/one: Line 1 was changed by hand.*\/opt\/first/),
    stdout: expect.stringContaining('Restored 2 files. Paused 2 monitors'),
  });
  expect(host.read('etc/cron.d/two')).toBe(`${comment}${FILES['etc/cron.d/two']}`);
  expect(host.read('etc/cron.d/one')).toMatch(
    /^0 1 .* exec --quiet-success .*\n0 2 \* \* \* root \/opt\/second\n$/,
  );
  expect(await monitors()).toMatchObject({
    'first on web1': 'new',
    'second on web1': 'paused',
    'third on web1': 'paused',
  });
  expect(await discover(host, '--undo', '--yes')).toMatchObject({ status: 1 });
  expect(await discover(host, '--undo', '--yes', '--force')).toMatchObject({ status: 0 });
  expect(host.read('etc/cron.d/one')).toBe(LINES);
  expect(await monitors()).toMatchObject({ 'first on web1': 'paused' });
});

test('--only and --except choose the jobs to undo', async () => {
  const { discover, monitors } = await openService();
  const host = makeImage(FILES);
  await discover(host, '--apply', '--yes');
  expect(await discover(host, '--undo', '--yes', '--only', 'second')).toMatchObject({ status: 0 });
  expect(host.read('etc/cron.d/one')).toMatch(/^0 1 .* exec --ping .*\n0 2 \* \* \* root \/opt\/second\n$/);
  expect(await monitors()).toMatchObject({
    'first on web1': 'new',
    'second on web1': 'paused',
    'third on web1': 'new',
  });
  expect(await discover(host, '--undo', '--yes', '--except', 'cron.d/two')).toMatchObject({ status: 0 });
  expect(host.read('etc/cron.d/one')).toBe(LINES);
  expect(host.read('etc/cron.d/two')).toContain('exec --ping');
  expect(await discover(host, '--undo', '--yes')).toMatchObject({ status: 0 });
  expect(host.read('etc/cron.d/two')).toBe(FILES['etc/cron.d/two']);
  expect(await discover(host, '--undo', '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing to undo'),
  });
});

test('each image has its own monitors, list and undo', async () => {
  const { discover, monitors } = await openService();
  const crontab = { 'etc/crontab': '0 1 * * * root /bin/backup\n' };
  const [a, b] = ['hostA', 'hostB'].map((name) => makeImage({ 'etc/hostname': `${name}\n`, ...crontab }));
  if (a === undefined || b === undefined) throw new Error('There are no images.');
  for (const host of [a, b])
    expect((await discover(host, '--apply', '--yes')).stdout).toContain('Created 1 monitor.');
  expect(await monitors()).toEqual({ 'backup on hostA': 'new', 'backup on hostB': 'new' });
  expect((await discover(b)).stdout).not.toContain('Gone');
  await discover(a, '--undo', '--yes');
  expect(a.read('etc/crontab')).toBe(crontab['etc/crontab']);
  expect(b.read('etc/crontab')).toContain('exec --ping');
  expect(await monitors()).toEqual({ 'backup on hostA': 'paused', 'backup on hostB': 'new' });
});

test('a copy of a host says so, and leaves the monitors of the original alone', async () => {
  const { discover, monitors } = await openService();
  const host = makeImage({ 'etc/hostname': 'web1\n', 'etc/crontab': '0 1 * * * root /bin/backup\n' });
  await discover(host, '--apply', '--yes');
  host.write('etc/hostname', 'web2\n');
  expect((await discover(host, '--json')).stdout).toContain('reports to the monitor of web1');
  expect((await discover(host, '--undo', '--yes')).stdout).toContain('The monitors of web1 stay active.');
  expect((await discover(host, '--apply', '--yes')).stdout).toContain('Created 1 monitor.');
  expect(await monitors()).toEqual({ 'backup on web1': 'new', 'backup on web2': 'new' });
  expect((await discover(host, '--json')).stdout).not.toContain('monitor of web1');
});

const TIMERS = {
  'etc/hostname': 'web1\n',
  'usr/lib/systemd/systemd': '',
  'etc/systemd/system/sync.timer': '[Timer]\nOnCalendar=Mon..Fri 02:00\n',
  'etc/systemd/system/sync-weekend.timer': '[Timer]\nOnCalendar=Sat,Sun 05:00\nUnit=sync.service\n',
  'etc/systemd/system/sync.service': '[Service]\nType=oneshot\nUser=www-data\nExecStart=/bin/true\n',
  'etc/systemd/system/odd.timer': '[Timer]\nOnCalendar=*:0/60\n',
  'etc/systemd/system/odd.service': '[Service]\nExecStart=/bin/true\n',
  ...Object.fromEntries(
    ['sync', 'sync-weekend', 'odd'].map((name) => [
      `etc/systemd/system/timers.target.wants/${name}.timer`,
      '',
    ]),
  ),
};

test('two timers of one service have one monitor, and a service of a user reports as the user', async () => {
  const { discover, server } = await openService();
  const host = makeImage(TIMERS);
  const before = host.snapshot();
  expect(await discover(host, '--apply', '--yes')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/systemd refuses[\s\S]*Created 1 monitor\. Changed 1 file\./),
  });
  const { monitors } = await server.api('GET', '/v1/monitors/');
  expect(monitors).toMatchObject([
    { name: 'sync on web1', schedule: { onCalendar: 'Sat,Sun 05:00\nMon..Fri 02:00' } },
  ]);
  const path = 'etc/systemd/system/sync.service.d/overdue.conf';
  expect(host.read(path)).not.toMatch(/^Exec\w+=\S*\+/m);
  expect(lstatSync(join(host.root, path)).mode & 0o777).toBe(0o600);
  if (hasProgram('systemd-analyze')) {
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', join(host.root, 'etc/systemd/system/sync.service')],
      { env: { ...process.env, SYSTEMD_UNIT_PATH: `${join(host.root, 'etc/systemd/system')}:` } },
    );
    expect(stderr.toString()).not.toContain('overdue.conf');
    expect(status).toBe(0);
  }
  await discover(host, '--undo', '--yes');
  expect(host.snapshot()).toEqual(before);
});

test('undo trusts only what the user of the command wrote', async () => {
  const { discover, state } = await openService();
  const host = makeImage(FILES);
  await discover(host, '--apply', '--yes');
  const edited = host.read('etc/cron.d/one');
  const [name = ''] = readdirSync(join(state, 'discover'));
  const folder = join(state, 'discover', name);
  chmodSync(folder, 0o777);
  expect((await discover(host, '--undo', '--yes')).stderr).toContain('another user could have written it');
  chmodSync(folder, 0o700);
  if (process.getuid?.() === 0) {
    chownSync(join(folder, 'manifest.json'), 1, 1);
    expect((await discover(host, '--undo', '--yes')).stderr).toContain('another user could have written it');
  }
  expect(host.read('etc/cron.d/one')).toBe(edited);
});

test('no file is written through a symbolic link', async () => {
  const { discover } = await openService();
  const host = makeImage(TIMERS);
  const target = makeStateFolder();
  mkdirSync(join(host.root, 'etc/cron.d'), { recursive: true });
  host.write('srv/job', '0 1 * * * root /opt/x\n');
  symlinkSync('/srv/job', join(host.root, 'etc/cron.d/job'));
  symlinkSync(target, join(host.root, 'etc/systemd/system/sync.service.d'));
  const applied = await discover(host, '--apply', '--yes');
  expect(applied).toMatchObject({ status: 1, stdout: expect.stringContaining('symbolic link') });
  expect(host.read('srv/job')).toBe('0 1 * * * root /opt/x\n');
  expect(readdirSync(target)).toEqual([]);
});

test('undo says where the lines are if a person has replaced a crontab by a symbolic link', async () => {
  const { discover } = await openService();
  const host = makeImage({ ...TIMERS, 'etc/cron.d/job': '0 1 * * * root /opt/x\n' });
  await discover(host, '--apply', '--yes');
  const written = host.read('etc/cron.d/job');
  host.write('srv/job', written);
  rmSync(join(host.root, 'etc/cron.d/job'));
  symlinkSync('/srv/job', join(host.root, 'etc/cron.d/job'));
  expect(await discover(host, '--undo', '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      '/etc/cron.d/job: Line 1 still reports, because the file is a symbolic link to /srv/job, which isn’t written. Put the file in place of the link',
    ),
  });
  expect(host.read('srv/job')).toBe(written);
  rmSync(join(host.root, 'etc/cron.d/job'));
  host.write('etc/cron.d/job', written);
  expect(await discover(host, '--undo', '--yes')).toMatchObject({ status: 0 });
  expect(host.read('etc/cron.d/job')).toBe('0 1 * * * root /opt/x\n');
});

test('a pipe in the place of a unit or a crontab doesn’t stop the command', async () => {
  const { discover } = await openService();
  const host = makeImage(TIMERS);
  mkdirSync(join(host.root, 'etc/cron.d'), { recursive: true });
  expect(spawnSync('mkfifo', [join(host.root, 'etc/cron.d/pipe')]).status).toBe(0);
  const service = join(host.root, 'etc/systemd/system/odd.service');
  rmSync(service);
  expect(spawnSync('mkfifo', [service]).status).toBe(0);
  expect(await discover(host)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/odd\.service: It isn.+t a regular file/),
  });
});

test('nothing is written where another user could redirect the content', async () => {
  const { discover } = await openService();
  const host = makeImage({ ...TIMERS, 'etc/cron.d/job': '0 1 * * * root /opt/x\n' });
  const before = host.snapshot();
  chmodSync(join(host.root, 'etc'), 0o777);
  const applied = await discover(host, '--apply', '--yes');
  expect(applied).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('can be changed by other users'),
  });
  expect(host.snapshot()).toEqual(before);
});

test('the temporary file of another user is never written', async () => {
  const { discover } = await openService();
  const host = makeImage({ 'etc/hostname': 'web1\n', 'etc/cron.d/job': '0 1 * * * root /opt/x\n' });
  const victim = join(makeStateFolder(), 'victim');
  writeFileSync(victim, 'untouched');
  linkSync(victim, join(host.root, 'etc/cron.d/.overdue-new'));
  chmodSync(join(host.root, 'etc/cron.d'), 0o1777);
  expect(await discover(host, '--apply', '--yes')).toMatchObject({ status: 0 });
  expect(host.read('etc/cron.d/job')).toContain('exec --ping');
  expect(readFileSync(victim, 'utf8')).toBe('untouched');
});

test('overdue stays in the sandbox of a service if others may write its variables', async () => {
  const { discover } = await openService();
  const service = (file: string) => `[Service]\nEnvironmentFile=-${file}\nExecStart=/bin/true\n`;
  const host = makeImage({
    ...TIMERS,
    'etc/default/own': 'A=b\n',
    'srv/foreign': 'LD_PRELOAD=/srv/x.so\n',
    'etc/systemd/system/sync.service': service('/etc/default/own'),
    'etc/systemd/system/odd.timer': '[Timer]\nOnCalendar=daily\n',
    'etc/systemd/system/odd.service': service('/srv/foreign'),
  });
  chmodSync(join(host.root, 'srv'), 0o777);
  expect(await discover(host, '--apply', '--yes')).toMatchObject({ status: 0 });
  expect(host.read('etc/systemd/system/sync.service.d/overdue.conf')).toContain('ExecStopPost=-+');
  expect(host.read('etc/systemd/system/odd.service.d/overdue.conf')).not.toContain('-+');
});

/** Services that run as root or not, with the right value from `systemd-analyze security --offline`, which the test asks if it can. */
const USERS_OF_SERVICES: Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; isRoot: boolean }>
> = {
  comment: { files: { 'comment.service': '[Service]\n# Runs \\\nUser=bob\n' }, isRoot: false },
  continued: {
    files: { 'continued.service': '[Service]\nExecStart=/bin/a \\\n# b \\\nc\nUser=bob\n' },
    isRoot: false,
  },
  'other-section': {
    files: { 'other-section.service': '[Service]\nUser=bob\n[X-Note]\nUser=\n' },
    isRoot: false,
  },
  'a-b-c': {
    files: { 'a-b-c.service': '', 'a-b-.service.d/user.conf': '[Service]\nUser=bob\n' },
    isRoot: false,
  },
  'd-e-f': {
    files: { 'd-e-f.service': '', 'd-.service.d/user.conf': '[Service]\nUser=bob\n' },
    isRoot: false,
  },
  'g-h@1': {
    files: { 'g-h@.service': '', 'g-@.service.d/user.conf': '[Service]\nUser=bob\n' },
    isRoot: false,
  },
  'i-j': {
    files: {
      'i-j.service': '',
      'i-.service.d/user.conf': '[Service]\nUser=bob\n',
      'i-j.service.d/user.conf': '[Service]\n',
    },
    isRoot: true,
  },
  reset: {
    files: { 'reset.service': '[Service]\nUser=bob\n', 'reset.service.d/user.conf': '[Service]\nUser=\n' },
    isRoot: true,
  },
  escaped: { files: { 'escaped.service': '[Service]\nEnvironment=A=\\\\\nUser=bob\n' }, isRoot: false },
};

test('overdue gets rights of root only in services that systemd runs as root', async () => {
  const { discover } = await openService();
  const names = Object.keys(USERS_OF_SERVICES);
  const files = names.flatMap((name) => [
    ...Object.entries(USERS_OF_SERVICES[name]?.files ?? {}).map(([file, text]) => [
      file,
      `${text}[Service]\nExecStart=/bin/true\n`,
    ]),
    [`${name}.timer`, '[Timer]\nOnCalendar=daily\n'],
    [`timers.target.wants/${name}.timer`, ''],
  ]);
  const host = makeImage({
    'etc/hostname': 'web1\n',
    'usr/lib/systemd/systemd': '',
    ...Object.fromEntries(files.map(([file, text]) => [`etc/systemd/system/${file}`, text])),
  });
  expect(await discover(host, '--apply', '--yes')).toMatchObject({ status: 0 });
  for (const name of names) {
    const { isRoot } = USERS_OF_SERVICES[name] ?? {};
    const dropIn = host.read(`etc/systemd/system/${name}.service.d/overdue.conf`);
    expect([name, dropIn.includes('ExecStopPost=-+')]).toEqual([name, isRoot]);
    const args = ['security', '--offline=yes', '--no-pager', `--root=${host.root}`, `${name}.service`];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    if (status === 0) expect([name, stdout.includes('Service runs as root user')]).toEqual([name, isRoot]);
  }
});

const serviceOf = (settings: string) => `[Service]\nUser=www-data\n${settings}ExecStart=/bin/true\n`;

test.each([
  ['no folders', '', ['StateDirectory=overdue-units/%n', 'UnsetEnvironment=STATE_DIRECTORY'], '%S'],
  [
    'a state folder',
    'StateDirectory=sync\n',
    ['CacheDirectory=overdue-units/%n', 'UnsetEnvironment=CACHE_DIRECTORY'],
    '%C',
  ],
  [
    'a variable of this name',
    'Environment=STATE_DIRECTORY=/srv\n',
    ['CacheDirectory=overdue-units/%n', 'UnsetEnvironment=CACHE_DIRECTORY'],
    '%C',
  ],
  ['a folder of each kind', 'StateDirectory=sync\nCacheDirectory=sync\n', [], null],
])(
  'the reports of a service with User= and %s wait in a folder that systemd creates',
  async (_, settings, lines, specifier) => {
    const { server, discover } = await openService();
    const host = makeImage({ ...TIMERS, 'etc/systemd/system/sync.service': serviceOf(settings) });
    expect(await discover(host, '--apply', '--yes')).toMatchObject({ status: 0 });
    const written = host.read('etc/systemd/system/sync.service.d/overdue.conf');
    expect(written.split('\n').filter((line) => /^(?:\w+Directory|UnsetEnvironment)=/.test(line))).toEqual(
      lines,
    );
    if (specifier === null) return expect(written).not.toContain('OVERDUE_STATE');

    // Runs the line as systemd does, while the service can't be reached.
    const folder = join(makeStateFolder(), 'unit');
    const [, command = ''] = /^ExecStopPost=-(.*)$/m.exec(written) ?? [];
    const line = command
      .replace(`${specifier}/overdue-units/%n`, folder)
      .replace(server.baseURL, 'http://127.0.0.1:9');
    const result = spawnSync('sh', ['-c', line], {
      env: { INVOCATION_ID: 'a'.repeat(32), HOME: '/nonexistent' },
    });
    expect(result.stderr.toString()).toContain(`The report waits in ${folder}`);
    expect(readdirSync(folder)).toContain('spool.db');
  },
);

test.runIf(process.geteuid?.() === 0)(
  'users of cron lines who have no home folder get a folder for reports',
  async () => {
    const { discover } = await openService();
    const host = makeImage({
      'etc/hostname': 'web1\n',
      'etc/passwd': [
        'root:x:0:0:root:/:/bin/sh',
        'www-data:x:33:34:www-data:/var/www:/usr/sbin/nologin',
        'ann:x:1000:1000::/srv/ann:/bin/sh',
        'gone:x:1001:1001::/nonexistent:/bin/sh',
        '',
      ].join('\n'),
      'srv/ann/.profile': '',
      'var/www/index.html': '',
      'etc/cron.d/job': ['root', 'www-data', 'ann', 'gone']
        .map((user) => `0 1 * * * ${user} /opt/${user}\n`)
        .join(''),
    });
    chownSync(join(host.root, 'srv/ann'), 1000, 1000);
    expect(await discover(host, '--apply', '--yes')).toMatchObject({ status: 0 });
    const folder = join(host.root, 'var/lib/overdue-users');
    expect(readdirSync(folder)).toEqual(['1001', '33']);
    const { uid, gid, mode } = lstatSync(join(folder, '33'));
    expect([uid, gid, (mode & 0o777).toString(8)]).toEqual([33, 34, '700']);
    expect((lstatSync(folder).mode & 0o777).toString(8)).toBe('755');
  },
);

test('undo finds the lines of a run that failed in part, also if a person edits the files before the next run', async () => {
  const { discover } = await openService();
  const host = makeImage({ ...FILES, 'etc/crontab': '0 4 * * * root /opt/fourth\n' });
  // The temporary file of /etc/crontab can't be written.
  mkdirSync(join(host.root, 'etc/.overdue-new'));
  expect(await discover(host, '--apply', '--yes')).toMatchObject({
    status: 1,
    stderr: '',
    stdout: expect.stringContaining("/etc/crontab can't be written"),
  });
  expect(host.read('etc/crontab')).not.toContain('exec --ping');
  expect(host.read('etc/cron.d/one')).toContain('exec --ping');
  rmdirSync(join(host.root, 'etc/.overdue-new'));
  const comment = '# reviewed\n';
  host.write('etc/cron.d/one', `${comment}${host.read('etc/cron.d/one')}`);
  expect(await discover(host, '--apply', '--yes')).toMatchObject({ status: 0 });
  expect(await discover(host, '--undo', '--yes')).toMatchObject({ status: 0, stderr: '' });
  expect(host.read('etc/cron.d/one')).toBe(`${comment}${LINES}`);
  expect(host.read('etc/cron.d/two')).toBe(FILES['etc/cron.d/two']);
  expect(host.read('etc/crontab')).toBe('0 4 * * * root /opt/fourth\n');
});

test('undo takes overdue out of copied, moved, renamed, disabled and edited lines', async () => {
  const { discover, monitors } = await openService();
  const host = makeImage({
    ...FILES,
    'etc/passwd': 'root:x:0:0::/srv:/bin/sh\nann:x:1000:1000::/srv/ann:/bin/sh\n',
    'etc/cron.d/shell': '0 5 * * * root cd /srv && make # keep\n0 6 * * * root cd /x; ls\n',
    'var/spool/cron/crontabs/ann': '0 7 * * * /opt/own\n',
  });
  await discover(host, '--apply', '--yes');
  const [first = '', second = ''] = host.read('etc/cron.d/one').split('\n');
  // A copy above the original, with other times, and a line that is switched off.
  host.write('etc/cron.d/one', `${first.replace('0 1', '30 1')}\n${first}\n#${second}\n`);
  const third = host.read('etc/cron.d/two').trimEnd();
  rmSync(join(host.root, 'etc/cron.d/two'));
  host.write(
    'var/spool/cron/crontabs/ann',
    `${host.read('var/spool/cron/crontabs/ann')}${third.replace('root ', '')} --all\n`,
  );
  const shell = host.read('etc/cron.d/shell');
  rmSync(join(host.root, 'etc/cron.d/shell'));
  host.write(
    'etc/cron.d/shell.disabled',
    shell.replace('0 5', '@daily #\n0 5').replace(" ls'", " ls' >> /log").replace('0 6', '15 6'),
  );
  const undone = await discover(host, '--undo', '--yes');
  expect(undone).toMatchObject({ status: 0, stderr: '' });
  expect(host.read('etc/cron.d/one')).toBe(
    '30 1 * * * root /opt/first\n0 1 * * * root /opt/first\n#0 2 * * * root /opt/second\n',
  );
  expect(host.read('var/spool/cron/crontabs/ann')).toBe('0 7 * * * /opt/own\n0 3 * * * /opt/third --all\n');
  expect(host.read('etc/cron.d/shell.disabled')).toBe(
    "@daily #\n0 5 * * * root cd /srv && make # keep\n15 6 * * * root /bin/sh -c 'cd /x; ls' >> /log\n",
  );
  expect(new Set(Object.values(await monitors()))).toEqual(new Set(['paused']));
});

test('undo names lines that run overdue and are not in the list', async () => {
  const { discover, state } = await openService();
  const host = makeImage({ ...FILES, ...TIMERS });
  await discover(host, '--apply', '--yes');
  const edited = host.snapshot();
  const [name = ''] = readdirSync(join(state, 'discover'));
  const manifest = join(state, 'discover', name, 'manifest.json');
  writeFileSync(manifest, readFileSync(manifest).subarray(0, 100));
  expect(await discover(host, '--undo', '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /is damaged[\s\S]*\/etc\/cron\.d\/one: Line 1 runs[\s\S]*sync\.service\.d\/overdue\.conf/,
    ),
  });
  rmSync(manifest);
  expect(await discover(host, '--undo', '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /nothing to undo[\s\S]*\/etc\/cron\.d\/one: Line 1 runs[\s\S]*\/etc\/cron\.d\/one: Line 2 runs[\s\S]*\/etc\/cron\.d\/two: Line 1 runs/,
    ),
  });
  expect(host.snapshot()).toEqual(edited);
});

test('more jobs than one request can change are paused, and resumed by the next run', async () => {
  const { discover, server } = await openService({ MONITOR_ALLOWANCE: '2000' });
  const lines = Array.from({ length: 1001 }, (_, index) => `0 1 * * * root /opt/job${index}\n`).join('');
  const host = makeImage({ 'etc/hostname': 'web1\n', 'etc/cron.d/many': lines });
  await discover(host, '--apply', '--yes');
  expect((await discover(host, '--undo', '--yes')).stdout).toContain('Paused 1001 monitors');
  expect(host.read('etc/cron.d/many')).toBe(lines);
  expect((await discover(host, '--apply', '--yes')).stdout).toContain(
    'Created 0 monitors; 1001 existed already. Changed 1 file.',
  );
  expect(JSON.stringify(await server.api('GET', '/v1/monitors/?status=paused'))).not.toContain('job');
});

test('jobs trust the certificates with which the command reached the service', async () => {
  const { discover } = await openService();
  const { caFile } = await openSecureLoopback((response) => response.end());
  const host = makeImage({ ...FILES, ...TIMERS, [caFile.slice(1)]: readFileSync(caFile, 'utf8') });
  const original = host.read('etc/cron.d/two');
  const apply = () => discover(host, '--apply', '--yes', '--ca-file', caFile);
  chmodSync(join(host.root, caFile), 0o600);
  expect((await apply()).stderr).toContain("can't be read by the jobs of other users");
  chmodSync(join(host.root, caFile), 0o644);
  chmodSync(dirname(host.root), 0o755);
  expect(await apply()).toMatchObject({ status: 0, stderr: '' });
  const option = `--ca-file ${caFile}`;
  expect(host.read('etc/cron.d/two')).toMatch(new RegExp(` exec --ping \\S+ ${option} -- /opt/third\n`));
  expect(host.read('etc/systemd/system/sync.service.d/overdue.conf')).toMatch(
    new RegExp(`^ExecStopPost=.* unit end --ping \\S+ ${option}$`, 'm'),
  );
  expect(await discover(host, '--undo', '--yes')).toMatchObject({ status: 0, stderr: '' });
  expect(host.read('etc/cron.d/two')).toBe(original);
});

import { posix } from 'node:path';
import type { Host } from './host.ts';
import type { FoundJob } from './job.ts';
import { LISTED_CRONTAB, type ScheduleFile, withoutHeader } from './schedule-file.ts';
import { readAnacronJobs } from './sources/anacron-jobs.ts';
import { type CronOfHost, cronOf, fileProblem, LEFTOVER_NAME } from './sources/cron-files.ts';
import { type CrontabHost, readCrontabJobs } from './sources/crontab-jobs.ts';
import type { FolderScripts } from './sources/parts-folder.ts';
import { readTimerJobs } from './sources/timer-jobs.ts';
import { SYSTEM_UNITS, userUnits } from './sources/unit-files.ts';

/** Everything scheduled on a host. */
export interface HostJobs {
  readonly jobs: readonly FoundJob[];
  /** Crontabs whose lines can be edited, by their IDs. */
  readonly files: ReadonlyMap<string, ScheduleFile>;
}

/** Folders of users' crontabs in Debian, SUSE, and Red Hat. */
const USER_CRONTAB_FOLDERS = ['/var/spool/cron/crontabs', '/var/spool/cron/tabs', '/var/spool/cron'];
const ANACRONTAB = '/etc/anacrontab';
const RUNNING_SYSTEMD = '/run/systemd/system';
const DEBIAN_SPOOL = '/var/spool/cron/crontabs/';

/** Reads all crontabs, the table of anacron, and the timers of the system and of all users. */
export function findHostJobs(host: Host, now: number): HostJobs {
  const cron = cronOf(host);
  const cronHost: CrontabHost = {
    timezone: host.timezone,
    now,
    exists: (path) => (path === RUNNING_SYSTEMD ? runsSystemd(host) : host.exists(path)),
    scripts: (folder) => scriptsIn(host, folder, cron),
    program: cron.program,
    randomDelay: cron.randomDelay,
    hasUser: cron.hasUser,
  };
  const crontabs = [...readSystemCrontabs(host, cron), ...readUserCrontabs(host, cron)];
  const anacrontab = host.exists('/usr/sbin/anacron') ? readScheduleFile(host, ANACRONTAB, null) : null;
  const jobs = [
    ...crontabs.flatMap((file) => readCrontabJobs(file, cronHost)),
    ...(anacrontab === null ? [] : readAnacronJobs(anacrontab, cronHost)),
    ...findTimerJobs(host, now),
  ];
  const files = [...crontabs, ...(anacrontab === null ? [] : [anacrontab])];
  return { jobs: withDistinctKeys(jobs), files: new Map(files.map((file) => [file.id, file])) };
}

/** Whether systemd runs on the host, or is installed in an image. Without systemd, timers do nothing. */
function runsSystemd(host: Host): boolean {
  return host.exists(host.isImage ? '/usr/lib/systemd/systemd' : RUNNING_SYSTEMD);
}

function findTimerJobs(host: Host, now: number): readonly FoundJob[] {
  if (!runsSystemd(host)) return [];
  return [
    ...readTimerJobs(host, { units: SYSTEM_UNITS, user: null, now }),
    ...readUsers(host).flatMap(({ name, home }) =>
      readTimerJobs(host, { units: userUnits(home), user: name, now }),
    ),
  ];
}

/** Returns the scripts that `run-parts` runs in a folder, and the names of executable files that it leaves out. */
function scriptsIn(host: Host, folder: string, cron: CronOfHost): FolderScripts {
  const executable = host
    .list(folder)
    .filter((name) => !LEFTOVER_NAME.test(name) && host.isExecutable(posix.join(folder, name)));
  return {
    run: executable.filter((name) => cron.runsScript(folder, name)),
    ignored: executable.filter((name) => !cron.runsScript(folder, name)),
  };
}

function readSystemCrontabs(host: Host, cron: CronOfHost): readonly ScheduleFile[] {
  const names = host.list('/etc/cron.d').filter((name) => !LEFTOVER_NAME.test(name));
  const files = [
    { path: '/etc/crontab', nameProblem: null },
    ...names.map((name) => ({
      path: posix.join('/etc/cron.d', name),
      nameProblem: cron.nameProblem(name),
    })),
  ];
  return files.flatMap(({ path, nameProblem }) => {
    if (!host.isFile(path)) return [];
    const problem = nameProblem ?? fileProblem(path, { host, cron, user: null });
    return readScheduleFile(host, path, problem) ?? [];
  });
}

/** Folders whose scripts cron runs through `run-parts`. */
const SCRIPT_FOLDERS = ['hourly', 'daily', 'weekly', 'monthly', 'yearly'].map((name) => `/etc/cron.${name}`);

/** Files in which a person may have put lines of the command since `--apply`. */
export interface PlacesOfLines {
  /** Crontabs, also those that their scheduler ignores, such as files that a person has switched off by renaming them. */
  readonly crontabs: readonly ScheduleFile[];
  /** Files that the command doesn't edit: scripts, units, and drop-ins with other content. */
  readonly others: readonly ScheduleFile[];
  /** Drop-ins of the folders that the command edits. */
  readonly dropIns: readonly ScheduleFile[];
}

/** Reads all files in which a line of the command may be. */
export function readPlacesOfLines(host: Host): PlacesOfLines {
  const cron = cronOf(host);
  const filesIn = (folder: string) =>
    host
      .list(folder)
      .map((name) => posix.join(folder, name))
      .filter(host.isFile)
      .flatMap((path) => readScheduleFile(host, path, null) ?? []);
  const users = readUserCrontabs(host, cron);
  const paths = new Set(users.map(({ path }) => path));
  const unitFolders = [
    SYSTEM_UNITS.own,
    ...readUsers(host).flatMap(({ name, home }) => (name === host.user ? [userUnits(home).own] : [])),
  ];
  return {
    crontabs: [
      ...['/etc/crontab', ANACRONTAB].flatMap((path) => readScheduleFile(host, path, null) ?? []),
      ...filesIn('/etc/cron.d'),
      ...users,
      // Copies, and crontabs in a folder that the cron of this host doesn't read.
      ...USER_CRONTAB_FOLDERS.flatMap(filesIn).filter(({ path }) => !paths.has(path)),
    ],
    dropIns: unitFolders.flatMap((folder) =>
      host
        .list(folder)
        .filter((name) => name.endsWith('.d'))
        .flatMap((name) => filesIn(posix.join(folder, name))),
    ),
    others: [...SCRIPT_FOLDERS, ...unitFolders].flatMap(filesIn),
  };
}

function readScheduleFile(host: Host, path: string, problem: string | null): ScheduleFile | null {
  const bytes = host.read(path);
  if (bytes === null) return null;
  return { id: path, path, crontabUser: null, bytes, problem, linkTarget: host.linkTarget(path) };
}

function readUserCrontabs(host: Host, cron: CronOfHost): readonly ScheduleFile[] {
  const fileByUser = new Map<string, ScheduleFile>();
  for (const spool of USER_CRONTAB_FOLDERS) {
    for (const user of host.list(spool)) {
      const path = posix.join(spool, user);
      if (LEFTOVER_NAME.test(user) || fileByUser.has(user) || !host.isFile(path)) continue;
      const bytes = host.read(path);
      if (bytes !== null) fileByUser.set(user, userCrontab(host, { user, path, bytes, cron }));
    }
  }
  const { user } = host;
  const own = user === null || user === 'root' || fileByUser.has(user) ? null : ownCrontab(host, user);
  if (own !== null) fileByUser.set(own.crontabUser ?? '', own);
  return [...fileByUser].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
}

/** Returns a user's crontab. Removes its header on a running host, because `crontab` adds a header when it installs the text. */
function userCrontab(
  host: Host,
  {
    user,
    path,
    bytes,
    cron,
  }: {
    readonly user: string;
    readonly path: string;
    readonly bytes: Buffer;
    readonly cron: CronOfHost;
  },
): ScheduleFile {
  const isElsewhere = cron.hasDebianSpool && !path.startsWith(DEBIAN_SPOOL);
  return {
    id: `crontab of ${user}`,
    path,
    crontabUser: user,
    bytes: host.isImage ? bytes : withoutHeader(bytes),
    problem: isElsewhere
      ? `cron reads users’ crontabs in ${DEBIAN_SPOOL} only`
      : fileProblem(path, { host, cron, user }),
    linkTarget: host.linkTarget(path),
  };
}

/** Returns the user's own crontab, for users who can't read the folder of all crontabs; null if there is none. */
function ownCrontab(host: Host, user: string): ScheduleFile | null {
  const listed = host.run('crontab', ['-l']);
  if (listed !== null && listed.status !== 0 && !listed.stderr.includes('no crontab for'))
    host.problems.set(LISTED_CRONTAB, listed.stderr || 'crontab -l failed.');
  if (listed?.status !== 0) return null;
  return {
    id: `crontab of ${user}`,
    path: LISTED_CRONTAB,
    crontabUser: user,
    bytes: withoutHeader(listed.stdout),
    problem: null,
    linkTarget: null,
  };
}

interface User {
  readonly name: string;
  readonly home: string;
}

function readUsers(host: Host): readonly User[] {
  const homes = new Set<string>();
  const users: User[] = [];
  for (const line of (host.read('/etc/passwd')?.toString() ?? '').split('\n')) {
    const [name = '', , , , , home = ''] = line.split(':');
    // Skips home folders that were seen before, because many system users share one.
    if (name === '' || home === '' || home === '/' || homes.has(home)) continue;
    homes.add(home);
    if (host.exists(posix.join(home, '.config/systemd/user'))) users.push({ name, home });
  }
  return users;
}

/** Makes the keys of identical lines unique by adding numbers. */
function withDistinctKeys(jobs: readonly FoundJob[]): readonly FoundJob[] {
  const counts = new Map<string, number>();
  return jobs.map((job) => {
    const count = (counts.get(job.key) ?? 0) + 1;
    counts.set(job.key, count);
    return count === 1 ? job : { ...job, key: `${job.key} (${count})` };
  });
}

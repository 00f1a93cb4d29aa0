import { posix } from 'node:path';
import type { Host } from './host.ts';
import type { FoundJob } from './job.ts';
import { type ScheduleFile, withoutHeader } from './schedule-file.ts';
import { readAnacronJobs } from './sources/anacron-jobs.ts';
import { type CrontabHost, readCrontabJobs } from './sources/crontab-jobs.ts';
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
/** File names that cron accepts in `/etc/cron.d`, and that `run-parts` accepts in its folders. */
const CRON_NAME = /^[A-Za-z0-9_-]+$/;

/** Reads all crontabs, the table of anacron, and the timers of the system and of all users. */
export function findHostJobs(host: Host, now: number): HostJobs {
  const cronHost: CrontabHost = {
    timezone: host.timezone,
    now,
    exists: (path) => (path === RUNNING_SYSTEMD ? runsSystemd(host) : host.exists(path)),
    scripts: (folder) =>
      host.list(folder).filter((name) => CRON_NAME.test(name) && host.isExecutable(posix.join(folder, name))),
    readsTimezone: host.exists('/usr/sbin/crond') || !host.exists('/usr/sbin/cron'),
  };
  const crontabs = [...readSystemCrontabs(host), ...readUserCrontabs(host)];
  const anacrontab = host.exists('/usr/sbin/anacron') ? readScheduleFile(host, ANACRONTAB) : null;
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

function readSystemCrontabs(host: Host): readonly ScheduleFile[] {
  const names = host.list('/etc/cron.d').filter((name) => CRON_NAME.test(name));
  const paths = ['/etc/crontab', ...names.map((name) => posix.join('/etc/cron.d', name))];
  return paths.filter(host.isFile).flatMap((path) => readScheduleFile(host, path) ?? []);
}

function readScheduleFile(host: Host, path: string): ScheduleFile | null {
  const bytes = host.read(path);
  return bytes === null ? null : { id: path, path, crontabUser: null, bytes };
}

function readUserCrontabs(host: Host): readonly ScheduleFile[] {
  const fileByUser = new Map<string, ScheduleFile>();
  for (const spool of USER_CRONTAB_FOLDERS) {
    for (const user of host.list(spool)) {
      const path = posix.join(spool, user);
      if (user.startsWith('.') || user.endsWith('~') || fileByUser.has(user) || !host.isFile(path)) continue;
      const bytes = host.read(path);
      if (bytes !== null) fileByUser.set(user, userCrontab(host, { user, path, bytes }));
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
  { user, path, bytes }: { readonly user: string; readonly path: string; readonly bytes: Buffer },
): ScheduleFile {
  return {
    id: `crontab of ${user}`,
    path,
    crontabUser: user,
    bytes: host.isImage ? bytes : withoutHeader(bytes),
  };
}

/** Returns the user's own crontab, for users who can't read the folder of all crontabs; null if there is none. */
function ownCrontab(host: Host, user: string): ScheduleFile | null {
  const listed = host.run('crontab', ['-l']);
  if (listed?.status !== 0) return null;
  return { id: `crontab of ${user}`, path: `crontab -l`, crontabUser: user, bytes: listed.stdout };
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

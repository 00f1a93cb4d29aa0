import { posix } from 'node:path';
import type { Host } from '../host.ts';
import type { CronProgram } from './cron-reading.ts';

/** How the cron of a host chooses its files. */
export interface CronOfHost {
  readonly program: CronProgram;
  /** `RANDOM_DELAY` in the environment of crond, in minutes as text; null if it isn't set. */
  readonly randomDelay: string | null;
  /** Whether users' crontabs are in Debian's folder only. */
  readonly hasDebianSpool: boolean;
  /** Why cron ignores a file of `/etc/cron.d` because of its name; null if it reads the file. */
  readonly nameProblem: (name: string) => string | null;
  /** Whether `run-parts` runs a script of this name. */
  readonly runsScript: (folder: string, name: string) => boolean;
  /** Whether a user exists. True if that can't be known, because users are in a directory such as LDAP. */
  readonly hasUser: (name: string) => boolean;
  /** Returns the ID of a user; null if unknown. */
  readonly userID: (name: string) => number | null;
}

/** File names that Debian's cron accepts in `/etc/cron.d`, and `run-parts` in its folders. */
const DEBIAN_NAME = /^[A-Za-z0-9_-]+$/;
/** Names that Debian's cron accepts with its option `-l`. */
const LSB_NAME = /^_?(?:[a-z0-9_.]+-)+[a-z0-9]+$/;
const LSB_LEFTOVER = /^[a-z0-9-].*dpkg-(?:old|dist)$/;
const TRADITIONAL_NAME = /^[a-z0-9][a-z0-9-]*$/;
/** Names that cronie leaves out: `not_a_crontab` in database.c. */
const NO_CRONIE_NAME = /^[.#]|~$|.\.(?:rpmsave|rpmorig|rpmnew)$/;
/** Names that `run-parts` of Red Hat, a shell script, leaves out. */
const NO_SCRIPT_NAME = /^\.|[~,]$|(?:\.(?:cfsaved|rpmsave|rpmorig|rpmnew|swp)|,v)$/;
/** Copies that package managers and editors leave. They are no jobs on any host. */
export const LEFTOVER_NAME =
  /^[.#]|~$|\.(?:dpkg-\w+|ucf-\w+|rpm(?:save|orig|new)|bak|old|orig|swp|disabled)$/;
const MODE_OF_USER_CRONTAB = 0o600;
const WRITABLE_BY_OTHERS = 0o022;
/** Bits of the mode that cronie requires to be exactly {@link CRONIE_MODE}. */
const CRONIE_MODE_BITS = 0o7533;
const CRONIE_MODE = 0o400;

/** Finds out how the cron of a host works. */
export function cronOf(host: Host): CronOfHost {
  const program = programOf(host);
  const isLSB = program === 'debian' && /^[ \t]*EXTRA_OPTS=.*-\w*l/m.test(textOf(host, '/etc/default/cron'));
  const isScript = runPartsIsScript(host, program);
  const passwd = host.read('/etc/passwd')?.toString('latin1') ?? null;
  const users = usersIn(passwd ?? '');
  const listed = new Map<string, boolean>();
  const isLocal = passwd !== null && hasLocalUsersOnly(host);
  const environment = /^[ \t]*RANDOM_DELAY=["']?([^"'\n]*)/m.exec(textOf(host, '/etc/sysconfig/crond'))?.[1];
  return {
    program,
    randomDelay: program === 'cronie' ? (environment ?? null) : null,
    hasDebianSpool: program === 'debian' && host.exists('/usr/sbin/cron'),
    nameProblem: (name) => nameProblem(name, { program, isLSB }),
    runsScript: (folder, name) => (isScript ? runsInScript(host, folder, name) : DEBIAN_NAME.test(name)),
    userID: (name) => users.get(name) ?? null,
    hasUser: (name) => {
      if (users.has(name)) return true;
      const known = listed.get(name) ?? (host.isImage ? !isLocal : isListed(host, name));
      listed.set(name, known);
      return known;
    },
  };
}

/** The cron that is installed, otherwise the cron of the distribution. SUSE calls cronie `cron`, as Debian calls its own. */
function programOf(host: Host): CronProgram {
  if (host.exists('/usr/sbin/crond')) return 'cronie';
  const program = host.read('/usr/sbin/cron');
  // Only cronie knows this variable.
  if (program !== null) return program.includes('RANDOM_DELAY') ? 'cronie' : 'debian';
  const family = /^ID(?:_LIKE)?=.*$/gm;
  const release =
    (textOf(host, '/etc/os-release') || textOf(host, '/usr/lib/os-release')).match(family) ?? [];
  return /\b(?:rhel|fedora|centos|suse|opensuse|sles|arch)\b/.test(release.join(' ')) ? 'cronie' : 'debian';
}

function nameProblem(
  name: string,
  { program, isLSB }: { readonly program: CronProgram; readonly isLSB: boolean },
): string | null {
  if (program === 'cronie') return NO_CRONIE_NAME.test(name) ? 'cron ignores files of this name' : null;
  const isAccepted = isLSB
    ? LSB_NAME.test(name)
      ? !LSB_LEFTOVER.test(name)
      : TRADITIONAL_NAME.test(name)
    : DEBIAN_NAME.test(name);
  if (isAccepted) return null;
  return isLSB
    ? 'the name isn’t a name of the Linux Standard Base'
    : 'the name may contain only letters, digits, underscores and hyphens';
}

/** Red Hat's `run-parts` is a shell script; Debian's is a program with stricter rules for names. */
function runPartsIsScript(host: Host, program: CronProgram): boolean {
  const content = host.read('/usr/bin/run-parts') ?? host.read('/bin/run-parts');
  return content === null ? program === 'cronie' : content.toString('latin1', 0, 2) === '#!';
}

function runsInScript(host: Host, folder: string, name: string): boolean {
  if (NO_SCRIPT_NAME.test(name) || !host.isFile(posix.join(folder, name))) return false;
  const names = (list: string) => host.read(posix.join(folder, list))?.toString().split('\n');
  return names('jobs.deny')?.includes(name) !== true && names('jobs.allow')?.includes(name) !== false;
}

function textOf(host: Host, path: string): string {
  return host.read(path)?.toString('latin1') ?? '';
}

function usersIn(passwd: string): ReadonlyMap<string, number> {
  return new Map(
    passwd.split('\n').flatMap((line): readonly (readonly [string, number])[] => {
      const [name = '', , id = ''] = line.split(':');
      return name === '' ? [] : [[name, Number(id)]];
    }),
  );
}

/** Whether all users are in `/etc/passwd`. False with sources such as `sss` or `ldap` in `/etc/nsswitch.conf`. */
function hasLocalUsersOnly(host: Host): boolean {
  const [, sources = ''] = /^[ \t]*passwd[ \t]*:(.*)$/m.exec(textOf(host, '/etc/nsswitch.conf')) ?? [];
  return sources.split(/\s+/).every((source) => /^(?:|files|compat|systemd|altfiles|\[.*\])$/.test(source));
}

/** Whether a user is in any source of users, such as LDAP. */
function isListed(host: Host, name: string): boolean {
  const result = host.run('getent', ['passwd', name]);
  return result === null || result.stdout.toString('latin1').startsWith(`${name}:`);
}

/** Why cron ignores a file because of its owner, mode or links; null if cron reads the file. */
export function fileProblem(
  path: string,
  { host, cron, user }: { readonly host: Host; readonly cron: CronOfHost; readonly user: string | null },
): string | null {
  if (user !== null && !cron.hasUser(user)) return `there is no user ${user}`;
  const facts = host.inspect(path);
  if (facts === null) return null;
  const { linkOwner, isFile, owner, mode, hardLinks } = facts;
  const octal = mode.toString(8).padStart(4, '0');
  const userID = user === null ? null : cron.userID(user);
  const isOwned = host.isRoot(owner) || (user !== null && (userID === null || owner === userID));
  const ownerProblem = `it belongs to another user than ${user === null || user === 'root' ? 'root' : `${user} or root`}`;
  if (!isFile) return 'it isn’t a regular file';
  if (cron.program === 'cronie') {
    if ((mode & CRONIE_MODE_BITS) !== CRONIE_MODE)
      return `its mode is ${octal}; it must be like 0644 or 0600`;
    if (!isOwned) return ownerProblem;
    return user !== null && hardLinks !== 1 ? 'it has more than one hard link' : null;
  }
  if (linkOwner !== null && user !== null) return 'it is a symbolic link';
  if (linkOwner !== null && !host.isRoot(linkOwner)) return 'its symbolic link doesn’t belong to root';
  if (!isOwned) return ownerProblem;
  if (user === null && (mode & WRITABLE_BY_OTHERS) !== 0)
    return `its mode is ${octal}; only its owner may have permission to write`;
  if (user !== null && mode !== MODE_OF_USER_CRONTAB) return `its mode is ${octal}; it must be 0600`;
  return hardLinks === 1 ? null : 'it has more than one hard link';
}

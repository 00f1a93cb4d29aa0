import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, join, posix } from 'node:path';
import { parseTimezone } from '@overdue/domain/schedule/timezone.ts';
import { untrustedPart } from '../config/trusted-path.ts';
import { usageError } from '../process/command-line.ts';

/** Result of a program on the host. */
export interface ProgramResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * A host whose scheduled jobs are read and edited, or a folder with the image of such a host. Paths are relative to the
 * host's root.
 */
export interface Host {
  readonly name: string;
  /** Path of the root on this machine: `/` or the folder of the image. */
  readonly root: string;
  /** Content of `/etc/machine-id`; empty if there is none. */
  readonly machineID: string;
  readonly timezone: string;
  /** Whether the host is a folder with an image. Programs of an image never run. */
  readonly isImage: boolean;
  /** User who runs the command; null in an image, where every file can be edited. */
  readonly user: string | null;
  /** Returns the path on this machine. */
  readonly locate: (path: string) => string;
  /** Returns the content of a file; null if the file is missing or can't be read. */
  readonly read: (path: string) => Buffer | null;
  /** Returns the names in a folder in alphabetical order; empty if there is no such folder. */
  readonly list: (path: string) => readonly string[];
  readonly isFile: (path: string) => boolean;
  readonly isExecutable: (path: string) => boolean;
  readonly exists: (path: string) => boolean;
  /** Returns the facts that decide whether cron trusts a file; null if there is no such file. */
  readonly inspect: (path: string) => FileFacts | null;
  /** Whether only root of the host can write a file. False if the file or a folder above it belongs to another user. */
  readonly isRootOnly: (path: string) => boolean;
  /** Whether a user ID is the ID of root. The files of an image that a user unpacked belong to that user instead. */
  readonly isRoot: (uid: number) => boolean;
  /** Returns the target of a symbolic link; null if the path is not a symbolic link. */
  readonly linkTarget: (path: string) => string | null;
  /** Runs a program; null if there is no such program, or if the host is an image. */
  readonly run: (program: string, args: readonly string[], input?: Buffer) => ProgramResult | null;
  /** Why existing files and folders could not be read. The key is the path. */
  readonly problems: Map<string, string>;
}

export interface FileFacts {
  /** Owner of the symbolic link; null if the path is not a symbolic link. */
  readonly linkOwner: number | null;
  readonly isFile: boolean;
  readonly owner: number;
  readonly mode: number;
  readonly hardLinks: number;
}

/** Maximum size of a crontab or unit file. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** Maximum output of a program, such as the list of CronJobs of a cluster. */
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const PROGRAM_MS_MAX = 30_000;
const EXECUTABLE = 0o111;
const MODE_BITS = 0o7777;

/** Opens the machine itself, or the folder of an image of a host. */
export function openHost({
  root,
  user,
  name,
}: {
  readonly root: string | null;
  readonly user: string;
  readonly name: string | undefined;
}): Host {
  const problems = new Map<string, string>();
  const locate = (path: string) => locateIn(root, path);
  const read = (path: string) => readFile(path, { locate, problems });
  const rootOwner = root === null ? 0 : statOf(root)?.uid;
  const isRoot = (uid: number) => uid === 0 || uid === rootOwner;
  return {
    name: name ?? hostNameOf(root, read),
    root: root === null ? '/' : realPathOf(root),
    machineID: read('/etc/machine-id')?.toString().trim() ?? '',
    timezone: timezoneOf(root, read),
    isImage: root !== null,
    user: root === null ? user : null,
    locate,
    read,
    list: (path) => readOrNull(() => readdirSync(locate(path)).sort(), { path, problems }) ?? [],
    isFile: (path) => statOf(locate(path))?.isFile() === true,
    isExecutable: (path) => ((statOf(locate(path))?.mode ?? 0) & EXECUTABLE) !== 0,
    exists: (path) => existsSync(locate(path)),
    inspect: (path) =>
      inspect(root === null ? path : join(locate(posix.dirname(path)), posix.basename(path)), locate(path)),
    isRoot,
    isRootOnly: (path) => untrustedPart(locate(path), { from: root ?? '/', isOwner: isRoot }) === null,
    linkTarget: (path) =>
      linkTarget(root === null ? path : join(locate(posix.dirname(path)), posix.basename(path))),
    run: (program, args, input) => (root === null ? runProgram(program, args, input) : null),
    problems,
  };
}

/** Maximum symbolic links in a path, as in Linux. */
const LINKS_MAX = 40;

/** Returns the path on this machine. In an image, follows links as a process in a chroot does, so that no path leaves the image. */
function locateIn(root: string | null, path: string): string {
  if (root === null) return path;
  const pending = path.split('/').filter((part) => part !== '');
  let at: readonly string[] = [];
  for (let links = 0, part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (part === '.') continue;
    if (part === '..') {
      at = at.slice(0, -1);
      continue;
    }
    const target = links < LINKS_MAX ? linkTarget(join(root, ...at, part)) : null;
    if (target === null) {
      at = [...at, part];
      continue;
    }
    links += 1;
    if (isAbsolute(target)) at = [];
    pending.unshift(...target.split('/').filter((each) => each !== ''));
  }
  return join(root, ...at);
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw usageError(`There is no folder ${path}.`);
  }
}

function inspect(path: string, target: string): FileFacts | null {
  const link = lstatSync(path, { throwIfNoEntry: false });
  const stat = statOf(target);
  if (link === undefined || stat === null) return null;
  return {
    linkOwner: link.isSymbolicLink() ? link.uid : null,
    isFile: stat.isFile(),
    owner: stat.uid,
    mode: stat.mode & MODE_BITS,
    hardLinks: stat.nlink,
  };
}

function linkTarget(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isSymbolicLink() === true ? readlinkSync(path) : null;
}

interface Reading {
  readonly locate: (path: string) => string;
  readonly problems: Map<string, string>;
}

function readFile(path: string, { locate, problems }: Reading): Buffer | null {
  return readOrNull(
    () => {
      // A unit that is a link to /dev/null is masked. Opening some devices has effects.
      if (statSync(locate(path)).isCharacterDevice()) return null;
      // A pipe that another user has put there must not stop the command. The open file is checked, so nobody can replace it.
      const file = openSync(locate(path), constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        const stat = fstatSync(file);
        const bytes = stat.isFile() ? readToMaximum(file) : null;
        if (!stat.isFile()) problems.set(path, 'It isn’t a regular file.');
        else if (bytes === null) problems.set(path, `It is larger than ${FILE_BYTES_MAX / 1024 / 1024} MiB.`);
        return bytes;
      } finally {
        closeSync(file);
      }
    },
    { path, problems },
  );
}

/**
 * Returns the content of an open file; null if it is longer than the maximum. The size that the system states isn't enough: files of /proc,
 * to which another user's unit can be a link, state a size of 0 and may have terabytes.
 */
function readToMaximum(file: number): Buffer | null {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= FILE_BYTES_MAX; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks, size);
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return null;
}

/** Returns the result of a read; null if the path doesn't exist. Adds a problem if the path exists but can't be read. */
function readOrNull<T>(
  read: () => T,
  { path, problems }: { readonly path: string; readonly problems: Map<string, string> },
): T | null {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'EACCES' || code === 'EPERM')
      problems.set(path, 'Permission denied. Run the command as root.');
    else if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.set(path, `It can't be read (${code}).`);
    return null;
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

type Read = (path: string) => Buffer | null;

function hostNameOf(root: string | null, read: Read): string {
  const name = root === null ? hostname() : (read('/etc/hostname')?.toString().trim() ?? '');
  return name.split('.')[0] || 'host';
}

function timezoneOf(root: string | null, read: Read): string {
  const link = linkTarget(join(root ?? '/', 'etc/localtime'));
  const names = [
    link?.split('/zoneinfo/')[1],
    read('/etc/timezone')?.toString().trim(),
    root === null ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined,
  ];
  return (
    names.map((name) => (name === undefined ? null : parseTimezone(name))).find((zone) => zone !== null) ??
    'UTC'
  );
}

function runProgram(program: string, args: readonly string[], input?: Buffer): ProgramResult | null {
  const result = spawnSync(program, args, {
    input: input ?? '',
    timeout: PROGRAM_MS_MAX,
    maxBuffer: OUTPUT_BYTES_MAX,
    // With CRONTAB_NOHEADER=N, Debian's `crontab -l` prints all lines. Otherwise it leaves out comments at the beginning.
    env: { ...process.env, LC_ALL: 'C', CRONTAB_NOHEADER: 'N' },
  });
  if (result.error !== undefined && 'code' in result.error && result.error.code === 'ENOENT') return null;
  return { status: result.status, stdout: result.stdout, stderr: result.stderr.toString().trim() };
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { run } from '../command.ts';
import { CACHE } from '../paths.ts';

/** A Debian without Node, in a separate folder. Its processes share the network with the tests. */
export interface CleanSystem {
  readonly root: string;
  /** Runs a program to its end and returns its output. Rejects if the program fails. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<string>;
  readonly start: (program: string, ...args: readonly string[]) => ChildProcess;
  /** Copies a file into the system and returns its path there. */
  readonly add: (file: string) => string;
  readonly remove: () => void;
}

const RELEASE = 'bookworm';
/** Debian packages that apt would install as dependencies of ours, and cron, which runs the jobs of most hosts. */
const PACKAGES = ['libatomic1', 'adduser', 'ca-certificates', 'cron'];
const ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
};

/** Installs a new system. Requires root and debootstrap. */
export function installCleanSystem(): CleanSystem {
  const root = mkdtempSync(join(tmpdir(), 'overdue-system-'));
  run('cp', ['--archive', `${debian('amd64')}/.`, root], tmpdir());
  const inside = (program: string, args: readonly string[]) =>
    ['unshare', ['--mount', `--mount-proc=${join(root, 'proc')}`, 'chroot', root, program, ...args]] as const;
  return {
    root,
    async run(program, ...args) {
      const { stdout } = await promisify(execFile)(...inside(program, args), { env: ENV });
      return stdout;
    },
    start: (program, ...args) =>
      spawn(...inside(program, args), { env: ENV, stdio: ['ignore', 'pipe', 'inherit'] }),
    add(file) {
      const place = `/tmp/${basename(file)}`;
      cpSync(file, join(root, place));
      return place;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Returns a folder with the files of a fresh Debian, which is cached for later tests. For arm64, packages are only
 * unpacked, not configured.
 */
export function debian(architecture: 'amd64' | 'arm64'): string {
  const folder = join(CACHE, ['debian', RELEASE, architecture, ...PACKAGES].join('-'));
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const foreign = architecture === 'amd64' ? [] : ['--foreign'];
  run(
    'debootstrap',
    [
      `--arch=${architecture}`,
      '--variant=minbase',
      `--include=${PACKAGES.join()}`,
      ...foreign,
      RELEASE,
      fresh,
    ],
    CACHE,
  );
  // With `--foreign`, debootstrap unpacks only the essential packages.
  for (const archive of globSync('var/cache/apt/archives/*.deb', { cwd: fresh }))
    if (foreign.length > 0) run('dpkg-deb', ['--extract', archive, '.'], fresh);
  renameSync(fresh, folder);
  return folder;
}

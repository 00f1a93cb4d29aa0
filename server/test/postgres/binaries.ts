import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isLongRun } from '../length.ts';
import { temporaryFolder } from './unprivileged.ts';

/** The oldest supported major version, and the newest. */
export const SUPPORTED_VERSIONS = ['15', '18'] as const;
export type Version = (typeof SUPPORTED_VERSIONS)[number];
/** Versions on which the suites run: the newest in `npm test`, the oldest in `npm run test:long`. */
export const VERSIONS: readonly Version[] = isLongRun ? ['15'] : ['18'];

const MANIFEST = fileURLToPath(new URL('../../../test/postgres/', import.meta.url));
const INSTALL_MS_MAX = 120_000;

/**
 * Returns the folder with `initdb` and `postgres` of a version. On first use, installs them from npm by the lockfile in
 * `test/postgres` into the system's temporary folder. Every user can read them there.
 */
export async function findBinaries(version: Version): Promise<string> {
  const lock = await readFile(join(MANIFEST, 'package-lock.json'));
  const kept = join(
    temporaryFolder(),
    `overdue-postgres-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
  );
  if (!(await isThere(kept))) await install(kept);
  const folder = join(kept, 'node_modules', `postgres-${version}-${process.platform}-${process.arch}`);
  if (!(await isThere(folder)))
    throw new Error(
      `npm has no PostgreSQL ${version} for ${process.platform} on ${process.arch} in test/postgres.`,
    );
  return join(folder, 'native', 'bin');
}

/**
 * Installs into a temporary folder and moves it into place when complete, because several test runs may install at the
 * same time.
 */
async function install(kept: string): Promise<void> {
  const draft = await mkdtemp(`${kept}-`);
  try {
    await cp(MANIFEST, draft, {
      recursive: true,
      filter: (source) => basename(source) !== 'node_modules',
    });
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: draft,
      timeout: INSTALL_MS_MAX,
    });
    const modules = join(draft, 'node_modules');
    for (const name of await readdir(modules)) {
      if (name.startsWith('postgres-')) await linkLibraries(join(modules, name));
    }
    // Sets the permissions explicitly, because the installed ones depend on the umask of this process.
    await promisify(execFile)('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, kept);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await isThere(kept)) return;
    throw new Error(
      'PostgreSQL for the tests could not be installed from npm (test/postgres/package-lock.json).',
      { cause: error },
    );
  }
}

/**
 * Creates symbolic links, which npm packages can't contain. A list in the package names the links that its libraries
 * need.
 */
async function linkLibraries(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(text);
  for (const { source, target } of links) {
    const isBeside = dirname(source) === dirname(target);
    if (!isBeside) throw new Error(`${target} does not lie beside ${source}.`);
    await symlink(basename(source), join(folder, target));
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

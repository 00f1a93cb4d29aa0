import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { bundleProgram } from '../../packaging/bundle.ts';
import { BUNDLED_PROGRAM } from './source-positions.ts';

const SERVER = join(import.meta.dirname, '..');
const ROOT = join(SERVER, '..');
const BUNDLES = join(ROOT, 'node_modules/.cache/overdue-bundles');
/** The name ends in `.mjs`, because Node would parse a `.js` file twice to find out that it is a module. */
const FILE = 'overdue-server.mjs';
/** Number of bundles to keep. Other test runs may still start earlier bundles. */
const BUNDLES_KEPT = 3;

/**
 * Bundles the program once for all tests that start it. Without a bundle, a start spends most of its time on finding,
 * reading and compiling a thousand modules.
 */
export async function setup(): Promise<void> {
  const folder = join(BUNDLES, hashSources());
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) await bundle(folder);
  process.env[BUNDLED_PROGRAM] = join(folder, FILE);
}

function hashSources(): string {
  // The hash includes the folder of the sources, because a bundle contains this path, and node_modules may be copied to another
  // folder together with its bundles.
  const hash = createHash('sha256').update(`${ROOT}\0`);
  const sources = globSync('server/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).toSorted();
  for (const file of [
    ...sources,
    'package-lock.json',
    'packaging/bundle.ts',
    'server/test/bundled-program.ts',
  ])
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Bundles into a temporary folder first, because several test runs may bundle at the same time. */
async function bundle(folder: string): Promise<void> {
  mkdirSync(BUNDLES, { recursive: true });
  const fresh = mkdtempSync(join(BUNDLES, 'new-'));
  await bundleProgram({
    entry: join(SERVER, 'src/main.ts'),
    folder: fresh,
    file: FILE,
    licenses: null,
    plugins: [KEEP_MODULE_URLS],
  });
  try {
    renameSync(fresh, folder);
  } catch {
    // Another test run has created the bundle in the meantime.
    rmSync(fresh, { recursive: true });
  }
  const modified = (path: string) => statSync(path).mtimeMs;
  const newestFirst = globSync(`${BUNDLES}/*`).toSorted((a, b) => modified(b) - modified(a));
  for (const old of newestFirst.slice(BUNDLES_KEPT)) rmSync(old, { recursive: true, force: true });
}

/** Preserves the URLs of modules, because modules look for files beside their source. */
const KEEP_MODULE_URLS: Plugin = {
  name: 'keep-module-urls',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) => ({
      code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
};

import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { bundleProgram } from '../../packaging/bundle.ts';
import { BUNDLED_COMMAND_LINE, BUNDLED_SERVER } from './source-positions.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUNDLES = join(ROOT, 'node_modules/.cache/overdue-bundles');
/**
 * Programs that tests start, and the environment variables with the paths of their bundles. The names end in `.mjs`, because Node
 * would parse a `.js` file twice to find out that it is a module.
 */
const PROGRAMS = [
  { entry: 'server/src/main.ts', file: 'overdue-server.mjs', variable: BUNDLED_SERVER },
  { entry: 'cli/src/main.ts', file: 'overdue.mjs', variable: BUNDLED_COMMAND_LINE },
];
/** Number of bundles to keep. Other test runs may still start earlier bundles. */
const BUNDLES_KEPT = 3;

/**
 * Bundles the programs once for all tests that start them. Without a bundle, a start spends most of its time on finding,
 * reading and compiling up to a thousand modules.
 */
export async function setup(): Promise<void> {
  const folder = join(BUNDLES, hashSources());
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) await bundle(folder);
  for (const { file, variable } of PROGRAMS) process.env[variable] = join(folder, file, file);
}

function hashSources(): string {
  // The hash includes the folder of the sources, because a bundle contains this path, and node_modules may be copied to another
  // folder together with its bundles.
  const hash = createHash('sha256').update(`${ROOT}\0`);
  const sources = globSync('{server,cli,sdk,domain}/src/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts'],
  }).toSorted();
  for (const file of [
    ...sources,
    'package-lock.json',
    'packaging/bundle.ts',
    'server/test/bundled-programs.ts',
  ])
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Bundles into a temporary folder first, because several test runs may bundle at the same time. */
async function bundle(folder: string): Promise<void> {
  mkdirSync(BUNDLES, { recursive: true });
  const fresh = mkdtempSync(join(BUNDLES, 'new-'));
  for (const { entry, file } of PROGRAMS)
    await bundleProgram({
      entry: join(ROOT, entry),
      folder: join(fresh, file),
      file,
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

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { DESCRIPTION, DIST, findBundle, versionOf } from '../bin/bundle.js';

/**
 * Bundles the server into `server/dist` if a file of which the bundle was made has changed. The launcher starts the bundle, which uses
 * less memory than the sources. With `--start`, which `npm start` passes, a failed build is only reported: the service starts from its
 * sources.
 */
const ROOT = join(import.meta.dirname, '../..');
const ENTRY = join(ROOT, 'server/src/main.ts');
const PROGRAM = 'overdue-server.js';
const CHILDREN = [join(ROOT, 'server/src/checks/checker-process.ts')];
/** Files that change the bundle without being in it. */
const SETTINGS = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'domain/package.json',
  'sdk/package.json',
  'server/package.json',
  'server/scripts/build.ts',
  'packaging/bundle.ts',
];
/** A running service loads files of the bundle with which it started. */
const BUNDLES_KEPT = 3;

/** The first module looks for the application by its own path. The bundle is one folder deeper. */
const KEEP_MODULE_URL: Plugin = {
  name: 'keep-module-url',
  transform: {
    filter: { id: ENTRY, code: 'import.meta.url' },
    handler: (code) => ({
      code: code.replaceAll('import.meta.url', "new URL('../../src/main.ts', import.meta.url)"),
      map: null,
    }),
  },
};

const isStart = process.argv.includes('--start');
process.exitCode = await build();

async function build(): Promise<number> {
  // An installed package contains a bundle but no sources.
  if (findBundle() !== null || !existsSync(ENTRY)) {
    if (!isStart) say('is bundled already: its sources have not changed.');
    return 0;
  }
  const startedAt = Date.now();
  const folder = join(DIST, `bundle-${startedAt}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const files = await bundleInto(folder);
    const madeOf = Object.fromEntries(files.map((file) => [file, versionOf(file)]));
    // A file that changed meanwhile may be in the bundle with its earlier content.
    if (files.some((file) => statSync(join(ROOT, file)).mtimeMs >= startedAt))
      return fail('changed while it was bundled');
    const description = join(folder, 'bundle.json');
    writeFileSync(description, JSON.stringify({ program: `${basename(folder)}/${PROGRAM}`, madeOf }));
    renameSync(description, DESCRIPTION);
  } catch (error) {
    rmSync(folder, { recursive: true });
    return fail(`could not be bundled: ${error instanceof Error ? error.message : String(error)}`);
  }
  removeOldBundles();
  say(`is bundled, in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  return 0;
}

/** @returns the files of which the bundle was made, as paths from the root */
async function bundleInto(folder: string): Promise<readonly string[]> {
  const { bundleProgram } = await import('../../packaging/bundle.ts');
  const files = new Set(SETTINGS.filter((file) => existsSync(join(ROOT, file))));
  const listFiles: Plugin = {
    name: 'list-files',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const path = id.replace(/\?.*$/, '');
        if (isAbsolute(path) && existsSync(path)) files.add(relative(ROOT, path));
      }
    },
  };
  await bundleProgram({
    entry: ENTRY,
    folder,
    file: PROGRAM,
    children: CHILDREN,
    licenses: null,
    plugins: [listFiles, KEEP_MODULE_URL],
    savesMemory: true,
  });
  for (const name of readdirSync(folder)) if (name.endsWith('.map')) rmSync(join(folder, name));
  return [...files];
}

function removeOldBundles(): void {
  const age = (folder: string) => statSync(folder).mtimeMs;
  const bundles = readdirSync(DIST)
    .filter((name) => name.startsWith('bundle-'))
    .map((name) => join(DIST, name))
    .toSorted((a, b) => age(b) - age(a));
  for (const old of bundles.slice(BUNDLES_KEPT)) rmSync(old, { recursive: true, force: true });
}

function fail(why: string): number {
  process.stderr.write(`The server ${why}.${isStart ? ' It starts from its sources.' : ''}\n`);
  return isStart ? 0 : 1;
}

function say(what: string): void {
  process.stdout.write(`The server ${what}\n`);
}

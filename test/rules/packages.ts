import type { RepoFile } from '../repo-files.ts';
import type { Rule } from '../rule.ts';

const REASONS = 'docs/decisions/dependencies.md';

interface Manifest {
  readonly path: string;
  readonly version: string | undefined;
  readonly dependencies: readonly (readonly [name: string, version: string])[];
}

function manifestsOf(files: readonly RepoFile[]): readonly Manifest[] {
  return files
    .filter(({ path }) => /^(?:[\w-]+\/)?package\.json$/.test(path))
    .map(({ path, text }) => {
      const { version, dependencies, devDependencies, optionalDependencies } = JSON.parse(text);
      const all: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies };
      return { path, version, dependencies: Object.entries(all) };
    });
}

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly optionalDependencies?: Record<string, string> }>>;
}

function findMissingPlatforms({ path, text }: RepoFile): readonly string[] {
  const packages = Object.entries((JSON.parse(text) as Lockfile).packages ?? {});
  const locked = new Set(packages.map(([place]) => place.replace(/^.*node_modules\//, '')));
  return packages.flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path}: ${place} needs ${name}. Take a version that is published for all platforms.`),
  );
}

export const packageRules: readonly Rule[] = [
  {
    says: 'every dependency has an exact version',
    check: (files) =>
      manifestsOf(files).flatMap(({ path, dependencies }) =>
        dependencies
          .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
          .map(([name, version]) => `${path}: ${name} ${version}. Write the one version that was tested.`),
      ),
    refuses: [
      { 'package.json': '{"devDependencies":{"vitest":"^5.1.1"}}' },
      { 'server/package.json': '{"dependencies":{"zod":"latest"}}' },
    ],
    accepts: [{ 'server/package.json': '{"dependencies":{"zod":"4.6.7"}}' }],
  },
  {
    says: `every dependency has its reason in ${REASONS}`,
    check: (files) => {
      const reasons = files.find(({ path }) => path === REASONS)?.text ?? '';
      return manifestsOf(files).flatMap(({ path, dependencies }) =>
        dependencies
          .filter(([name]) => !reasons.includes(`| \`${name}\` |`))
          .map(
            ([name]) =>
              `${path}: ${name}. Say in ${REASONS} what it is for, and why it rather than our own code.`,
          ),
      );
    },
    refuses: [{ 'package.json': '{"devDependencies":{"vitest":"5.1.1"}}', [REASONS]: 'vitest' }],
    accepts: [
      { 'package.json': '{"devDependencies":{"vitest":"5.1.1"}}', [REASONS]: '| `vitest` | tests |' },
    ],
  },
  {
    says: 'the root defines the version, and the SDK repeats it for npm',
    check: (files) => {
      const manifests = manifestsOf(files);
      const root = manifests.find(({ path }) => path === 'package.json')?.version;
      return manifests
        .filter(({ path, version }) => version !== (path === 'sdk/package.json' ? root : undefined))
        .filter(({ path }) => path !== 'package.json')
        .map(({ path, version }) => `${path}: ${version}. The version of all packages is that of the root.`);
    },
    refuses: [
      { 'package.json': '{"version":"0.2.0"}', 'sdk/package.json': '{"version":"0.1.0"}' },
      { 'package.json': '{"version":"0.2.0"}', 'server/package.json': '{"version":"0.2.0"}' },
    ],
    accepts: [
      {
        'package.json': '{"version":"0.2.0"}',
        'sdk/package.json': '{"version":"0.2.0"}',
        'server/package.json': '{}',
      },
    ],
  },
  {
    says: 'the lockfile has the binaries of all platforms, otherwise npm ci refuses it',
    check: (files) => files.filter(({ path }) => path === 'package-lock.json').flatMap(findMissingPlatforms),
    refuses: [
      { 'package-lock.json': '{"packages":{"node_modules/a":{"optionalDependencies":{"a-mac":"1.0.0"}}}}' },
    ],
    accepts: [
      {
        'package-lock.json':
          '{"packages":{"node_modules/a":{"optionalDependencies":{"a-mac":"1.0.0"}},"node_modules/a-mac":{}}}',
      },
    ],
  },
];

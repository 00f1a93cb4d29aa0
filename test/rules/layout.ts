import { posix } from 'node:path';
import type { RepoFile } from '../repo-files.ts';
import type { Rule } from '../rule.ts';
import { isSource, isTest, readSource } from '../source.ts';

/** Maximum source files in one folder, not counting tests. */
const FILES_MAX = 26;
/** Matches folders with one file for each entry of a growing list: types of channels, and migrations. */
const LISTS = /^server\/src\/(?:notify\/channels|store\/\w+\/migrations)$/;
/** Maximum files on a chain of imports. */
const DEPTH_MAX = 20;
/** Maximum files of a workspace that share a name. */
const SAME_NAME_MAX = 2;
/** Names that are allowed in every folder, because the folder tells which noun they belong to. */
const NAMES_BY_FOLDER = ['contract', 'queries', 'schema', 'rows', 'words'];

/** Files in the top folder of the repository, which visitors see first. */
const TOP_FILES = [
  '.editorconfig',
  '.gitattributes',
  '.gitignore',
  '.npmrc',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'biome.json',
  'example.env',
  'knip.json',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];

const WORKSPACE = /^(server|web|sdk|cli)\/src\//;

function productFiles(files: readonly RepoFile[]): readonly RepoFile[] {
  return files.filter(({ path }) => WORKSPACE.test(path) && isSource(path) && !isTest(path));
}

function groupedBy(files: readonly RepoFile[], key: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path } of files) groups.set(key(path), [...(groups.get(key(path)) ?? []), path]);
  return groups;
}

/** Maps each product file to the product files that it imports, including imports of types. */
function importGraph(files: readonly RepoFile[]): ReadonlyMap<string, readonly string[]> {
  const product = productFiles(files);
  const paths = new Set(product.map(({ path }) => path));
  return new Map(
    product.map((file) => [
      file.path,
      readSource(file)
        .imports.map(({ target }) => target)
        .filter((target) => paths.has(target)),
    ]),
  );
}

/** Returns import cycles as chains of paths. Each chain ends with its first path. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const done = new Set<string>();
  const chain: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    const start = chain.indexOf(path);
    if (start >= 0) cycles.push([...chain.slice(start), path]);
    if (done.has(path) || start >= 0) return;
    chain.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    chain.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}

/** Returns the longest chain of imports that starts at any file. The graph must not contain a cycle. */
function deepestChain(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const chainFrom = (path: string): readonly string[] => {
    const chain = known.get(path);
    if (chain !== undefined) return chain;
    known.set(path, [path]);
    const below = (graph.get(path) ?? []).map(chainFrom);
    const longest = below.reduce<readonly string[]>((a, b) => (b.length > a.length ? b : a), []);
    known.set(path, [path, ...longest]);
    return [path, ...longest];
  };
  return [...graph.keys()].map(chainFrom).reduce((a, b) => (b.length > a.length ? b : a), []);
}

/** Whether SQLite and PostgreSQL have adapters of the same name. Such a pair is intended and counts as one file. */
function hasTwin(path: string, paths: readonly string[]): boolean {
  return paths.some(
    (other) =>
      path.includes('/sqlite/') && other.includes('/postgres/') && other.startsWith('server/src/store/'),
  );
}

function many(count: number, folder = 'server/src/notify'): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/n${n}.ts`, '']));
}

function chainOf(length: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length }, (_, n) => [
      `server/src/n${n}.ts`,
      n + 1 < length ? `import type {} from './n${n + 1}.ts';` : '',
    ]),
  );
}

export const layoutRules: readonly Rule[] = [
  {
    says: 'the top of the repository has only the files that belong there',
    check: (files) =>
      files
        .filter(({ path }) => !path.includes('/') && !TOP_FILES.includes(path))
        .map(
          ({ path }) =>
            `${path}: Move the file into a folder, or add it to TOP_FILES of test/rules/layout.ts.`,
        ),
    refuses: [{ '1': '' }, { 'notes.md': '' }],
    accepts: [{ 'README.md': '', 'server/src/main.ts': '' }],
  },
  {
    says: `no folder has more than ${FILES_MAX} source files, except lists of migrations and channels`,
    check: (files) =>
      [...groupedBy(productFiles(files), posix.dirname)]
        .filter(([folder, paths]) => paths.length > FILES_MAX && !LISTS.test(folder))
        .map(
          ([folder, paths]) => `${folder}: ${paths.length} files. Group the files of one idea in a folder.`,
        ),
    refuses: [many(FILES_MAX + 1)],
    accepts: [many(FILES_MAX), many(FILES_MAX + 1, 'server/src/store/sqlite/migrations')],
  },
  {
    says: 'no file name is used three times in a workspace, unless the folder tells the files apart',
    check: (files) =>
      [
        ...groupedBy(productFiles(files), (path) => {
          return `${WORKSPACE.exec(path)?.[1]} ${posix.basename(path).replace(/\..*$/, '')}`;
        }),
      ]
        .map(([key, paths]) => [key, paths.filter((path) => !hasTwin(path, paths))] as const)
        .filter(
          ([key, paths]) =>
            paths.length > SAME_NAME_MAX && !NAMES_BY_FOLDER.includes(key.split(' ')[1] ?? ''),
        )
        .map(([, paths]) => `${paths.join(', ')}: rename all but two, so that a search finds one file.`),
    refuses: [
      {
        'server/src/http/audit.ts': '',
        'server/src/commands/audit.ts': '',
        'server/src/store/teams/audit.ts': '',
      },
    ],
    accepts: [
      { 'server/src/http/audit.ts': '', 'server/src/commands/audit.ts': '', 'web/src/data/audit.ts': '' },
      {
        'server/src/store/a/contract.ts': '',
        'server/src/store/b/contract.ts': '',
        'server/src/store/c/contract.ts': '',
      },
      {
        'server/src/store/store.ts': '',
        'server/src/store/sqlite/store.ts': '',
        'server/src/store/postgres/store.ts': '',
      },
    ],
  },
  {
    says: 'no imports run in a circle, types included',
    check: (files) =>
      cyclesOf(importGraph(files)).map(
        (cycle) => `${cycle.join(' → ')}: move what both need to a file of its own.`,
      ),
    refuses: [
      {
        'server/src/a.ts': "import type { B } from './b.ts';",
        'server/src/b.ts': "import type { A } from './a.ts';",
      },
    ],
    accepts: [{ 'server/src/a.ts': "import type { B } from './b.ts';", 'server/src/b.ts': '' }],
  },
  {
    says: `no chain of imports is longer than ${DEPTH_MAX} files`,
    check: (files) => {
      const graph = importGraph(files);
      const chain = cyclesOf(graph).length > 0 ? [] : deepestChain(graph);
      if (chain.length <= DEPTH_MAX) return [];
      return [
        `${chain.length} files: ${chain.join(' → ')}. Pass what the top needs instead of importing it.`,
      ];
    },
    refuses: [chainOf(DEPTH_MAX + 1)],
    accepts: [chainOf(DEPTH_MAX)],
  },
];

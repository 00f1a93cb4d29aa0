import type { RepoFile } from '../repo-files.ts';
import type { Rule } from '../rule.ts';
import { isSource, isTest, readSource } from '../source.ts';

/** Files in the top folder of the repository, which visitors see first. */
const TOP_FILES = [
  '.editorconfig',
  '.gitattributes',
  '.gitignore',
  '.npmrc',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'example.env',
  'knip.json',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];

const WORKSPACE = /^(domain|server|web|sdk|cli)\/src\//;

function productFiles(files: readonly RepoFile[]): readonly RepoFile[] {
  return files.filter(({ path }) => WORKSPACE.test(path) && isSource(path) && !isTest(path));
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
];

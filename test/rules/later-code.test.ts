import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../web/src');
const LIST = join(SOURCES, 'later-code.ts');
/** The router's files. They are not searched for imports, because the list gets the pages from the router. */
const ROUTES = ['router.ts', ...readdirSync(join(SOURCES, 'routes')).map((name) => join('routes', name))].map(
  (path) => join(SOURCES, path),
);

function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
    relative(SOURCES, resolve(file, '..', path)),
  );
}

test('all code that is imported on demand is loaded before it is needed', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => join(SOURCES, path));
  const needed = files.filter((file) => !ROUTES.includes(file) && file !== LIST).flatMap(importsOf);
  expect(needed).not.toHaveLength(0);
  expect(importsOf(LIST).toSorted()).toEqual([...new Set(needed)].toSorted());
});

test('pages without their code wait for the connection', () => {
  const routes = ROUTES.map((file) => readFileSync(file, 'utf8')).join('\n');
  const guarded = [...routes.matchAll(/codeLoader\.load\(\(\) => import\(/g)];
  expect(guarded).toHaveLength(ROUTES.flatMap(importsOf).length);
});

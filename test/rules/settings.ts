import { matchesGlob } from 'node:path';
import type { RepoFile } from '../repo-files.ts';
import type { Rule } from '../rule.ts';
import { isSource, isTest } from '../source.ts';

/** Maximum hand-written places that a new setting of a monitor touches. The migrations count as one. */
const PLACES_MAX = 10;
const FIELD = /runbook/i;
const RECIPE = /^\*\*A setting of a monitor\.\*\*.*\n\n((?:- .*\n)+)/m;

/** Returns the files and folders that the recipe lists. */
function placesOf(files: readonly RepoFile[]): readonly string[] {
  const guide = files.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? '';
  const list = RECIPE.exec(guide)?.[1] ?? '';
  return [...list.matchAll(/^- `([^`]+)`/gm)].map(([, place = '']) => place);
}

function isAt(path: string, place: string): boolean {
  return matchesGlob(path, place.endsWith('/') ? `${place}*` : place);
}

function isHandWritten(path: string): boolean {
  const isOther = /(?:\.generated\.|\/sample-)/.test(path);
  return /^(?:server|web|sdk)\/src\//.test(path) && isSource(path) && !isTest(path) && !isOther;
}

export const settingRules: readonly Rule[] = [
  {
    says: `a setting of a monitor touches the files of its recipe alone, at most ${PLACES_MAX}`,
    check(files) {
      const places = placesOf(files);
      const touched = files.filter(({ path, text }) => isHandWritten(path) && FIELD.test(text));
      return [
        ...(places.length > PLACES_MAX
          ? [`CONTRIBUTING.md: the recipe lists ${places.length} places. Derive some of them from a list.`]
          : []),
        ...touched
          .filter(({ path }) => !places.some((place) => isAt(path, place)))
          .map(({ path }) => `${path}: names runbookURL, but is not in the recipe. Derive it from a list.`),
        ...places
          .filter((place) => !touched.some(({ path }) => isAt(path, place)))
          .map((place) => `CONTRIBUTING.md: the recipe lists ${place}, which does not name runbookURL.`),
      ];
    },
    refuses: [
      { 'CONTRIBUTING.md': '', 'server/src/a.ts': 'runbookURL;' },
      { 'CONTRIBUTING.md': recipe(['server/src/a.ts']), 'server/src/a.ts': '' },
      Object.fromEntries([
        ['CONTRIBUTING.md', recipe(numbered(PLACES_MAX + 1))],
        ...numbered(PLACES_MAX + 1).map((path) => [path, 'runbook_url;']),
      ]),
    ],
    accepts: [
      {
        'CONTRIBUTING.md': recipe(['server/src/*/migrations/', 'server/src/a.ts']),
        'server/src/a.ts': 'runbookURL;',
        'server/src/sqlite/migrations/0014-runbook.ts': 'runbook_url;',
        'server/src/postgres/migrations/0014-runbook.ts': 'runbook_url;',
        'server/src/a.test.ts': 'runbookURL;',
        'sdk/src/api.generated.ts': 'runbookURL;',
      },
    ],
  },
];

function recipe(places: readonly string[]): string {
  return `**A setting of a monitor.** Files:\n\n${places.map((place) => `- \`${place}\`: why\n`).join('')}`;
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `server/src/n${index}.ts`);
}

import { matchesGlob } from 'node:path';
import type { RepoFile } from '../repo-files.ts';
import type { Rule } from '../rule.ts';
import { isSource, isTest } from '../source.ts';

/** A recipe of CONTRIBUTING.md, and an existing field that shows which files the recipe touches. */
interface Recipe {
  readonly title: string;
  readonly field: RegExp;
  readonly name: string;
}

const RECIPES: readonly Recipe[] = [
  { title: 'A setting of a monitor', field: /runbook/i, name: 'runbookURL' },
  { title: 'A rule of a monitor', field: /recover_?after/i, name: 'recoverAfterSuccesses' },
  { title: 'A switch of a monitor', field: /manual_?resume/i, name: 'manualResume' },
  { title: 'An alert setting of a monitor', field: /remind_?every/i, name: 'remindEvery' },
];

/** Returns the files and folders that the recipe lists. */
function placesOf(files: readonly RepoFile[], title: string): readonly string[] {
  const guide = files.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? '';
  const [, list = ''] = new RegExp(`^\\*\\*${title}\\.\\*\\*.*\\n\\n((?:- .*\\n)+)`, 'm').exec(guide) ?? [];
  return [...list.matchAll(/^- `([^`]+)`/gm)].map(([, place = '']) => place);
}

function isAt(path: string, place: string): boolean {
  return matchesGlob(path, place.endsWith('/') ? `${place}*` : place);
}

/**
 * Whether a file is written by hand. Excludes code that reads the data of other services, because its field names are those of
 * the other services.
 */
function isHandWritten(path: string): boolean {
  const isOther = /\.generated\.|\/sample-|\/compat\/|\/core\/receive\/dialect/.test(path);
  return /^(?:cli|domain|server|web|sdk)\/src\//.test(path) && isSource(path) && !isTest(path) && !isOther;
}

function ruleOf({ title, field, name }: Recipe): Rule {
  const recipe = (places: readonly string[]) =>
    `**${title}.** Files:\n\n${places.map((place) => `- \`${place}\`: why\n`).join('')}`;
  return {
    says: `${title.toLowerCase()} touches the files of its recipe alone`,
    check(files) {
      const places = placesOf(files, title);
      const touched = files.filter(({ path, text }) => isHandWritten(path) && field.test(text));
      return [
        ...touched
          .filter(({ path }) => !places.some((place) => isAt(path, place)))
          .map(({ path }) => `${path}: names ${name}, but is not in the recipe. Derive it from a list.`),
        ...places
          .filter((place) => !touched.some(({ path }) => isAt(path, place)))
          .map((place) => `CONTRIBUTING.md: the recipe lists ${place}, which does not name ${name}.`),
      ];
    },
    refuses: [
      { 'CONTRIBUTING.md': '', 'server/src/a.ts': name },
      { 'CONTRIBUTING.md': recipe(['server/src/a.ts']), 'server/src/a.ts': '' },
    ],
    accepts: [
      {
        'CONTRIBUTING.md': recipe(['server/src/*/migrations/', 'server/src/a.ts']),
        'server/src/a.ts': name,
        'server/src/sqlite/migrations/0014-field.ts': name,
        'server/src/postgres/migrations/0014-field.ts': name,
        'server/src/a.test.ts': name,
        'sdk/src/api.generated.ts': name,
      },
    ],
  };
}

/** The first list of settings. Its header names the other lists. */
const FIRST_LIST = 'server/src/database/monitor-settings-columns.ts';

function listsIn(header: string): readonly string[] {
  return [...header.matchAll(/^ \* - `([^`]+)`/gm)].map(([, path = '']) => path);
}

const headerRule: Rule = {
  says: `the header of ${FIRST_LIST} names the lists of settings that the recipes touch`,
  check(files) {
    const first = files.find(({ path }) => path === FIRST_LIST);
    if (first === undefined) return [];
    const named = listsIn(first.text);
    const places = RECIPES.flatMap(({ title }) => placesOf(files, title));
    const ofDetails = placesOf(files, RECIPES[0]?.title ?? '');
    return [
      ...named
        .filter((path) => !places.includes(path))
        .map((path) => `${FIRST_LIST}: the header names ${path}, which no recipe of CONTRIBUTING.md lists.`),
      ...ofDetails
        .filter((place) => place.endsWith('.ts') && place !== FIRST_LIST && !named.includes(place))
        .map((place) => `${FIRST_LIST}: the header does not name ${place}. Add it.`),
    ];
  },
  refuses: [
    { [FIRST_LIST]: '/*\n * - `server/src/gone.ts`: why\n */' },
    {
      'CONTRIBUTING.md': '**A setting of a monitor.** Files:\n\n- `server/src/a.ts`: why\n',
      [FIRST_LIST]: '',
    },
  ],
  accepts: [
    {
      'CONTRIBUTING.md': `**A setting of a monitor.** Files:\n\n- \`${FIRST_LIST}\`: why\n- \`server/src/a.ts\`: why\n`,
      [FIRST_LIST]: '/*\n * - `server/src/a.ts`: why\n */',
    },
  ],
};

export const settingRules: readonly Rule[] = [...RECIPES.map(ruleOf), headerRule];

import type { RepoFile } from '../repo-files.ts';
import type { Rule } from '../rule.ts';
import { isSource, isTest } from '../source.ts';

const LINES_MAX = 400;

/** Longer files that are allowed, each with the reason why it isn't divided. */
const LONG_FILES: Readonly<Record<string, string>> = {};

const EMPTY_WORD = /^(?:utils?|helpers?|managers?|services?|common|libs?|misc)$/;

function emptyWordIn(path: string): string | undefined {
  return path.split(/[/._-]/).find((word) => EMPTY_WORD.test(word));
}

function checkLengths(
  files: readonly RepoFile[],
  reasons: Readonly<Record<string, string>>,
): readonly string[] {
  const long = files
    .filter(({ path }) => isSource(path) && !isTest(path) && !path.endsWith('.generated.ts'))
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > LINES_MAX);
  const unlisted = long.filter(({ path }) => !(path in reasons));
  const stale = Object.keys(reasons).filter((path) => !long.some((file) => file.path === path));
  return [
    ...unlisted.map(({ path, lines }) => {
      return `${path}: ${lines} lines. Divide it, or list it in test/rules/names.ts with a reason.`;
    }),
    ...stale.map((path) => `${path}: listed in test/rules/names.ts as long, and is not. Remove the entry.`),
  ];
}

/** Returns whether a test is named after a file beside it or its folder. A topic may follow: `decide.property.test.ts`. */
function isNamedAfterSubject(path: string, paths: ReadonlySet<string>): boolean {
  const [, folder = '', parent = '', name = ''] = /^(.*?([^/]+))\/([^/.]+)[^/]*$/.exec(path) ?? [];
  return name === parent || ['ts', 'tsx'].some((extension) => paths.has(`${folder}/${name}.${extension}`));
}

export const nameRules: readonly Rule[] = [
  {
    says: 'the server has no index.ts',
    check: (files) =>
      files
        .filter(({ path }) => /^server\/src\/(?:.*\/)?index\.\w+$/.test(path))
        .map(({ path }) => `${path}: name it after what it does, and import it by that name.`),
    refuses: [{ 'server/src/index.ts': '' }, { 'server/src/domain/index.ts': '' }],
    accepts: [{ 'server/src/domain/run.ts': '', 'sdk/src/index.ts': '' }],
  },
  {
    says: 'a unit test has the name of the file or folder that it tests',
    check: (files) => {
      const paths = new Set(files.map(({ path }) => path));
      return files
        .filter(({ path }) => /^\w+\/src\/.*\.test\.tsx?$/.test(path) && !isNamedAfterSubject(path, paths))
        .map(({ path }) => `${path}: name the test after the tested file, or after the folder.`);
    },
    refuses: [{ 'server/src/domain/run.ts': '', 'server/src/domain/runs.test.ts': '' }],
    accepts: [
      {
        'server/src/domain/run.ts': '',
        'server/src/domain/run.test.ts': '',
        'server/src/domain/run.late.property.test.ts': '',
        'server/src/domain/domain.test.ts': '',
        'web/src/ui/table.tsx': '',
        'web/src/ui/table.test.ts': '',
      },
    ],
  },
  {
    says: 'no file or folder of code has a name that says nothing',
    check: (files) =>
      files
        .filter(({ path }) => isSource(path))
        .flatMap(({ path }) => {
          const word = emptyWordIn(path);
          if (word === undefined) return [];
          return [`${path}: "${word}" says nothing. Name the concept, such as backoff.ts or duration.ts.`];
        }),
    refuses: [
      { 'server/src/utils/time.ts': '' },
      { 'server/src/http/helpers.ts': '' },
      { 'server/src/token-manager.ts': '' },
      { 'server/src/monitor.service.ts': '' },
      { 'server/test/common.ts': '' },
      { 'sdk/src/lib/retry.ts': '' },
    ],
    accepts: [{ 'server/src/domain/monitor.ts': '', 'examples/systemd/overdue.service': '' }],
  },
  {
    says: `no file of code is longer than ${LINES_MAX} lines without a stated reason`,
    check: (files) => checkLengths(files, LONG_FILES),
    refuses: [{ 'server/src/domain/monitor.ts': '\n'.repeat(LINES_MAX + 1) }],
    accepts: [
      {
        'server/src/domain/run.ts': '//\n'.repeat(LINES_MAX),
        'server/src/domain/monitor.test.ts': '\n'.repeat(LINES_MAX + 1),
        'server/test/sim/model.ts': '\n'.repeat(LINES_MAX + 1),
        'sdk/src/api.generated.ts': '\n'.repeat(LINES_MAX + 1),
      },
    ],
  },
];

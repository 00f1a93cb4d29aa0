import type { Rule } from '../rule.ts';
import { isSource } from '../source.ts';

const EMPTY_WORD = /^(?:utils?|helpers?|managers?|services?|common|libs?|misc)$/;

function emptyWordIn(path: string): string | undefined {
  return path.split(/[/._-]/).find((word) => EMPTY_WORD.test(word));
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
    refuses: [{ 'server/src/index.ts': '' }, { 'server/src/monitors/index.ts': '' }],
    accepts: [{ 'domain/src/run.ts': '', 'sdk/src/index.ts': '' }],
  },
  {
    says: 'a unit test has the name of the file or folder that it tests',
    check: (files) => {
      const paths = new Set(files.map(({ path }) => path));
      return files
        .filter(({ path }) => /^\w+\/src\/.*\.test\.tsx?$/.test(path) && !isNamedAfterSubject(path, paths))
        .map(({ path }) => `${path}: name the test after the tested file, or after the folder.`);
    },
    refuses: [{ 'domain/src/run.ts': '', 'domain/src/runs.test.ts': '' }],
    accepts: [
      {
        'domain/src/run.ts': '',
        'domain/src/run.test.ts': '',
        'domain/src/run.late.property.test.ts': '',
        'domain/src/schedule/schedule.test.ts': '',
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
    accepts: [{ 'domain/src/monitor.ts': '', 'examples/systemd/overdue.service': '' }],
  },
];

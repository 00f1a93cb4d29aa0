import { matchesGlob } from 'node:path';
import type { RepoFile } from '../repo-files.ts';
import { at, findImports, findInCode, findInText, isProductSource, type Rule } from '../rule.ts';
import { isSource, isTest, readSource } from '../source.ts';

/** Tests that wait for a time, each with the reason why there is no event to wait for. */
const WAITING_TESTS: Readonly<Record<string, string>> = {
  'e2e/outage.test.ts': 'incidents open at a pace of real time, while browsers receive the changes',
  'server/src/platform/metrics/metrics.test.ts': 'Node measures the lag of its event loop over real time',
  'server/test/nodes/until.ts':
    'real processes are sent pings at a pace, and scripts, which have no vi.waitFor, wait for them as well',
};

const SLEEP_ADVICE =
  'Wait on an event, or move a fake clock; if neither can be, list the file in test/rules/leftovers.ts with a reason.';
const NOTE = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`, 'g');
const TEST_PLACES =
  /^(?:packaging\/test|domain\/src|server\/src|sdk\/src|web\/src|cli\/src|server\/test|cli\/test|e2e|test)\//;

/** Finds waits: promises that a timer resolves, and other forms of sleeping. */
function findSleeps(files: readonly RepoFile[]): readonly string[] {
  const where = (path: string) => isTest(path) && !(path in WAITING_TESTS);
  return [
    ...findInCode(files, {
      where,
      pattern: /\bnew Promise\b[^;]{0,120}?\bsetTimeout\b|\bAtomics\.wait\b/g,
      advice: SLEEP_ADVICE,
    }),
    ...findImports(files, { where, pattern: /^(?:node:)?timers\/promises$/, advice: SLEEP_ADVICE }),
    ...files
      .filter(({ path }) => isSource(path) && where(path))
      .flatMap((file) =>
        [...readSource(file).code.matchAll(/\bpromisify\(\s*setTimeout\b/g)].map((match) => {
          return `${at(file, match.index)}: ${match[0]}. ${SLEEP_ADVICE}`;
        }),
      ),
  ];
}

/**
 * Finds outdated names of tests in the configuration. A test whose name is outdated would run in another project or in another
 * order.
 */
function findUnknownTests(files: readonly RepoFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^(?:vitest\.config|test\/slowest-first)\.ts$/.test(path))
    .flatMap((file) =>
      [...file.text.matchAll(/'([^'\s]+\.test\.ts)'/g)].flatMap((match) =>
        alternativesOf(match[1] ?? '')
          .filter((pattern) => !files.some(({ path }) => matchesGlob(path, pattern)))
          .map((pattern) => `${at(file, match.index)}: no test matches ${pattern}. Correct or remove it.`),
      ),
    );
}

/** Expands the braces in a pattern. Returns one pattern for each alternative. */
function alternativesOf(pattern: string): readonly string[] {
  const [, start, list, end] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return list?.split(',').map((alternative) => `${start}${alternative}${end}`) ?? [pattern];
}

export const leftoverRules: readonly Rule[] = [
  {
    says: 'no test is singled out',
    check: (files) =>
      findInCode(files, {
        where: isTest,
        pattern: /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.only\b/g,
        advice: 'The others would not run: remove it.',
      }),
    refuses: [
      { 'domain/src/run.test.ts': "it.only('runs', () => {});" },
      { 'server/test/http/ping.test.ts': "describe.concurrent.only('ping', () => {});" },
    ],
    accepts: [{ 'domain/src/run.test.ts': "it('may say it.only', () => {}); // it.only" }],
  },
  {
    says: 'every test is in a place that npm test looks at',
    check: (files) =>
      files
        .filter(({ path }) => /\.test\.\w+$/.test(path) && !TEST_PLACES.test(path))
        .map(({ path }) => `${path}: no project of vitest.config.ts includes it.`),
    refuses: [{ 'bench/ping.test.ts': '' }, { 'sdk/test/client.test.ts': '' }],
    accepts: [{ 'domain/src/run.test.ts': '', 'server/test/http/ping.test.ts': '', 'e2e/list.spec.ts': '' }],
  },
  {
    says: 'every path of tests in the configuration of Vitest has a test',
    check: findUnknownTests,
    refuses: [
      {
        'vitest.config.ts': "['server/test/{http,cli}/**/*.test.ts']",
        'server/test/http/ping.test.ts': '',
      },
      { 'test/slowest-first.ts': "['e2e/pings.test.ts']", 'e2e/ping.test.ts': '' },
    ],
    accepts: [
      {
        'vitest.config.ts': "['server/test/{http,commands}/**/*.test.ts']",
        'test/slowest-first.ts': "['server/test/http/ping.test.ts']",
        'server/test/http/ping.test.ts': '',
        'server/test/commands/setup.test.ts': '',
      },
    ],
  },
  {
    says: 'no test waits on time',
    check: findSleeps,
    refuses: [
      { 'domain/src/run.test.ts': 'await new Promise((resolve) => setTimeout(resolve, 50));' },
      { 'server/test/http/ping.test.ts': "import { setTimeout as sleep } from 'node:timers/promises';" },
      { 'server/test/story.ts': 'const sleep = promisify(setTimeout);' },
      { 'server/test/story.ts': 'Atomics.wait(cell, 0, 0, 100);' },
    ],
    accepts: [
      { 'server/test/http/ping.test.ts': 'const guard = setTimeout(fail, 5000); await new Promise(done);' },
      { 'server/src/platform/runtime/clock.ts': 'await new Promise((resolve) => setTimeout(resolve, 50));' },
    ],
  },
  {
    says: 'neither the server nor the SDK writes to the console',
    check: (files) =>
      findInCode(files, {
        where: isProductSource,
        pattern: /(?<![\w.])console\s*\.\s*\w+/g,
        advice: 'Use the Log; a command writes its output to process.stdout.',
      }),
    refuses: [
      { 'server/src/main.ts': "console.log('here');" },
      { 'sdk/src/client.ts': 'console.error(error);' },
    ],
    accepts: [
      { 'server/src/main.ts': "log.info('console.log'); // console.log" },
      { 'bench/ping.ts': 'console.log(1);' },
    ],
  },
  {
    says: 'nothing is left for later in a comment',
    check: (files) =>
      findInText(files, {
        where: (path) => !/(?:^LICENSE|package-lock\.json)$/.test(path),
        pattern: NOTE,
        advice: 'Do it now, or open an issue and remove the note.',
      }),
    refuses: [
      { 'server/src/main.ts': `// ${'TO' + 'DO'}: stop` },
      { 'docs/rules.md': `${'FIX' + 'ME'} explain` },
    ],
    accepts: [{ 'server/src/main.ts': '// todolist, Todo' }],
  },
];

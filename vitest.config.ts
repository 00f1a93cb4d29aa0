import { defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SlowestFirst } from './test/slowest-first.ts';

/**
 * Tests that run at the same time. They have no time limits that a busy machine may break. Some compute in their worker,
 * and others wait for real processes or a browser.
 */
const TOGETHER = [
  'e2e/**/*.test.ts',
  'cli/test/**/*.test.ts',
  'server/test/{accounts,checks,clients,commands,docs,http,ingest,live,notify,postgres,retention,sdk,sim,store,walk,watchdog}/**/*.test.ts',
  'server/test/crash/{alerts,forwarding,full-disk,kill,poison,silent-mail,start-failures,stop}.test.ts',
  'server/test/hostile/{api,limits,timeouts}.test.ts',
  'server/test/nodes/{forwarding,live,numbers,outage,pgbouncer,roles,start,sweeps}.test.ts',
  'server/test/ping/**/*.test.ts',
];

/** Tests that only `npm run test:long` runs. All other tests in that run repeat what `npm test` runs once. */
const LONG = ['{e2e,server/test}/**/*.long.test.ts'];

/** Tests of {@link LONG} that may run at the same time as others. */
const UNTIMED_LONG = [
  'e2e/**/*.long.test.ts',
  'server/test/crash/wrong-key.long.test.ts',
  'server/test/docs/examples.long.test.ts',
  'server/test/postgres/start-failures.long.test.ts',
];

/** Tests of `npm run test:clients`: programs of other projects, in the versions that people install. */
const REAL_CLIENTS = ['server/test/clients/real-*.test.ts'];

/** Tests of `npm run test:packages`: packages that are built and installed on a clean system. */
const PACKAGES = ['packaging/test/*.test.ts'];

/**
 * Tests that `npm run test:long` repeats at the same time: browser tests with other combinations of theme and window, suites on the
 * oldest PostgreSQL, more pairs of simultaneous edits, and random events and simulations with all seeds.
 */
const LONG_TOGETHER = [
  'e2e/{accessibility,editor-pages}.test.ts',
  'server/test/store/{postgres,postgres-migrate,sqlite}.test.ts',
  'server/test/postgres/{alert-locks,alerts,batches,conflicts,connections,edit-pairs,plans,presence,queue,references,retention,standby,statement-names,two-watchdogs}.test.ts',
  'server/test/commands/{copy,postgres}.test.ts',
  'server/test/http/api/edit-pairs.test.ts',
  'server/test/sim/**/*.test.ts',
  ...UNTIMED_LONG,
];

/** Tests that `npm run test:long` repeats with more kills, stops and broken connections. */
const LONG_PROCESSES = [
  'server/test/crash/{alerts,kill,lost-file,stop-load}.test.ts',
  'server/test/nodes/{connections,outage}.test.ts',
];

/** Order in which groups of projects run. */
const GROUP = { unit: 1, together: 2, measuring: 3, clients: 4, packages: 5, longTogether: 6, longAlone: 7 };
/**
 * Maximum workers. More than the two processor cores of a small machine, because these tests also wait. With a fourth worker, the
 * same tests take 4 to 10 % more processor time.
 */
const WORKERS = 3;

const PROCESS_SETUP = ['server/test/bundled-programs.ts', 'server/test/postgres/shared-clusters.ts'];

// The timeouts are long, because events are late on a busy machine. Tests that check a duration measure it themselves.
const withProcesses: TestProjectInlineConfiguration['test'] = {
  globalSetup: PROCESS_SETUP,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

/**
 * Settings of projects with browser tests. Such a project also has tests of other kinds, because a worker continues only with files of
 * its project, and a new worker loads all modules again.
 */
const withBrowser: TestProjectInlineConfiguration['test'] = {
  ...withProcesses,
  globalSetup: [...PROCESS_SETUP, 'e2e/built-application.ts'],
  isolate: false,
  maxWorkers: WORKERS,
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    reporters: ['default'],
    projects: [
      {
        // Resolves the SDK to its sources. Parts of the application import the SDK, which is not built here.
        resolve: { conditions: [...defaultServerConditions, 'overdue-source'] },
        ssr: { resolve: { conditions: [...defaultServerConditions, 'overdue-source'] } },
        test: {
          name: 'unit',
          include: [
            'domain/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'cli/src/**/*.test.ts',
            'sdk/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          testTimeout: 20_000,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: GROUP.unit },
        },
      },
      {
        test: {
          ...withBrowser,
          name: 'together',
          include: TOGETHER,
          exclude: [...LONG, ...REAL_CLIENTS],
          sequence: { groupOrder: GROUP.together },
        },
      },
      {
        // Tests with measurements or strict timing run after all others.
        test: {
          ...withProcesses,
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          exclude: [...TOGETHER, ...LONG, ...REAL_CLIENTS],
          maxWorkers: WORKERS,
          sequence: { groupOrder: GROUP.measuring },
        },
      },
      {
        test: {
          ...withProcesses,
          name: 'clients',
          include: REAL_CLIENTS,
          maxWorkers: 2,
          sequence: { groupOrder: GROUP.clients },
        },
      },
      {
        test: {
          name: 'packages',
          include: PACKAGES,
          globalSetup: ['packaging/test/built-packages.ts'],
          testTimeout: 300_000,
          hookTimeout: 900_000,
          maxWorkers: 2,
          sequence: { groupOrder: GROUP.packages },
        },
      },
      {
        test: {
          ...withBrowser,
          name: 'long-together',
          include: LONG_TOGETHER,
          env: { TEST_LENGTH: 'long' },
          sequence: { groupOrder: GROUP.longTogether },
        },
      },
      {
        test: {
          ...withProcesses,
          name: 'long',
          include: [...LONG, ...LONG_PROCESSES],
          exclude: UNTIMED_LONG,
          env: { TEST_LENGTH: 'long' },
          maxWorkers: 1,
          sequence: { groupOrder: GROUP.longAlone },
        },
      },
    ],
  },
});

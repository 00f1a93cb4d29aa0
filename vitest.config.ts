import { defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SlowestFirst } from './test/slowest-first.ts';

/**
 * Tests that run at the same time. They don't measure time and have no short time limits. Some compute in their worker,
 * and others wait for real processes.
 */
const TOGETHER = [
  'cli/test/**/*.test.ts',
  'server/test/{accounts,clients,commands,docs,http,ingest,live,notify,postgres,retention,sdk,sim,store,walk,watchdog}/**/*.test.ts',
  'server/test/crash/{alerts,forwarding,full-disk,poison,start-failures,stop}.test.ts',
  'server/test/nodes/{forwarding,live,numbers,outage,pgbouncer,roles,start,sweeps}.test.ts',
  'server/test/ping/**/*.test.ts',
];

/** Tests that only `npm run test:long` runs. All other tests in that run repeat what `npm test` runs once. */
const LONG = ['server/test/**/*.long.test.ts'];

/** Tests of {@link LONG} that may run at the same time as others. */
const LONG_TOGETHER = [
  'server/test/crash/wrong-key.long.test.ts',
  'server/test/docs/examples.long.test.ts',
  'server/test/postgres/start-failures.long.test.ts',
];

/** Tests of `npm run test:clients`: programs of other projects, in the versions that people install. */
const REAL_CLIENTS = ['server/test/clients/real-*.test.ts'];

/** Tests of `npm run test:packages`: packages that are built and installed on a clean system. */
const PACKAGES = ['packaging/test/*.test.ts'];

/**
 * Browser tests that `npm run test:long` repeats with other combinations of theme and window, and tests of long lists.
 */
const LONG_BROWSER = ['e2e/{accessibility,editor-pages}.test.ts', 'e2e/**/*.long.test.ts'];

/** Suites that `npm run test:long` repeats on the oldest PostgreSQL, and simulations that it runs with all seeds. */
const LONG_IN_PROCESS = [
  'server/test/store/{postgres,postgres-migrate}.test.ts',
  'server/test/postgres/{alert-locks,alerts,batches,connections,plans,presence,queue,retention,standby,statement-names,two-watchdogs}.test.ts',
  'server/test/commands/{copy,postgres}.test.ts',
  'server/test/sim/**/*.test.ts',
  'server/test/sdk/input-schemas.test.ts',
  ...LONG_TOGETHER,
];

/** Tests that `npm run test:long` repeats with more kills, stops and broken connections. */
const LONG_PROCESSES = [
  'server/test/crash/{alerts,kill,lost-file,stop-load}.test.ts',
  'server/test/nodes/{connections,outage}.test.ts',
];

/** Order in which groups of projects run. */
const GROUP = { unit: 1, together: 2, measuring: 3, clients: 4, packages: 5, longTogether: 6, longAlone: 7 };
/** Maximum workers. More than the two processor cores of a small machine, because most of these tests mostly wait. */
const WORKERS = 4;
/** Maximum workers for tests with time limits. Each of these tests keeps half a core busy. */
const WORKERS_MEASURING = 3;

// The timeouts are long, because events are late on a busy machine. Tests that check a duration measure it themselves.
const ofServer: TestProjectInlineConfiguration['test'] = {
  globalSetup: ['server/test/bundled-program.ts', 'server/test/postgres/shared-clusters.ts'],
  testTimeout: 120_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

const ofBrowser: TestProjectInlineConfiguration['test'] = {
  ...ofServer,
  globalSetup: ['server/test/bundled-program.ts', 'e2e/built-application.ts'],
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
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
          ...ofBrowser,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/**/*.long.test.ts'],
          maxWorkers: WORKERS,
          sequence: { groupOrder: GROUP.together },
        },
      },
      {
        test: {
          ...ofServer,
          name: 'together',
          include: TOGETHER,
          exclude: [...LONG, ...REAL_CLIENTS],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: GROUP.together },
        },
      },
      {
        // Tests with measurements or strict timing run after all others.
        test: {
          ...ofServer,
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          exclude: [...TOGETHER, ...LONG, ...REAL_CLIENTS],
          maxWorkers: WORKERS_MEASURING,
          sequence: { groupOrder: GROUP.measuring },
        },
      },
      {
        test: {
          ...ofServer,
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
          ...ofServer,
          name: 'long-in-process',
          include: LONG_IN_PROCESS,
          env: { TEST_LENGTH: 'long' },
          maxWorkers: 2,
          sequence: { groupOrder: GROUP.longTogether },
        },
      },
      {
        test: {
          ...ofBrowser,
          name: 'long-browser',
          include: LONG_BROWSER,
          env: { TEST_LENGTH: 'long' },
          maxWorkers: 2,
          sequence: { groupOrder: GROUP.longTogether },
        },
      },
      {
        test: {
          ...ofServer,
          name: 'long',
          include: [...LONG, ...LONG_PROCESSES],
          exclude: LONG_TOGETHER,
          env: { TEST_LENGTH: 'long' },
          maxWorkers: 1,
          sequence: { groupOrder: GROUP.longAlone },
        },
      },
    ],
  },
});

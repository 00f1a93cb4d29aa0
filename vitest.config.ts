import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { namesSecondTries } from './test/second-tries.ts';

/** Tests that wait for no real time: two at once do not disturb one another. */
const IN_PROCESS = [
  'server/test/{accounts,cli,http,ingest,notify,postgres,retention,sim,store,walk,watchdog}/**/*.test.ts',
  'server/test/ping/{rate-limit,time}.test.ts',
];

/** Tests of real processes that mostly wait: two at once wait together. None of them measures, and none has a short time limit. */
const SIDE_BY_SIDE = [
  'server/test/{clients,docs,live,sdk}/**/*.test.ts',
  'server/test/crash/{alerts,full-disk,poison,start-failures,stop,wrong-key}.test.ts',
  'server/test/nodes/{live,long-outage,outage,parts,pgbouncer,start}.test.ts',
  'server/test/ping/{busy,endpoints,protocol,reports}.test.ts',
];

/** On a busy machine an event comes late; what is promised to be quick is measured by the tests themselves. */
const PATIENT = { poll: { timeout: 15_000 } };

// All other integration tests run one after the other, after all others: they hold the clock to account or measure, and want
// the machine for themselves.
export default defineConfig({
  test: {
    reporters: ['default', namesSecondTries((text) => process.stdout.write(text))],
    projects: [
      {
        // Parts of the application import the SDK, which has no build here.
        resolve: { conditions: [...defaultServerConditions, 'overdue-source'] },
        ssr: { resolve: { conditions: [...defaultServerConditions, 'overdue-source'] } },
        test: {
          name: 'unit',
          include: [
            'server/src/**/*.test.ts',
            'sdk/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          testTimeout: 20_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'in-process',
          include: IN_PROCESS,
          globalSetup: ['server/test/postgres/shared-clusters.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: PATIENT,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'side-by-side',
          include: SIDE_BY_SIDE,
          globalSetup: ['server/test/postgres/shared-clusters.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: PATIENT,
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          exclude: [...IN_PROCESS, ...SIDE_BY_SIDE],
          globalSetup: ['server/test/postgres/shared-clusters.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: PATIENT,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/built-application.ts'],
          // A browser that stalls fails no build. Nothing else is tried again: a ping that is lost now and then is lost.
          retry: process.env.CI === 'true' ? 1 : 0,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          expect: PATIENT,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

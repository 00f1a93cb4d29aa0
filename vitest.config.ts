import { defineConfig } from 'vitest/config';

/** Tests that wait for no real time: two at once do not disturb one another. */
const IN_PROCESS = ['server/test/{accounts,http,notify,sim,store,walk}/**/*.test.ts'];

// Integration tests run one after the other, after all others: they hold the clock to account, and want the machine for themselves.
export default defineConfig({
  test: {
    projects: [
      {
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
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          exclude: IN_PROCESS,
          globalSetup: ['server/test/postgres/shared-clusters.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/built-application.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          // A busy machine draws pages late; what is promised to be quick is measured by the tests themselves.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

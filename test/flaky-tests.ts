import type { Reporter, TestCase } from 'vitest/node';

/**
 * Reports the tests that passed only when they were retried, with their first error. Vitest counts these tests as
 * passed.
 */
export function reportFlakyTests(write: (text: string) => void): Reporter {
  return {
    onTestRunEnd(modules) {
      const flaky = modules
        .flatMap((module) => [...module.children.allTests()])
        .filter((test) => test.diagnostic()?.flaky);
      if (flaky.length === 0) return;
      const texts = flaky.map(formatTest).join('\n');
      write(`Flaky: these tests passed only on retry. Find and fix the cause:\n\n${texts}\n`);
    },
  };
}

function formatTest(test: TestCase): string {
  const errors = test.result().errors ?? [];
  const texts = errors.map(({ message, stack }) => stack ?? message);
  return [`${test.module.relativeModuleId}: ${test.fullName}`, ...texts].join('\n');
}

import type { Reporter, TestCase } from 'vitest/node';

/**
 * Reports the tests that passed only when they were retried, with their first error. Vitest counts these tests as
 * passed.
 */
export function reportFlakyTests(write: (text: string) => void): Reporter {
  return {
    onTestRunEnd(modules) {
      const found = modules
        .flatMap((module) => [...module.children.allTests()])
        .filter((test) => test.diagnostic()?.flaky);
      if (found.length === 0) return;
      const told = found.map(formatTest).join('\n');
      write(`Passed only when tried again, for a reason that is to be found:\n\n${told}\n`);
    },
  };
}

function formatTest(test: TestCase): string {
  const errors = test.result().errors ?? [];
  const texts = errors.map(({ message, stack }) => stack ?? message);
  return [`${test.module.relativeModuleId}: ${test.fullName}`, ...texts].join('\n');
}

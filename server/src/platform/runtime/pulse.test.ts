import { expect, onTestFinished, test } from 'vitest';
import { startPulse } from './pulse.ts';

test('the second thread gives signs of life while the event loop is busy', async () => {
  const pulse = startPulse();
  onTestFinished(pulse.stop);
  // The thread has started once it ends its first silence.
  let silence = pulse.takeSilence();
  for (let last = 0; silence >= last; silence = pulse.takeSilence()) {
    last = silence;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const startedAt = performance.now();
  while (performance.now() - startedAt < 1500);
  expect(pulse.takeSilence()).toBeLessThan(1400);
});

test('the second thread is silent once it is stopped', async () => {
  const pulse = startPulse();
  pulse.stop();
  const startedAt = performance.now();
  while (performance.now() - startedAt < 600);
  expect(pulse.takeSilence()).toBeGreaterThan(500);
});

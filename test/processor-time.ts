import process from 'node:process';

/**
 * Returns the processor time that synchronous work takes, in milliseconds. Other work on the machine doesn't affect this time, so
 * a test can check whether it grows with the square of the input.
 */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

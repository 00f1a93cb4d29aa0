import process from 'node:process';

/**
 * Returns the processor time that synchronous work takes, in milliseconds. Other work on the machine doesn't change it, so it
 * shows whether the time grows with the square of the input.
 */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

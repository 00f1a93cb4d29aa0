import { chunks } from '@overdue/domain/chunks.ts';
import type { FetchContext } from './source-connection.ts';

/** Maximum monitors per service for which the history is read. */
export const HISTORY_MONITORS_MAX = 1000;
/** Maximum monitors whose history is read concurrently. */
const MONITORS_AT_ONCE = 4;

/**
 * Returns the monitors of a service, with the history of at most {@link HISTORY_MONITORS_MAX} of them. `readOne` reads one
 * monitor's history and adds it to the monitor.
 */
export async function readHistories(
  monitors: readonly unknown[],
  { report }: Pick<FetchContext, 'report'>,
  readOne: (monitor: unknown) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const withHistory: unknown[] = [];
  for (const chunk of chunks(monitors.slice(0, HISTORY_MONITORS_MAX), MONITORS_AT_ONCE)) {
    withHistory.push(...(await Promise.all(chunk.map(readOne))));
    report({ step: 'read', done: withHistory.length, total: monitors.length });
  }
  return [...withHistory, ...monitors.slice(HISTORY_MONITORS_MAX)];
}

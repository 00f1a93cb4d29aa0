import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow, Run, Statistics } from '@overdue/sdk';
import { startLagOf } from '../../../drawing/bars.ts';

/** Values that a monitor's jobs report. A card without any value is not shown. */
export type Measured = 'nothing' | 'duration' | 'duration_and_lag';

/**
 * Leaves out first runs whose occurrence is before the monitor's creation, because they have no start lag. The server's statistics
 * leave them out, too.
 */
export function runsWithLag(runs: readonly Run[], monitor: Pick<MonitorRow, 'createdAt'>): readonly Run[] {
  const createdAt = Date.parse(monitor.createdAt);
  const isBefore = (at: string | null) => at !== null && Date.parse(at) < createdAt;
  return runs.filter(({ expectedAt, startedAt }) => !isBefore(expectedAt) || isBefore(startedAt));
}

/**
 * Returns the values measured in the period shown or in the newest runs. The newest runs keep a card while a user looks at a
 * period without runs. A check has no start lag, because Overdue starts it.
 */
export function measuredIn(
  { durationP50, startLagP50 }: Pick<Statistics, 'durationP50' | 'startLagP50'>,
  newest: readonly Run[],
  monitor: Pick<MonitorRow, 'kind' | 'createdAt'>,
): Measured {
  const hasLag = startLagP50 !== null || runsWithLag(newest, monitor).some((run) => startLagOf(run) !== null);
  if (hasLag && !isChecked(monitor)) return 'duration_and_lag';
  return durationP50 !== null || newest.some(({ duration }) => duration !== null) ? 'duration' : 'nothing';
}

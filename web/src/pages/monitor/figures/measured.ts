import type { Run, Statistics } from '@overdue/sdk';
import { startLagOf } from '../../../drawing/bars.ts';

/** Values that a monitor's jobs report. A card without any value is not shown. */
export type Measured = 'nothing' | 'duration' | 'duration_and_lag';

/**
 * Returns the values measured in the period shown or in the newest runs. The newest runs keep a card while a user looks at a
 * period without runs.
 */
export function measuredIn(
  { durationP50, startLagP50 }: Pick<Statistics, 'durationP50' | 'startLagP50'>,
  newest: readonly Run[],
): Measured {
  if (startLagP50 !== null || newest.some((run) => startLagOf(run) !== null)) return 'duration_and_lag';
  return durationP50 !== null || newest.some(({ duration }) => duration !== null) ? 'duration' : 'nothing';
}

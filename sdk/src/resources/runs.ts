import type { ExpectedRuns, Inputs, Responses } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/**
 * Selects runs. Without `from`: the newest `limit` runs of each monitor. With `from`: the runs within a period, up to 500 per
 * monitor.
 */
export type RunsQuery = Omit<Inputs['listRunsOfMonitors']['query'], 'monitors'>;

/** Time zone and number of days. Default: 366 days in UTC. */
export type DaysQuery = NonNullable<Inputs['listTeamDays']['query']>;

/** Period of at most eight days, and filters. The default period is the next 24 hours. */
export type ExpectedRunsQuery = NonNullable<Inputs['listExpectedRuns']['query']>;

/** Runs of several monitors. */
export interface RunsAPI {
  /** Lists the runs of at most 200 monitors, in the order of their `shortID`s. Leaves out unknown and deleted monitors. */
  list(
    monitors: readonly string[],
    query?: RunsQuery,
    options?: RequestOptions,
  ): Promise<Responses['listRunsOfMonitors']['runs']>;
  /** Lists when jobs are expected to run, and how long they usually take. */
  expected(query?: ExpectedRunsQuery, options?: RequestOptions): Promise<readonly ExpectedRuns[]>;
  /** Returns the number of runs and the downtime of the whole team for each day. */
  days(query?: DaysQuery, options?: RequestOptions): Promise<Responses['listTeamDays']>;
}

export function runsAPI({ call }: Caller): RunsAPI {
  return {
    list: async (monitors, query, options) =>
      (await call('listRunsOfMonitors', { query: { ...query, monitors: monitors.join(',') } }, options)).runs,
    expected: async (query, options) => (await call('listExpectedRuns', { query }, options)).expected,
    days: (query, options) => call('listTeamDays', { query }, options),
  };
}

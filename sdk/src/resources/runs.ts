import type { ListRunsOfMonitorsQuery } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import type { RequestOptions } from '../request-options.ts';

/**
 * Selects runs. Without `from`: the newest `limit` runs of each monitor. With `from`: the runs within a period, up to 500 per
 * monitor.
 */
export type RunsQuery = Omit<ListRunsOfMonitorsQuery, 'monitors'>;

/** Runs of several monitors. */
export type RunsAPI = ReturnType<typeof runsAPI>;

export function runsAPI({ call }: Caller) {
  return {
    /** Lists the runs of at most 200 monitors, in the order of their `shortID`s. Leaves out unknown and deleted monitors. */
    list: (monitors: readonly string[], query?: RunsQuery, options?: RequestOptions) =>
      call.listRunsOfMonitors({ ...query, monitors: monitors.join(',') }, options),
    /** Lists when jobs are expected to run, and how long they usually take. Default: within the next 24 hours. */
    expected: call.listExpectedRuns,
    /** Returns the number of runs and the downtime of the whole team for each day. Default: 366 days in UTC. */
    days: call.listTeamDays,
  };
}

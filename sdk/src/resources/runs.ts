import type { Answers, Inputs } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Without `from`, the newest `limit`; with it, those that took place in a time, up to 500 of each monitor. */
export type RunsQuery = Omit<Inputs['listRunsOfMonitors']['query'], 'monitors'>;

/** The runs of many monitors at once. */
export interface RunsAPI {
  /** Of at most 200 monitors, in the order of their `shortID`s; those that there are not (any more) are left out. */
  list(
    monitors: readonly string[],
    query?: RunsQuery,
    options?: RequestOptions,
  ): Promise<Answers['listRunsOfMonitors']['runs']>;
}

export function runsAPI({ call }: Caller): RunsAPI {
  return {
    list: async (monitors, query, options) =>
      (await call('listRunsOfMonitors', { query: { ...query, monitors: monitors.join(',') } }, options)).runs,
  };
}

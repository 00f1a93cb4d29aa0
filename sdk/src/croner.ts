import { type MonitorOptions, monitor } from './monitor.ts';

/** Options of a job. Each run gets its own run ID. */
export type MonitoredOptions = Omit<MonitorOptions, 'rid'>;

/**
 * Wraps a function for croner's `new Cron`, so that each run is reported. Errors of the function are thrown as without
 * the wrapper.
 */
export function monitored<A extends readonly unknown[]>(
  pingURL: string,
  job: (...args: A) => unknown,
  options: MonitoredOptions = {},
): (...args: A) => Promise<void> {
  return async (...args) => {
    await monitor(pingURL, () => job(...args), options);
  };
}

import { type MonitorOptions, monitor } from './monitor.ts';

/** Options of a job. Each run has an ID of its own. */
export type MonitoredOptions = Omit<MonitorOptions, 'rid'>;

/** Wraps a function for `new Cron` of croner, so that each run is reported. Throws what the function does. */
export function monitored<A extends readonly unknown[]>(
  pingURL: string,
  job: (...args: A) => unknown,
  options: MonitoredOptions = {},
): (...args: A) => Promise<void> {
  return async (...args) => {
    await monitor(pingURL, () => job(...args), options);
  };
}

import { type MonitorOptions, monitor } from './monitor.ts';
import { usableRunID } from './run-id.ts';

/** Options of a task. Each run gets its own run ID. */
export type MonitoredOptions = Omit<MonitorOptions, 'rid'>;

/** Part of node-cron's `TaskContext` that this module uses. */
interface TaskContext {
  readonly execution?: { readonly id: string } | undefined;
}

/**
 * Wraps a task for node-cron's `cron.schedule`, so that each run is reported with its execution's ID. Passes the task's result
 * or error through.
 */
export function monitored<C extends TaskContext, T>(
  pingURL: string,
  task: (context: C) => T | PromiseLike<T>,
  options: MonitoredOptions = {},
): (context: C) => Promise<T> {
  return (context) => {
    const rid = usableRunID(context?.execution?.id);
    return monitor(pingURL, () => task(context), { ...options, rid });
  };
}

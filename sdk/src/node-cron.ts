import { type MonitorOptions, monitor } from './monitor.ts';
import { usableRunID } from './run-id.ts';

/** Options of a task. Each run has an ID of its own. */
export type MonitoredOptions = Omit<MonitorOptions, 'rid'>;

/** Part of node-cron's `TaskContext` that is used. */
interface TaskContext {
  readonly execution?: { readonly id: string } | undefined;
}

/**
 * Wraps a task for `cron.schedule` of node-cron, so that each run is reported under the ID of its execution. Returns and throws what
 * the task does.
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

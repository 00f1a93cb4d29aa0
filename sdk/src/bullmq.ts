import { type MonitorOptions, monitor } from './monitor.ts';
import { usableRunID } from './run-id.ts';

/** Options of a processor. Each attempt gets its own run ID. */
export type MonitoredOptions = Omit<MonitorOptions, 'rid' | 'isFailure'>;

/** Part of BullMQ's `Job` that this module uses. */
interface Job {
  readonly id?: string | undefined;
  readonly queueName: string;
  /** Creation time. The run ID includes this time, because job IDs may start over after a queue is emptied. */
  readonly timestamp: number;
  readonly attemptsStarted: number;
}

/** Names of errors that a processor throws to return its job to the queue. */
const NO_FAILURES = ['DelayedError', 'RateLimitError', 'WaitingError', 'WaitingChildrenError'];

/**
 * Wraps a processor for BullMQ's `new Worker`, so that each attempt at a job is reported as a run. Passes results and errors
 * through. An attempt that returns its job to the queue, for example with a `DelayedError`, is reported as ended.
 */
export function monitored<J extends Job, T>(
  pingURL: string,
  processor: (job: J, token?: string, signal?: AbortSignal) => T | PromiseLike<T>,
  options: MonitoredOptions = {},
): (job: J, token?: string, signal?: AbortSignal) => Promise<T> {
  return (job, token, signal) => {
    const { id, queueName, timestamp, attemptsStarted } = job;
    const rid = usableRunID(`${queueName}:${id}:${timestamp}:${attemptsStarted}`);
    return monitor(pingURL, () => processor(job, token, signal), { ...options, rid, isFailure });
  };
}

function isFailure(error: unknown): boolean {
  return !(error instanceof Error && NO_FAILURES.includes(error.name));
}

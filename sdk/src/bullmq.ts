import { type MonitorOptions, monitor } from './monitor.ts';
import { usableRunID } from './run-id.ts';

/** Options of a processor. Each attempt has an ID of its own. */
export type MonitoredOptions = Omit<MonitorOptions, 'rid' | 'isFailure'>;

/** Part of BullMQ's `Job` that is used. */
interface Job {
  readonly id?: string | undefined;
  readonly queueName: string;
  /** Time of its creation: IDs may start over when a queue is emptied. */
  readonly timestamp: number;
  readonly attemptsStarted: number;
}

/** Errors by which a processor puts its job back into the queue. */
const NO_FAILURES = ['DelayedError', 'RateLimitError', 'WaitingError', 'WaitingChildrenError'];

/**
 * Wraps a processor for `new Worker` of BullMQ, so that each attempt at a job is reported as a run. Returns and throws what the
 * processor does. An attempt that puts its job back, as by a `DelayedError`, is reported as ended.
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

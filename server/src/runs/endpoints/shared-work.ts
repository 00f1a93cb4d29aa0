import { AppError } from '@overdue/domain/error.ts';

/** Maximum running and waiting computations: of all teams together, and of one team. */
const JOBS_MAX = 100;
const TEAM_JOBS_MAX = 5;
const RETRY_AFTER_SECONDS = 2;

interface Job<Result> {
  readonly teamID: string;
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  clients: number;
}

interface SharedRequest<Result> {
  readonly teamID: string;
  /** Everything on which the result depends. Requests of a team with the same key share a result. */
  readonly key: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** Must stop when the signal is aborted, because all clients have left by then. */
  readonly compute: (signal: AbortSignal) => Promise<Result>;
}

/**
 * Runs one computation at a time. Each computation pauses for pings every few milliseconds. If several ran together, a ping would
 * wait for all of them.
 */
export interface SharedWork<Result> {
  run(request: SharedRequest<Result>): Promise<Result>;
}

export function createSharedWork<Result>(): SharedWork<Result> {
  const jobs = new Map<string, Job<Result>>();
  let previous: Promise<unknown> = Promise.resolve();

  function forget(key: string, { stop }: Pick<Job<Result>, 'stop'>): void {
    // A later request may have started a new computation with the same key.
    if (jobs.get(key)?.stop === stop) jobs.delete(key);
  }

  function start(key: string, { teamID, compute }: SharedRequest<Result>): Job<Result> {
    requireRoom([...jobs.values()], teamID);
    const stop = new AbortController();
    const result = previous
      .then(() => {
        stop.signal.throwIfAborted();
        return compute(stop.signal);
      })
      .finally(() => forget(key, { stop }));
    previous = result.catch(() => undefined);
    const job = { teamID, result, stop, clients: 0 };
    jobs.set(key, job);
    return job;
  }

  return {
    async run(request) {
      const { signal } = request;
      const key = `${request.teamID} ${request.key}`;
      const job = jobs.get(key) ?? start(key, request);
      const leave = (): void => {
        job.clients -= 1;
        if (job.clients > 0) return;
        forget(key, job);
        job.stop.abort(new AppError('unavailable', 'The client ended the request.'));
      };
      job.clients += 1;
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
      try {
        return await job.result;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}

function requireRoom(jobs: readonly Pick<Job<unknown>, 'teamID'>[], teamID: string): void {
  const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  if (jobs.filter((job) => job.teamID === teamID).length >= TEAM_JOBS_MAX)
    throw new AppError(
      'rate_limited',
      `${TEAM_JOBS_MAX} requests like this one are already running for the team. Try again later.`,
      retry,
    );
  if (jobs.length >= JOBS_MAX)
    throw new AppError('unavailable', 'The service is busy with other requests. Try again later.', retry);
}

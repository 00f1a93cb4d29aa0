import { type Clock, systemClock } from './clock.ts';
import { OverdueError } from './error.ts';
import type { Fetch } from './exchange.ts';
import { describeFailure } from './failure-text.ts';
import { type PingOptions, ping } from './ping.ts';
import { newRunID } from './run-id.ts';

export interface JobRun {
  /** The ID of this run. */
  readonly rid: string;
}

export interface MonitorOptions {
  /** The ID of this run. A new UUID by default. */
  readonly rid?: string | undefined;
  /**
   * Told when a ping could not be delivered or the service ignored part of it. What it throws is dropped, and nothing waits
   * for it.
   */
  readonly onError?: ((error: OverdueError, type: 'start' | 'end' | 'fail') => unknown) | undefined;
  /**
   * How long the job waits at most for the start to be reported. 1000 by default; with 0 it begins at once, and one that
   * blocks the thread is then not reported before it ends.
   */
  readonly startTimeoutMs?: number | undefined;
  /** How long the result is held back at most while the end is being reported. 10 000 by default. */
  readonly endTimeoutMs?: number | undefined;
  /** Whether what the job threw is a failure of the run. True by default; otherwise the run is reported as ended. */
  readonly isFailure?: ((error: unknown) => boolean) | undefined;
  readonly fetch?: Fetch | undefined;
}

const START_TIMEOUT_MS = 1000;
const END_TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 10_000;
const ENDING_TRIES = 4;

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/**
 * Runs a job and reports its start, and then its end with the measured duration, or its failure with what it threw. Gives
 * what the job gives and throws what it throws: that monitoring does not work is told to `onError` alone.
 */
export async function monitor<T>(
  pingURL: string,
  job: (run: JobRun) => T | PromiseLike<T>,
  options: MonitorOptions = {},
  clock: Clock = systemClock,
): Promise<T> {
  const rid = options.rid ?? newRunID(clock.now());
  const starting = report(pingURL, { type: 'start', rid }, options, clock);
  await settledWithin(starting.settled, options.startTimeoutMs ?? START_TIMEOUT_MS, clock);
  const startedAt = clock.monotonic();
  const outcome = await run(job, rid);
  const duration = Math.round(clock.monotonic() - startedAt) / 1000;

  // The start goes first, so that the service sees them in order; but it gets no more than half of the time.
  const endsAt = clock.monotonic() + (options.endTimeoutMs ?? END_TIMEOUT_MS);
  await settledWithin(starting.settled, (endsAt - clock.monotonic()) / 2, clock);
  starting.giveUp();
  const leftMs = endsAt - clock.monotonic();
  const ending = report(
    pingURL,
    {
      rid,
      duration,
      ...endingOf(outcome, options),
      retry: { tries: ENDING_TRIES, timeoutMs: leftMs / 2, totalMs: leftMs },
    },
    options,
    clock,
  );
  await ending.settled;
  if (outcome.ok) return outcome.value;
  throw outcome.error;
}

/** A job that threw counts as failed unless the caller says otherwise, also when the caller's own code throws. */
function endingOf(
  outcome: Outcome<unknown>,
  { isFailure = () => true }: MonitorOptions,
): { readonly type: 'end' | 'fail'; readonly body?: Uint8Array } {
  if (outcome.ok) return { type: 'end' };
  const body = describeFailure(outcome.error, BODY_BYTES_MAX);
  try {
    return { type: isFailure(outcome.error) ? 'fail' : 'end', body };
  } catch {
    return { type: 'fail', body };
  }
}

async function run<T>(job: (run: JobRun) => T | PromiseLike<T>, rid: string): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await job({ rid }) };
  } catch (error) {
    return { ok: false, error };
  }
}

interface Report {
  /** Never rejects. */
  readonly settled: Promise<void>;
  giveUp(): void;
}

type Reported = PingOptions & { readonly type: 'start' | 'end' | 'fail' };

function report(
  pingURL: string,
  options: Reported,
  { fetch, onError }: MonitorOptions,
  clock: Clock,
): Report {
  const controller = new AbortController();
  const tell = async (error: unknown) => onError?.(overdueError(error), options.type);
  const settled = ping(pingURL, { ...options, fetch, signal: controller.signal }, clock).then(
    ({ event }) => {
      if (event.warnings.length > 0)
        tell(new OverdueError('ping_ignored', event.warnings.join(' '))).catch(ignore);
    },
    (error: unknown) => {
      tell(error).catch(ignore);
    },
  );
  return {
    settled,
    giveUp: () =>
      controller.abort(new OverdueError('aborted', 'The job ended before its start was reported.')),
  };
}

/** Wraps what an implementation of `fetch` or of a clock may have thrown. */
function overdueError(error: unknown): OverdueError {
  if (error instanceof OverdueError) return error;
  return new OverdueError('network', 'The ping could not be sent.', { cause: error });
}

/** What the handler of errors throws must not reach the job either. */
function ignore(): void {}

function settledWithin(settled: Promise<void>, timeoutMs: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(timeoutMs, resolve);
    void settled.then(() => {
      cancel();
      resolve();
    });
  });
}

import { type Clock, systemClock } from './clock.ts';
import { OverdueError } from './error.ts';
import type { Fetch } from './exchange.ts';
import { type PingOptions, ping } from './ping.ts';
import { newRunID } from './run-id.ts';

export interface JobRun {
  readonly rid: string;
}

export interface MonitorOptions {
  /** ID of this run. Default: a new UUID. */
  readonly rid?: string | undefined;
  /**
   * Called when a ping fails or is partly ignored. The job doesn't wait for the callback, and errors of the callback
   * are dropped.
   */
  readonly onError?: ((error: OverdueError, type: 'start' | 'end' | 'fail') => unknown) | undefined;
  /**
   * Maximum time the job waits for its start to be reported, in milliseconds. Default: 1000. With 0, the job begins
   * immediately. If the job then blocks the thread, its start is reported only at its end.
   */
  readonly startTimeoutMs?: number | undefined;
  /** Maximum time the result is delayed while the end is reported, in milliseconds. Default: 10 000. */
  readonly endTimeoutMs?: number | undefined;
  /**
   * Returns false for errors that don't count as a failure of the run. The run is then reported as ended. Default:
   * every error is a failure.
   */
  readonly isFailure?: ((error: unknown) => boolean) | undefined;
  readonly fetch?: Fetch | undefined;
}

const START_TIMEOUT_MS = 1000;
const END_TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 10_000;
const ENDING_ATTEMPTS = 4;

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/**
 * Runs a job and reports its start, and then its end with the measured duration, or its failure with the thrown error. Passes
 * the job's result or error through. Monitoring problems go only to `onError`.
 */
// biome-ignore lint/complexity/useMaxParams: users pass three; the clock is for tests.
export async function monitor<T>(
  pingURL: string,
  job: (run: JobRun) => T | PromiseLike<T>,
  options: MonitorOptions = {},
  clock: Clock = systemClock,
): Promise<T> {
  const rid = options.rid ?? newRunID(clock.now());
  const starting = report(pingURL, { type: 'start', rid }, { ...options, clock });
  await settledWithin(starting.settled, options.startTimeoutMs ?? START_TIMEOUT_MS, clock);
  const startedAt = clock.monotonic();
  const outcome = await run(job, rid);
  const duration = Math.round(clock.monotonic() - startedAt) / 1000;

  // Waits for the start ping, so that the service receives both pings in order. The start ping gets at most half of the remaining
  // time.
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
      retry: { attempts: ENDING_ATTEMPTS, timeoutMs: leftMs / 2, totalMs: leftMs },
    },
    { ...options, clock },
  );
  await ending.settled;
  if (outcome.ok) return outcome.value;
  throw outcome.error;
}

/** Returns the ping type and body that report the end of a run. If `isFailure` throws, the error counts as a failure. */
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
  { fetch, onError, clock }: MonitorOptions & { readonly clock: Clock },
): Report {
  const controller = new AbortController();
  const reportError = async (error: unknown) => onError?.(overdueError(error), options.type);
  const settled = ping(pingURL, { ...options, fetch, signal: controller.signal }, clock).then(
    ({ event }) => {
      if (event.warnings.length > 0)
        reportError(new OverdueError('ping_ignored', event.warnings.join(' '))).catch(ignore);
    },
    (error: unknown) => {
      reportError(error).catch(ignore);
    },
  );
  return {
    settled,
    giveUp: () =>
      controller.abort(new OverdueError('aborted', 'The job ended before its start was reported.')),
  };
}

/** Wraps an error that an implementation of `fetch` or of a clock has thrown. */
function overdueError(error: unknown): OverdueError {
  if (error instanceof OverdueError) return error;
  return new OverdueError('network', 'The ping could not be sent.', { cause: error });
}

/** Drops errors of `onError`, so that they never reach the job. */
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

/** Maximum number of nested causes to describe. */
const CAUSES_MAX = 8;
const FAILED = 'The job failed.';

/** Describes the error of a job, with its stack and its causes, in at most `bytesMax` bytes of complete characters. */
function describeFailure(thrown: unknown, bytesMax: number): Uint8Array {
  const bytes = new Uint8Array(bytesMax);
  const { written } = new TextEncoder().encodeInto(chainOf(thrown).join('\n').slice(0, bytesMax), bytes);
  return bytes.subarray(0, written);
}

function chainOf(thrown: unknown): readonly string[] {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  for (let waiting = [{ error: thrown, prefix: '' }]; waiting.length > 0 && texts.length <= CAUSES_MAX; ) {
    const [next, ...rest] = waiting;
    waiting = rest;
    if (next === undefined || seen.has(next.error)) continue;
    seen.add(next.error);
    texts.push(next.prefix + textOf(next.error));
    waiting.push(...relatedErrors(next.error));
  }
  return texts;
}

interface RelatedError {
  readonly error: unknown;
  readonly prefix: string;
}

function relatedErrors(error: unknown): readonly RelatedError[] {
  try {
    if (!(error instanceof Error)) return [];
    const errors: unknown = 'errors' in error ? error.errors : undefined;
    return [
      ...(error.cause === undefined ? [] : [{ error: error.cause, prefix: 'Caused by: ' }]),
      ...(Array.isArray(errors)
        ? errors.map((cause: unknown) => ({ error: cause, prefix: 'One of: ' }))
        : []),
    ];
  } catch {
    return [];
  }
}

function textOf(error: unknown): string {
  try {
    const text = String(error);
    const stack = error instanceof Error ? error.stack : undefined;
    if (typeof stack !== 'string' || stack === '') return text;
    // Some runtimes omit the message from the stack.
    return stack.includes(text) ? stack : `${text}\n${stack}`;
  } catch {
    return FAILED;
  }
}

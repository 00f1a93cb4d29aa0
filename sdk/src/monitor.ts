import { type Clock, systemClock } from './clock.ts';
import type { Fetch } from './exchange.ts';
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
  readonly onError?: ((error: unknown, type: 'start' | 'end' | 'fail') => unknown) | undefined;
  /**
   * How long the job waits at most for the start to be reported. 1000 by default; with 0 it begins at once, and one that
   * blocks the thread is then not reported before it ends.
   */
  readonly startTimeoutMs?: number | undefined;
  /** How long the result is held back at most while the end is being reported. 10 000 by default. */
  readonly endTimeoutMs?: number | undefined;
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
      ...(outcome.ok ? { type: 'end' } : { type: 'fail', body: describe(outcome.error) }),
      retry: { tries: ENDING_TRIES, timeoutMs: leftMs / 2, totalMs: leftMs },
    },
    options,
    clock,
  );
  await ending.settled;
  if (outcome.ok) return outcome.value;
  throw outcome.error;
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
  const tell = async (error: unknown) => onError?.(error, options.type);
  const settled = ping(pingURL, { ...options, fetch, signal: controller.signal }, clock).then(
    ({ event }) => {
      if (event.warnings.length > 0) tell(new Error(event.warnings.join(' '))).catch(ignore);
    },
    (error: unknown) => {
      tell(error).catch(ignore);
    },
  );
  return {
    settled,
    giveUp: () => controller.abort(new Error('The job ended before its start was reported.')),
  };
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

/** What was thrown, as text of a limited size that ends with a whole character. */
function describe(error: unknown): Uint8Array {
  const bytes = new Uint8Array(BODY_BYTES_MAX);
  const { written } = new TextEncoder().encodeInto(textOf(error).slice(0, BODY_BYTES_MAX), bytes);
  return bytes.subarray(0, written);
}

function textOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'The job failed.';
  }
}

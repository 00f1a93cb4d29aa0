import { parseAddress } from './address.ts';
import type { Answers } from './api.generated.ts';
import { type Clock, systemClock } from './clock.ts';
import { isObject, readData } from './envelope.ts';
import { invalidArgument, OverdueError } from './error.ts';
import { exchange, type Fetch } from './exchange.ts';
import { withRetries } from './retry.ts';
import { newRunID } from './run-id.ts';
import { userAgent } from './user-agent.ts';

export type PingType = 'ping' | 'start' | 'end' | 'fail' | 'log';

/** What the service answers to a ping. */
export type PingAnswer = Answers['ping'];

export interface PingOptions {
  /** `ping`, a run as a whole, by default. */
  readonly type?: PingType | undefined;
  /** The job's exit status, 0 to 255, in place of a type: 0 is `end`, any other `fail`. */
  readonly exitStatus?: number | undefined;
  /** Any ID of this run, 1 to 128 visible ASCII characters: ties its end to its start, and makes a repeated ping harmless. */
  readonly rid?: string | undefined;
  /** Seconds that the run took, as you measured it. */
  readonly duration?: number | undefined;
  /** Kept as the run's log, up to the service's limit. */
  readonly body?: string | Uint8Array | undefined;
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly retry?: PingRetry | undefined;
}

export interface PingRetry {
  /** How often at most, the first time included. 6 by default; 1 does not retry. */
  readonly tries?: number | undefined;
  /** For each try. 10 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** For all tries together. 60 000 by default. */
  readonly totalMs?: number | undefined;
}

const TRIES = 6;
const TIMEOUT_MS = 10_000;
const TOTAL_MS = 60_000;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

/**
 * Pings, again if need be: where nobody answers in time, and with the statuses 408, 429 and 5xx, but not where the ping URL
 * is unknown. Rejects with an {@link OverdueError}.
 */
export async function ping(
  pingURL: string,
  options: PingOptions = {},
  clock: Clock = systemClock,
): Promise<PingAnswer> {
  const url = targetURL(pingURL, options, clock.now());
  const init = requestOf(options.body);
  const {
    fetch,
    signal,
    retry: { tries = TRIES, timeoutMs = TIMEOUT_MS, totalMs = TOTAL_MS } = {},
  } = options;
  return withRetries(
    async (leftMs) => {
      const request = { url, init, fetch, signal, timeoutMs: Math.min(timeoutMs, leftMs) };
      const data = readData(await exchange(request, clock), clock);
      if (isPingAnswer(data)) return data;
      throw new OverdueError('unexpected_answer', 'The answer is not one to a ping. Check the ping URL.');
    },
    { tries, totalMs, signal, isWorthRetrying },
    clock,
  );
}

function isWorthRetrying({ code, status }: OverdueError): boolean {
  if (code === 'network' || code === 'timed_out') return true;
  return status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS || status >= 500;
}

/** The same for every try, its `rid` above all: what arrived already is then not counted twice. */
function targetURL(pingURL: string, { type, exitStatus, rid, duration }: PingOptions, now: number): string {
  const url = parseAddress(pingURL, 'ping URL');
  if (type !== undefined && exitStatus !== undefined)
    throw invalidArgument('Give a type or an exitStatus, not both.');
  if (exitStatus !== undefined && !(Number.isInteger(exitStatus) && exitStatus >= 0 && exitStatus <= 255)) {
    throw invalidArgument('The exitStatus must be a whole number from 0 to 255.');
  }
  const form = exitStatus === undefined ? (type ?? 'ping') : String(exitStatus);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${form === 'ping' ? '' : `${form}/`}`;
  // A start that is repeated must not open a second run. Any other ping may belong to a start that had no rid of ours.
  const runID = rid ?? (type === 'start' ? newRunID(now) : undefined);
  if (runID !== undefined) url.searchParams.set('rid', runID);
  if (duration !== undefined) url.searchParams.set('duration', String(duration));
  return url.href;
}

function requestOf(body: string | Uint8Array | undefined): RequestInit {
  const headers = userAgent();
  if (body === undefined) return { headers, cache: 'no-store' };
  // A copy, so that every try sends what the first one did.
  const copy = typeof body === 'string' ? body : new Uint8Array(body);
  return { method: 'POST', headers, body: copy, cache: 'no-store' };
}

function isPingAnswer(data: object): data is PingAnswer {
  if (!('monitor' in data && isObject(data.monitor) && 'event' in data && isObject(data.event))) return false;
  const { monitor, event } = data;
  return (
    typeof monitor.pingID === 'string' &&
    typeof monitor.status === 'string' &&
    typeof event.number === 'number' &&
    typeof event.type === 'string' &&
    typeof event.duration === 'number' &&
    typeof event.runID === 'string' &&
    Array.isArray(event.warnings)
  );
}

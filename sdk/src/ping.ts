import { parseAddress } from './address.ts';
import type { PingData } from './api.generated.ts';
import { type Clock, systemClock } from './clock.ts';
import { isObject, readData } from './envelope.ts';
import { invalidArgument, OverdueError } from './error.ts';
import { exchange, type Fetch } from './exchange.ts';
import { withRetries } from './retry.ts';
import { newRunID } from './run-id.ts';
import { userAgent } from './user-agent.ts';

export type PingType = 'ping' | 'start' | 'end' | 'fail' | 'log';

export type PingResponse = PingData;

export interface PingOptions {
  /** Default: `ping`, which reports a whole run. */
  readonly type?: PingType | undefined;
  /** Exit status of the job, 0 to 255, instead of a type: 0 means `end`, any other `fail`. */
  readonly exitStatus?: number | undefined;
  /**
   * ID of this run: 1 to 128 visible ASCII characters. Connects the end of the run to its start, and prevents a
   * repeated ping from counting twice.
   */
  readonly rid?: string | undefined;
  /** Duration of the run in seconds, if you measured it. */
  readonly duration?: number | undefined;
  /** Time of the reported event, if it is in the past; at most 30 days ago. Default: the time of arrival. */
  readonly at?: Date | undefined;
  /** Output of the run, stored as its log up to the service's limit. */
  readonly body?: string | Uint8Array | undefined;
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly retry?: PingRetry | undefined;
}

export interface PingRetry {
  /** Maximum number of attempts, including the first. Default: 6; 1 never retries. */
  readonly attempts?: number | undefined;
  /** Timeout of each attempt in milliseconds. Default: 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Timeout of all attempts together in milliseconds. Default: 60 000. */
  readonly totalMs?: number | undefined;
}

const ATTEMPTS = 6;
const TIMEOUT_MS = 10_000;
const TOTAL_MS = 60_000;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

/**
 * Sends a ping. Retries if there is no response, and on the statuses 408, 429 and 5xx, but not on 404 for an unknown ping URL.
 * Rejects with an {@link OverdueError}.
 */
export async function ping(
  pingURL: string,
  options: PingOptions = {},
  clock: Clock = systemClock,
): Promise<PingResponse> {
  const url = targetURL(pingURL, options, clock.now());
  const init = requestOf(options.body);
  const {
    fetch,
    signal,
    retry: { attempts = ATTEMPTS, timeoutMs = TIMEOUT_MS, totalMs = TOTAL_MS } = {},
  } = options;
  return withRetries(
    async (leftMs) => {
      // The job waits for this attempt, so that a slow response must not extend it.
      const attemptMs = Math.min(timeoutMs, leftMs);
      const limits = { silenceMs: attemptMs, totalMs: attemptMs };
      const request = { url, init, fetch, signal, limits };
      const data = readData(await exchange(request, clock), clock);
      if (isPingResponse(data)) return data;
      throw new OverdueError(
        'unexpected_response',
        'This is not the response to a ping. Check the ping URL.',
      );
    },
    { attempts, totalMs, signal, isWorthRetrying },
    clock,
  );
}

function isWorthRetrying({ code, status }: OverdueError): boolean {
  if (code === 'network' || code === 'timed_out') return true;
  return status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS || status >= 500;
}

/** Returns the URL for all attempts. Every attempt sends the same `rid`, so that a ping isn't counted twice. */
function targetURL(
  pingURL: string,
  { type, exitStatus, rid, duration, at }: PingOptions,
  now: number,
): string {
  const url = parseAddress(pingURL, 'ping URL');
  if (type !== undefined && exitStatus !== undefined)
    throw invalidArgument('Set a type or an exitStatus, not both.');
  if (exitStatus !== undefined && !(Number.isInteger(exitStatus) && exitStatus >= 0 && exitStatus <= 255)) {
    throw invalidArgument('The exitStatus must be a whole number from 0 to 255.');
  }
  if (at !== undefined && Number.isNaN(at.getTime()))
    throw invalidArgument('The value of at is not a valid time.');
  const form = exitStatus === undefined ? (type ?? 'ping') : String(exitStatus);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${form === 'ping' ? '' : `${form}/`}`;
  // A start gets an ID, so that a retry opens no second run. Other pings get no new ID, because it would not match the ID of the
  // run's start.
  const runID = rid ?? (type === 'start' ? newRunID(now) : undefined);
  if (runID !== undefined) url.searchParams.set('rid', runID);
  if (duration !== undefined) url.searchParams.set('duration', String(duration));
  if (at !== undefined) url.searchParams.set('at', at.toISOString());
  return url.href;
}

function requestOf(body: string | Uint8Array | undefined): RequestInit {
  const headers = userAgent();
  if (body === undefined) return { headers, cache: 'no-store' };
  // A copy, so that every try sends the same bytes.
  const copy = typeof body === 'string' ? body : new Uint8Array(body);
  return { method: 'POST', headers, body: copy, cache: 'no-store' };
}

function isPingResponse(data: object): data is PingResponse {
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

import {
  FORWARDED_FROM,
  FORWARDING_AGENT,
  type ForwardedCall,
  forwardedCall,
  isForwarded,
} from '@overdue/domain/forwarding/forwarded-ping.ts';
import type { EventRecord, PageRange } from '../database/records.ts';
import type { Counter } from '../platform/metrics/prometheus.ts';
import { backoffMs } from '../platform/outbound/backoff.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { sendResultOf } from '../platform/outbound/outcome.ts';
import type { OutboundRequest, OutboundResponse, Request } from '../platform/outbound/request.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { ForwardingClaim, ForwardingResult } from './contract.ts';

/** Maximum pings of a monitor that wait to be forwarded. Older pings are dropped. */
const BACKLOG_MAX = 1000;
/** Maximum age of a ping to forward. An older ping would mislead the other service. */
const PING_AGE_MS_MAX = 3_600_000;
const RETRY_MS_MAX = 300_000;
/** Maximum pings per series. After a crash, they may be sent again, because progress is saved after the series. */
const PINGS_MAX = 10;
/** Time after which a series starts no further attempt. Much shorter than the lease. */
const SERIES_MS_MAX = 20_000;

export interface SeriesOptions {
  readonly store: {
    listEvents(monitorID: number, page: PageRange): Promise<readonly EventRecord[]>;
    findEventBody(monitorID: number, number: number): Promise<Uint8Array | null>;
  };
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly request: Request;
  /** Signs a ping ID, so that a monitor recognises its own forwarded pings. */
  readonly forwardingSignature: (normalizedPingID: string) => string;
  readonly counters: Readonly<Record<'sent' | 'failed' | 'dropped', Counter>>;
  readonly isStopped: () => boolean;
}

type Progress = { -readonly [Name in keyof ForwardingResult]: ForwardingResult[Name] };

/** Forwards the next pings of a monitor, in order, until one fails. */
export async function forwardSeries(
  claim: ForwardingClaim,
  options: SeriesOptions,
): Promise<ForwardingResult> {
  const { store, clock, counters } = options;
  const { monitorID, eventCount } = claim;
  const progress = begin(claim, clock.now());
  const drop = (number: number) => {
    progress.dropped += number;
    counters.dropped.inc(number);
  };
  const skipped = Math.max(0, eventCount - claim.lastForwardedEvent - BACKLOG_MAX);
  progress.lastForwardedEvent += skipped;
  drop(skipped);
  const before = Math.min(progress.lastForwardedEvent + PINGS_MAX, eventCount) + 1;
  const listed = await store.listEvents(monitorID, {
    before,
    limit: before - 1 - progress.lastForwardedEvent,
  });
  // Events that retention has deleted count as dropped.
  drop(before - 1 - progress.lastForwardedEvent - listed.length);
  const startedAt = clock.monotonic();
  for (const event of listed.toReversed()) {
    if (options.isStopped() || clock.monotonic() - startedAt > SERIES_MS_MAX) return finish(progress, clock);
    if (clock.now() - event.at > PING_AGE_MS_MAX) drop(1);
    else {
      const result = await forward(claim, event, options);
      if (result.outcome === 'sent') accept(progress, clock.now());
      if (result.outcome === 'refused') {
        drop(1);
        progress.failure = { at: clock.now(), error: result.error };
      }
      if (result.outcome === 'failed') {
        counters.failed.inc();
        return finish(postpone(progress, result, options), clock);
      }
      if (result.outcome === 'sent') counters.sent.inc();
    }
    progress.lastForwardedEvent = event.number;
  }
  progress.lastForwardedEvent = before - 1;
  return finish(progress, clock);
}

function begin(
  { monitorID, leaseUntil, lastForwardedEvent, attempts }: ForwardingClaim,
  now: number,
): Progress {
  const counts = { dropped: 0, sentAt: null, failure: null, dueAt: 0 };
  return { monitorID, leaseUntil, lastForwardedEvent, attempts, endedAt: now, ...counts };
}

function accept(progress: Progress, now: number): void {
  progress.attempts = 0;
  progress.sentAt = now;
  progress.failure = null;
}

function postpone(
  progress: Progress,
  { error, retryAfterMs }: Extract<ForwardOutcome, { readonly outcome: 'failed' }>,
  { clock, random }: SeriesOptions,
): Progress {
  const [byte = 0] = random.bytes(1);
  progress.attempts += 1;
  const waitMs = Math.max(retryAfterMs ?? 0, backoffMs(progress.attempts, byte / 255));
  progress.dueAt = clock.now() + Math.min(waitMs, RETRY_MS_MAX);
  progress.failure = { at: clock.now(), error };
  return progress;
}

function finish(progress: Progress, clock: Clock): ForwardingResult {
  return { ...progress, endedAt: clock.now() };
}

/** Forwards a ping. Skips ignored pings, pings that the target can't represent, and pings that were forwarded to this monitor. */
async function forward(
  { monitorID, url, normalizedPingID }: ForwardingClaim,
  event: EventRecord,
  { store, request, forwardingSignature }: SeriesOptions,
): Promise<ForwardOutcome | { readonly outcome: 'skipped' }> {
  const target = URL.parse(url);
  if (target === null)
    return { outcome: 'refused', error: 'The URL to forward to is damaged. Enter it again.' };
  const { type } = event;
  if (type === 'ignored') return { outcome: 'skipped' };
  const { exitStatus, userAgent } = event.request;
  const call = isForwarded(userAgent) ? null : forwardedCall(target, { ...event, type, exitStatus });
  if (call === null) return { outcome: 'skipped' };
  const hasBody = call.takesBody && event.bodySize > 0;
  const body = hasBody ? await store.findEventBody(monitorID, event.number) : null;
  return forwardOnce(
    { call, event, body, forwardingSignature: forwardingSignature(normalizedPingID) },
    request,
  );
}

/** Maximum bytes of a body to forward. */
const BODY_BYTES_MAX = 100_000;
/** HTTP status with which a monitor refuses a ping that it forwarded itself. */
const LOOP_DETECTED = 508;

/** `error` is shown to users. It never includes text of the target's response, which may contain the target's URL. */
type ForwardOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'failed'; readonly error: string; readonly retryAfterMs: number | null }
  | { readonly outcome: 'refused'; readonly error: string };

interface ForwardAttempt {
  readonly call: ForwardedCall;
  readonly event: EventRecord;
  readonly body: Uint8Array | null;
  /** Signed ping ID, which lets a monitor detect its own forwarded pings. */
  readonly forwardingSignature: string;
}

/** Sends one ping and returns the outcome. A failed request is an outcome; only a defect in our code rejects. */
async function forwardOnce(attempt: ForwardAttempt, request: Request): Promise<ForwardOutcome> {
  try {
    return forwardOutcomeOf(new URL(attempt.call.url).host, await request(requestOf(attempt)));
  } catch (error) {
    if (error instanceof OutboundError)
      return { outcome: 'failed', error: error.message, retryAfterMs: null };
    throw error;
  }
}

function requestOf({ call, event, body, forwardingSignature: tag }: ForwardAttempt): OutboundRequest {
  const { method, userAgent } = event.request;
  const headers = {
    'user-agent': `${FORWARDING_AGENT} (${userAgent.replace(/[^\x20-\x7e]/g, '?')})`,
    [FORWARDED_FROM]: tag,
  };
  if (!call.takesBody) return { method: 'GET', url: call.url, headers };
  if (body === null) return { method: method === 'EMAIL' ? 'GET' : method, url: call.url, headers };
  const text = new TextDecoder().decode(body.subarray(0, BODY_BYTES_MAX));
  return { method: method === 'PUT' ? method : 'POST', url: call.url, headers, body: text };
}

function forwardOutcomeOf(host: string, response: OutboundResponse): ForwardOutcome {
  if (response.status === LOOP_DETECTED)
    return { outcome: 'refused', error: 'The URL leads back to this monitor, so nothing is forwarded.' };
  const result = sendResultOf(response);
  switch (result.outcome) {
    case 'sent':
      return { outcome: 'sent' };
    case 'failed': {
      const isRedirect = response.status >= 300 && response.status < 400;
      const error = isRedirect ? result.answer : `${host} answered with the status ${response.status}.`;
      return { outcome: 'failed', error, retryAfterMs: result.retryAfterMs };
    }
    default:
      return { outcome: 'refused', error: `${host} refused a ping with the status ${response.status}.` };
  }
}

import type { Clock } from '../../../sdk/src/clock.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { sendInTime } from '../../../sdk/src/exchange.ts';
import { CommandError, EXIT } from '../command-line.ts';
import type { FindPingURL } from '../monitors/report-target.ts';
import { type Posted, post } from './post.ts';
import type { Report } from './spool.ts';

/**
 * A report younger than this is sent without its timestamp, unless it is repeated. The service then uses the arrival time, so a
 * wrong clock has no effect.
 */
const FRESH_MS = 2000;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;

/** Result of sending. `refused`: a retry would also be refused, for example because the monitor was deleted. */
export type SendResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'unreachable' | 'refused'; readonly reason: string };

export interface SendOptions {
  readonly clock: Clock;
  readonly userAgent: string;
  readonly timeoutMs: number;
  /**
   * Whether the service may have recorded the report already. If so, the report is sent with its timestamp, so that the service
   * recognizes the duplicate.
   */
  readonly isRepeat?: boolean;
  /** Looks up the ping URL if the report names its monitor. */
  readonly findPingURL: FindPingURL;
}

/** Sends a report once. Never throws, and ends within the timeout. */
export async function sendReport(report: Report, options: SendOptions): Promise<SendResult> {
  const { target } = report;
  if ('pingURL' in target) return send(report, target.pingURL, options);
  const { monitor } = target;
  const { clock, findPingURL, timeoutMs } = options;
  const endsAt = clock.monotonic() + timeoutMs;
  const leftMs = () => Math.max(1, endsAt - clock.monotonic());
  try {
    const cachedURL = await findPingURL(monitor, { isFresh: false, timeoutMs: leftMs() });
    const result = await send(report, cachedURL, { ...options, timeoutMs: leftMs() });
    if (result.outcome !== 'refused') return result;
    // The cached ping URL is out of date if the monitor was deleted and created again.
    const pingURL = await findPingURL(monitor, { isFresh: true, timeoutMs: leftMs() });
    return pingURL === cachedURL ? result : await send(report, pingURL, { ...options, timeoutMs: leftMs() });
  } catch (error) {
    if (error instanceof OverdueError) return { outcome: 'unreachable', reason: error.message };
    // A retry can succeed after the token is replaced, but not if the monitor doesn't exist.
    if (error instanceof CommandError)
      return { outcome: error.exitStatus === EXIT.failed ? 'refused' : 'unreachable', reason: error.message };
    throw error;
  }
}

async function send(
  report: Report,
  pingURL: string,
  { clock, userAgent, timeoutMs, isRepeat = false }: SendOptions,
): Promise<SendResult> {
  const hasTime = isRepeat || clock.now() - report.at > FRESH_MS;
  const request = {
    url: reportURL(report, { pingURL, hasTime }),
    headers: { 'User-Agent': userAgent, 'Content-Type': 'text/plain' },
    body: report.log ?? new Uint8Array(),
  };
  try {
    const limits = { timeoutMs, signal: undefined };
    return sendResultOf(await sendInTime((signal) => post(request, signal), limits, clock));
  } catch (error) {
    if (!(error instanceof OverdueError)) throw error;
    return { outcome: 'unreachable', reason: error.message };
  }
}

function reportURL(
  { type, rid, at, duration }: Report,
  { pingURL, hasTime }: { readonly pingURL: string; readonly hasTime: boolean },
): string {
  const url = new URL(pingURL);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = type === 'ping' ? path : `${path}/${type}`;
  url.searchParams.set('rid', rid);
  if (duration !== null) url.searchParams.set('duration', String(duration));
  if (hasTime) url.searchParams.set('at', new Date(at).toISOString());
  return url.href;
}

function sendResultOf({ status, text }: Posted): SendResult {
  if (status === 200 || status === 201) {
    // Any other body comes from a proxy or a login page, so the report must stay in the spool.
    if (text.startsWith('{"success":true') || /^(?:OK|Created)\b/.test(text)) return { outcome: 'sent' };
    return { outcome: 'unreachable', reason: 'The response does not come from Overdue.' };
  }
  const isFinal = status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS && status !== REQUEST_TIMEOUT;
  return {
    outcome: isFinal ? 'refused' : 'unreachable',
    reason: `The service responded with ${status}${messageOf(text)}`,
  };
}

/** Returns the message of an error response: the message in the service's JSON, or a short text if the body has none. */
function messageOf(text: string): string {
  const [, message] = /"message":"((?:[^"\\]|\\.){1,300})"/.exec(text) ?? [];
  if (message !== undefined) return `: ${message}`;
  const line = text.trim();
  return line.length > 0 && line.length < 100 && !line.includes('<') ? `: ${line}.` : '.';
}

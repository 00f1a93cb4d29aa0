import type { Clock } from '../../../sdk/src/clock.ts';
import { abortedBy, OverdueError } from '../../../sdk/src/error.ts';
import { sendInTime } from '../../../sdk/src/exchange.ts';
import type { FindPingURL } from '../monitors/report-target.ts';
import { CommandError, EXIT } from '../process/command-line.ts';
import { type Posted, type PostOptions, post } from './post.ts';
import type { Report } from './spool.ts';

/**
 * A report younger than this is sent without its timestamp, unless it is repeated. The service then uses the arrival time, so a
 * wrong clock has no effect.
 */
const FRESH_MS = 2000;
/** Codes of errors that mean: there was no response. */
const NO_RESPONSE = ['network', 'timed_out', 'aborted'];
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;

/**
 * Result of sending. `refused`: Overdue itself refused the report for good, for example because the monitor was deleted. `unreachable`: a
 * later attempt may succeed. `affects` says which other reports can't be sent now for the same reason: all reports to the address, those
 * that need the same token, or those of the same monitor.
 */
export type SendResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused'; readonly reason: string }
  | {
      readonly outcome: 'unreachable';
      readonly reason: string;
      readonly affects: 'address' | 'account' | 'monitor';
    };

export interface SendOptions {
  readonly clock: Clock;
  readonly userAgent: string;
  readonly network: PostOptions['network'];
  readonly timeoutMs: number;
  /**
   * Whether the service may have recorded the report already. If so, the report is sent with its timestamp, so that the service
   * recognizes the duplicate.
   */
  readonly isRepeat?: boolean;
  /** Looks up the ping URL if the report names its monitor. */
  readonly findPingURL: FindPingURL;
  /** Ends sending early. The report then counts as not sent. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends a report once. Never throws, and ends within the timeout. */
export async function sendReport(report: Report, options: SendOptions): Promise<SendResult> {
  const { target } = report;
  if ('pingURL' in target) return send(report, target.pingURL, options);
  const { monitor } = target;
  const { clock, timeoutMs, signal } = options;
  const endsAt = clock.monotonic() + timeoutMs;
  const leftMs = () => Math.max(1, endsAt - clock.monotonic());
  const find = (isFresh: boolean) =>
    unlessAborted(options.findPingURL(monitor, { isFresh, timeoutMs: leftMs() }), signal);
  try {
    const cachedURL = await find(false);
    const result = await send(report, cachedURL, { ...options, timeoutMs: leftMs() });
    if (result.outcome !== 'refused') return result;
    // The cached ping URL is out of date if the monitor was deleted and created again.
    const pingURL = await find(true);
    return pingURL === cachedURL ? result : await send(report, pingURL, { ...options, timeoutMs: leftMs() });
  } catch (error) {
    if (error instanceof OverdueError)
      return {
        outcome: 'unreachable',
        reason: error.message,
        affects: NO_RESPONSE.includes(error.code) ? 'address' : 'account',
      };
    // A retry can succeed after the token is replaced, but not if the monitor doesn't exist.
    if (error instanceof CommandError && error.exitStatus === EXIT.failed)
      return { outcome: 'refused', reason: error.message };
    return { outcome: 'unreachable', reason: reasonOf(error), affects: 'account' };
  }
}

/** Rejects as soon as the signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedBy(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function send(
  report: Report,
  pingURL: string,
  { clock, userAgent, timeoutMs, isRepeat = false, signal, network }: SendOptions,
): Promise<SendResult> {
  // A damaged spool may contain any text.
  if (URL.parse(pingURL) === null) return { outcome: 'refused', reason: 'The report has no valid ping URL.' };
  const hasTime = isRepeat || clock.now() - report.at > FRESH_MS;
  const request = {
    url: reportURL(report, { pingURL, hasTime }),
    headers: { 'User-Agent': userAgent, 'Content-Type': 'text/plain' },
    body: report.log ?? new Uint8Array(),
  };
  try {
    return sendResultOf(
      await sendInTime(
        (stop) => post(request, { signal: stop, network }),
        { limits: { silenceMs: timeoutMs, totalMs: timeoutMs }, signal },
        clock,
      ),
    );
  } catch (error) {
    return { outcome: 'unreachable', reason: reasonOf(error), affects: 'address' };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reportURL(
  { type, rid, at, duration }: Report,
  { pingURL, hasTime }: { readonly pingURL: string; readonly hasTime: boolean },
): string {
  const url = new URL(pingURL);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  url.pathname = type === 'ping' ? path : `${path}/${type}`;
  url.searchParams.set('rid', rid);
  if (duration !== null) url.searchParams.set('duration', String(duration));
  if (hasTime) url.searchParams.set('at', new Date(at).toISOString());
  return url.href;
}

/**
 * Only Overdue itself decides about a report. Any other response comes from a proxy, a login page or another service at the address, so
 * the report must be kept.
 */
function sendResultOf(posted: Posted): SendResult {
  const { status, text } = posted;
  const isSuccess = status === 200 || status === 201;
  if (isSuccess && isAcceptance(posted)) return { outcome: 'sent' };
  const isFinal = status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS && status !== REQUEST_TIMEOUT;
  const reason = `The service responded with ${status}${messageOf(text)}`;
  if (isFinal && isRefusal(posted)) return { outcome: 'refused', reason };
  if (isSuccess || isFinal) {
    const shown = isSuccess ? '' : ` (${status}${messageOf(text)})`;
    return {
      outcome: 'unreachable',
      reason: `The response does not come from Overdue${shown.replace(/\.\)$/, ')')}.`,
      affects: 'monitor',
    };
  }
  return { outcome: 'unreachable', reason, affects: 'monitor' };
}

/**
 * Whether Overdue has recorded the report. Other services respond with the text `OK` as well, such as the default page of a proxy, so the
 * text needs the header of all responses to pings.
 */
function isAcceptance({ text, hasPingHeader }: Posted): boolean {
  return text.startsWith('{"success":true,"data":') || (hasPingHeader && /^(?:OK|Created)\b/.test(text));
}

/** Whether Overdue wrote the refusal: as JSON, or, for a ping URL with a slug, as text with the header of all its responses to pings. */
function isRefusal({ text, hasPingHeader }: Posted): boolean {
  return text.startsWith('{"success":false,"data":') || (hasPingHeader && !text.startsWith('<'));
}

/** Returns the message of an error response: the message in the service's JSON, or a short text if the body has none. */
function messageOf(text: string): string {
  const [, message] = /"message":"((?:[^"\\]|\\.){1,300})"/.exec(text) ?? [];
  if (message !== undefined) return `: ${message}`;
  const line = text.trim();
  return line.length > 0 && line.length < 100 && !line.includes('<') ? `: ${line}.` : '.';
}

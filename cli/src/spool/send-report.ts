import type { Clock } from '../../../sdk/src/clock.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { exchange, type Received } from '../../../sdk/src/exchange.ts';
import type { Report } from './spool.ts';

/** Reports younger than this are sent without their time, so that a wrong clock has no effect. */
const FRESH_MS = 2000;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;

/** Result of sending. `refused`: the service would refuse the report again, for example because the monitor was deleted. */
export type SendResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'unreachable' | 'refused'; readonly reason: string };

/** Sends a report once. Never throws, and ends within the timeout. */
export async function sendReport(
  report: Report,
  {
    clock,
    userAgent,
    timeoutMs,
  }: { readonly clock: Clock; readonly userAgent: string; readonly timeoutMs: number },
): Promise<SendResult> {
  const init = {
    method: 'POST',
    headers: { 'User-Agent': userAgent, 'Content-Type': 'text/plain' },
    body: new Uint8Array(report.log ?? []),
  };
  const url = reportURL(report, clock.now());
  try {
    return sendResultOf(await exchange({ url, init, timeoutMs, signal: undefined, fetch: undefined }, clock));
  } catch (error) {
    if (!(error instanceof OverdueError)) throw error;
    return { outcome: 'unreachable', reason: error.message };
  }
}

function reportURL({ pingURL, type, rid, at, duration }: Report, now: number): string {
  const url = new URL(pingURL);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = type === 'ping' ? path : `${path}/${type}`;
  url.searchParams.set('rid', rid);
  if (duration !== null) url.searchParams.set('duration', String(duration));
  if (now - at > FRESH_MS) url.searchParams.set('at', new Date(at).toISOString());
  return url.href;
}

function sendResultOf({ status, bytes }: Received): SendResult {
  const text = Buffer.from(bytes).toString();
  if (status === 200 || status === 201) {
    // Another body comes from a proxy or a login page. Counting it as sent would lose the report.
    if (text.startsWith('{"success":true') || /^(?:OK|Created)\b/.test(text)) return { outcome: 'sent' };
    return { outcome: 'unreachable', reason: 'The response does not come from Overdue.' };
  }
  const isFinal = status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS && status !== REQUEST_TIMEOUT;
  return {
    outcome: isFinal ? 'refused' : 'unreachable',
    reason: `The service responded with ${status}${messageOf(text)}`,
  };
}

/** Returns the message of an error response, which has the form of the service or is a short text. */
function messageOf(text: string): string {
  const [, message] = /"message":"((?:[^"\\]|\\.){1,300})"/.exec(text) ?? [];
  if (message !== undefined) return `: ${message}`;
  const line = text.trim();
  return line.length > 0 && line.length < 100 && !line.includes('<') ? `: ${line}.` : '.';
}

import type { OutboundResponse } from './request.ts';
import { cleanText, truncate } from './text.ts';

/** `answer` is shown to users: at most 500 characters, without secrets. */
export type SendResult =
  | { readonly outcome: 'sent'; readonly status: number | null; readonly answer: string }
  /** May succeed later. `retryAfterMs` is set if the receiver requested a wait. */
  | {
      readonly outcome: 'failed';
      readonly status: number | null;
      readonly answer: string;
      readonly retryAfterMs: number | null;
    }
  /** The receiver will never accept this message. */
  | { readonly outcome: 'refused'; readonly status: number | null; readonly answer: string }
  /** The receiver will never accept any message: the address is gone or the token revoked. Disables the channel. */
  | { readonly outcome: 'gone'; readonly status: number | null; readonly answer: string };

/** Maximum characters of a response that are stored and shown. */
export const RESPONSE_LENGTH_MAX = 500;
const RETRY_AFTER_MS_MAX = 3_600_000;
/** Statuses that reject the message itself, so that a retry would fail too. Other failures may be temporary. */
const UNFIT = [400, 405, 406, 413, 414, 415, 422, 431];

/**
 * Returns the outcome for an HTTP response. `goneStatuses`: statuses that mean that the receiver will never accept any message.
 */
export function sendResultOf(
  response: OutboundResponse,
  options: { readonly goneStatuses?: readonly number[] } = {},
): SendResult {
  const { status } = response;
  const shown = { status, answer: responseText(response.body) };
  if (status >= 200 && status < 300) return { outcome: 'sent', ...shown };
  if (options.goneStatuses?.includes(status) === true) return { outcome: 'gone', ...shown };
  if (status >= 300 && status < 400)
    return { outcome: 'failed', status, answer: redirectText(response), retryAfterMs: null };
  if (UNFIT.includes(status)) return { outcome: 'refused', ...shown };
  return { outcome: 'failed', ...shown, retryAfterMs: retryAfterMs(response.headers) };
}

/** Returns the start of a response, cleaned for storage and display. */
export function responseText(text: string): string {
  return truncate(cleanText(text.slice(0, 2 * RESPONSE_LENGTH_MAX)).trim(), RESPONSE_LENGTH_MAX);
}

function redirectText({ headers }: OutboundResponse): string {
  const host = URL.parse(headers.location ?? '')?.host ?? '';
  const where = host === '' ? 'to another address' : `to ${host}`;
  return responseText(
    `The address redirects ${where}, and Overdue doesn’t follow redirects. Enter the final address.`,
  );
}

/**
 * Parses Retry-After: seconds, or a date, which is compared with the response's `Date` header. Null if the header is missing or
 * invalid.
 */
function retryAfterMs(headers: OutboundResponse['headers']): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.parse(headers.date ?? '');
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) : null;
}

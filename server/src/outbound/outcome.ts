import type { OutboundAnswer } from './request.ts';
import { clean, cut } from './text.ts';

/** What came of one attempt. `answer` is for people: at most 500 characters, and no secret. */
export type Outcome =
  | { readonly outcome: 'sent'; readonly status: number | null; readonly answer: string }
  /** May work later; `retryAfterMs` when the receiver said when. */
  | {
      readonly outcome: 'failed';
      readonly status: number | null;
      readonly answer: string;
      readonly retryAfterMs: number | null;
    }
  /** This message will never be taken. */
  | { readonly outcome: 'refused'; readonly status: number | null; readonly answer: string }
  /** Nothing will ever be taken: the address is gone, the token was revoked. Switches the channel off. */
  | { readonly outcome: 'gone'; readonly status: number | null; readonly answer: string };

const ANSWER_MAX = 500;
const RETRY_AFTER_MS_MAX = 3_600_000;
/** The message itself is what the receiver won't have: the next try would end the same way. All else may be mended meanwhile. */
const UNFIT = [400, 405, 406, 413, 414, 415, 422, 431];

/** What an attempt came to whose receiver speaks HTTP properly. `gone` lists the statuses that mean: nothing will ever be taken. */
export function outcomeOf(
  answer: OutboundAnswer,
  options: { readonly gone?: readonly number[] } = {},
): Outcome {
  const { status } = answer;
  const said = { status, answer: answerText(answer.body) };
  if (status >= 200 && status < 300) return { outcome: 'sent', ...said };
  if (options.gone?.includes(status) === true) return { outcome: 'gone', ...said };
  if (status >= 300 && status < 400)
    return { outcome: 'failed', status, answer: redirectText(answer), retryAfterMs: null };
  if (UNFIT.includes(status)) return { outcome: 'refused', ...said };
  return { outcome: 'failed', ...said, retryAfterMs: retryAfterMs(answer.headers) };
}

/** The start of what somebody answered, fit to be stored and shown. */
export function answerText(text: string): string {
  // Of a long text, no more than can be kept is looked at.
  return cut(clean(text.slice(0, 2 * ANSWER_MAX)).trim(), ANSWER_MAX);
}

function redirectText({ headers }: OutboundAnswer): string {
  const host = URL.parse(headers.location ?? '')?.host ?? '';
  const where = host === '' ? 'to another address' : `to ${host}`;
  return answerText(
    `The address redirects ${where}, and redirects are not followed. Enter the address that it leads to.`,
  );
}

/** Seconds, or a date, which is held against the receiver's own clock. Null when it did not say. */
function retryAfterMs(headers: OutboundAnswer['headers']): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.parse(headers.date ?? '');
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) : null;
}

import {
  FORWARDED_FROM,
  FORWARDING_AGENT,
  type ForwardedCall,
} from '@overdue/domain/forwarding/forwarded-ping.ts';
import type { EventRecord } from '../database/records.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { sendResultOf } from '../platform/outbound/outcome.ts';
import type { OutboundRequest, OutboundResponse, Request } from '../platform/outbound/request.ts';

/** Maximum bytes of a body to forward. */
const BODY_BYTES_MAX = 100_000;
/** HTTP status with which a monitor refuses a ping that it forwarded itself. */
const LOOP_DETECTED = 508;

/** `error` is shown to users. It never includes text of the target's response, which may contain the target's URL. */
export type ForwardOutcome =
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
export async function forwardOnce(attempt: ForwardAttempt, request: Request): Promise<ForwardOutcome> {
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

import type { Clock } from './clock.ts';
import { abortedBy, OverdueError, throwIfAborted } from './error.ts';

/** Part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ExchangeRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly fetch: Fetch | undefined;
}

/** A response that was read completely. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Sends one request with `fetch` and reads its response. */
export function exchange(request: ExchangeRequest, clock: Clock): Promise<ReceivedResponse> {
  return sendInTime((signal) => send(request, signal), request, clock);
}

/**
 * Runs a request that stops when its time is over or the caller's signal is aborted. Throws an OverdueError. Messages never contain
 * the URL, because a ping URL is a credential.
 */
export async function sendInTime<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { signal, timeoutMs }: Pick<ExchangeRequest, 'signal' | 'timeoutMs'>,
  clock: Clock,
): Promise<T> {
  throwIfAborted(signal);
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const cancelTimeout = clock.after(timeoutMs, () => {
    const message = `There was no response within ${Math.round(timeoutMs)} ms.`;
    controller.abort(new OverdueError('timed_out', message));
  });
  const abort = () => controller.abort(abortedBy(signal));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([send(controller.signal), stopped]);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw new OverdueError('network', `There was no response: ${reasonOf(error)}`, { cause: error });
  } finally {
    cancelTimeout();
    signal?.removeEventListener('abort', abort);
  }
}

async function send({ url, init, fetch }: ExchangeRequest, signal: AbortSignal): Promise<ReceivedResponse> {
  // Looks up `fetch` at each request, so that a later replacement takes effect.
  const response = await (fetch ?? globalThis.fetch)(url, { ...init, signal });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Returns the reason for a failure. Node's "fetch failed" has the reason in its cause, and some reasons have only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.cause instanceof Error ? error.cause : error;
  if (reason.message !== '') return reason.message;
  return 'code' in reason ? String(reason.code) : error.message;
}

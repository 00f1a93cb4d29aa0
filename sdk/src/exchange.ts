import type { Clock } from './clock.ts';
import { abortedBy, OverdueError, throwIfAborted } from './error.ts';

/** As much of `fetch` as is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Exchange {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly fetch: Fetch | undefined;
}

/** An answer that was read to its end. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/**
 * One request and its answer. Ends when the time is up or the signal is aborted, even if the given `fetch` does not heed
 * its signal. Messages do not hold the URL: that of a ping is a credential.
 */
export async function exchange(request: Exchange, clock: Clock): Promise<Received> {
  const { signal, timeoutMs } = request;
  throwIfAborted(signal);
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const cancelTimeout = clock.after(timeoutMs, () => {
    const message = `There was no answer within ${Math.round(timeoutMs)} ms.`;
    controller.abort(new OverdueError('timed_out', message));
  });
  const abort = () => controller.abort(abortedBy(signal));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([send(request, controller.signal), stopped]);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw new OverdueError('network', `There was no answer: ${reasonOf(error)}`, { cause: error });
  } finally {
    cancelTimeout();
    signal?.removeEventListener('abort', abort);
  }
}

async function send({ url, init, fetch }: Exchange, signal: AbortSignal): Promise<Received> {
  // Looked up at each request, so that whoever replaces it later is heeded.
  const response = await (fetch ?? globalThis.fetch)(url, { ...init, signal });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Node hides the reason in the cause of "fetch failed"; some causes have a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : error.message;
}

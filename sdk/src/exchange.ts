import type { Clock } from './clock.ts';
import { abortedBy, OverdueError, throwIfAborted } from './error.ts';

/** Part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ExchangeRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal | undefined;
  readonly fetch: Fetch | undefined;
}

/** Time limits of one attempt in milliseconds. */
interface TimeLimits {
  /** Maximum time until the response begins, and between two pieces of its body. */
  readonly silenceMs: number;
  /** Maximum time of the whole exchange. */
  readonly totalMs: number;
}

/** A response that was read completely. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Sends one request with `fetch` and reads its response. */
export function exchange(request: ExchangeRequest, clock: Clock): Promise<ReceivedResponse> {
  return sendInTime((signal, onPiece) => send(request, { signal, onPiece }), request, clock);
}

/**
 * Runs a request that stops when a time limit is exceeded or the caller's signal is aborted. `send` calls `onPiece` when the
 * response begins and with each piece of its body. Throws an OverdueError. Messages never contain the URL, because a ping URL is a
 * credential.
 */
export async function sendInTime<T>(
  send: (signal: AbortSignal, onPiece: () => void) => Promise<T>,
  { signal, limits: { silenceMs, totalMs } }: Pick<ExchangeRequest, 'signal' | 'limits'>,
  clock: Clock,
): Promise<T> {
  throwIfAborted(signal);
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const stopAfter = (ms: number, what: string) =>
    clock.after(ms, () =>
      controller.abort(new OverdueError('timed_out', `${what} within ${Math.round(ms)} ms.`)),
    );
  let cancelSilence = stopAfter(silenceMs, 'There was no response');
  const cancelTotal = stopAfter(totalMs, 'The response was not complete');
  const onPiece = () => {
    cancelSilence();
    cancelSilence = stopAfter(silenceMs, 'The response did not continue');
  };
  const abort = () => controller.abort(abortedBy(signal));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([send(controller.signal, onPiece), stopped]);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw new OverdueError('network', `There was no response: ${reasonOf(error)}`, { cause: error });
  } finally {
    cancelSilence();
    cancelTotal();
    signal?.removeEventListener('abort', abort);
  }
}

async function send(
  { url, init, fetch }: ExchangeRequest,
  { signal, onPiece }: { readonly signal: AbortSignal; readonly onPiece: () => void },
): Promise<ReceivedResponse> {
  // Looks up `fetch` at each request, so that a later replacement takes effect.
  const response = await (fetch ?? globalThis.fetch)(url, { ...init, signal });
  const { status, headers, body } = response;
  onPiece();
  return { status, headers, bytes: body === null ? new Uint8Array() : await readAll(body, signal, onPiece) };
}

/** Reads a body. Cancels it on abort, because some implementations of `fetch` ignore the signal once the response has begun. */
async function readAll(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onPiece: () => void,
): Promise<Uint8Array> {
  const reader = body.getReader();
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    signal.throwIfAborted();
    onPiece();
    pieces.push(value);
    length += value.byteLength;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}

/** Returns the reason for a failure. Node's "fetch failed" has the reason in its cause, and some reasons have only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.cause instanceof Error ? error.cause : error;
  if (reason.message !== '') return reason.message;
  return 'code' in reason ? String(reason.code) : error.message;
}

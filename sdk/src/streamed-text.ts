import type { Clock } from './clock.ts';
import { abortedBy, OverdueError } from './error.ts';

export interface Streaming {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly signal: AbortSignal | undefined;
  /** Maximum time until the response begins. */
  readonly beginTimeoutMs: number;
  /** Maximum time without data once the response has begun. */
  readonly silenceMsMax: number;
}

/**
 * Yields the pieces of a response as they arrive, until the response ends. Throws an `OverdueError` on failure or after
 * too long a silence.
 */
export async function* streamedText(
  { open, signal, beginTimeoutMs, silenceMsMax }: Streaming,
  clock: Clock,
): AsyncGenerator<string, void, undefined> {
  const controller = new AbortController();
  const abort = () => controller.abort(abortedBy(signal));
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  let cancelSilence = (): void => {};
  const expectWithin = (ms: number) => {
    cancelSilence();
    cancelSilence = clock.after(ms, () =>
      controller.abort(new OverdueError('timed_out', `No data arrived for ${ms / 1000} s.`)),
    );
  };
  try {
    expectWithin(beginTimeoutMs);
    const response = await open(controller.signal);
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    if (reader === undefined) throw new OverdueError('unexpected_response', 'The response is not a stream.');
    try {
      for (;;) {
        expectWithin(silenceMsMax);
        const { done, value } = await untilAborted(reader.read(), controller.signal);
        if (done) return;
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      // Also runs when the caller stops iterating before the response ends.
      void reader.cancel().catch(() => undefined);
    }
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof OverdueError) throw error;
    throw new OverdueError('network', 'The connection broke.', { cause: error });
  } finally {
    cancelSilence();
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}

/** Rejects on abort, because some implementations of `fetch` ignore the signal once the response has begun. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

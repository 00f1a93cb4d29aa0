import type { Monitor } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import type { Clock } from '../clock.ts';
import { isObject } from '../envelope.ts';
import { abortedBy, OverdueError, throwIfAborted } from '../error.ts';
import { createEventParser, type StreamedEvent } from '../event-stream.ts';
import { backoffMs } from '../retry.ts';

/** What may have changed beside monitors. A later version of the service may have more. */
export type LiveKind =
  | 'incidents'
  | 'channels'
  | 'deliveries'
  | 'maintenance'
  | 'escalations'
  | 'projects'
  | 'shares'
  | 'team'
  | (string & Record<never, never>);

export type LiveEvent =
  /** The connection stands. What you read of the team from now on is no older than what follows: read what you show. */
  | { readonly type: 'hello'; readonly at: string }
  /** These have changed, or are new; of `deleted` there are no more. */
  | { readonly type: 'monitors'; readonly monitors: readonly Monitor[]; readonly deleted: readonly string[] }
  /** Read again what you show of these. */
  | { readonly type: 'changed'; readonly kinds: readonly LiveKind[] }
  /** The connection is gone, and is tried again after a while; with it comes a new `hello`. */
  | { readonly type: 'lost'; readonly error: OverdueError; readonly retryInMs: number };

export interface LiveAPI {
  /**
   * What happens in the team, as it happens, for as long as you go through it. Comes back by itself when the connection breaks.
   * Ends by throwing an `OverdueError` when the token or the session is no longer good, and when you abort.
   *
   * `late` comes with time alone, and so without an event: a monitor that is `up` or `new` is late once its `nextExpectedAt`
   * is over.
   */
  follow(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<LiveEvent>;
}

/** The service says that it is there every 15 s. */
const SILENCE_MS_MAX = 40_000;
const CONNECT_MS_MAX = 30_000;

export function liveAPI({ open }: Pick<Caller, 'open'>, clock: Clock): LiveAPI {
  return {
    async *follow({ signal } = {}) {
      for (let failed = 1; ; failed += 1) {
        throwIfAborted(signal);
        try {
          for await (const event of listen(open, signal, clock)) {
            if (event.type === 'hello') failed = 0;
            yield event;
          }
          throw new OverdueError('network', 'The service ended the connection.');
        } catch (error) {
          throwIfAborted(signal);
          if (!(error instanceof OverdueError) || isForGood(error)) throw error;
          const retryInMs = backoffMs(Math.max(1, failed), error.retryAfter, clock);
          yield { type: 'lost', error, retryInMs };
          await clock.sleep(retryInMs, signal).catch(() => throwIfAborted(signal));
        }
      }
    },
  };
}

/** Trying again would change nothing. */
function isForGood({ status }: OverdueError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** One connection, until it ends. */
async function* listen(
  open: Caller['open'],
  signal: AbortSignal | undefined,
  clock: Clock,
): AsyncGenerator<LiveEvent, void, undefined> {
  const controller = new AbortController();
  const abort = () => controller.abort(abortedBy(signal));
  signal?.addEventListener('abort', abort, { once: true });
  let cancelSilence = (): void => {};
  const expectWithin = (ms: number) => {
    cancelSilence();
    cancelSilence = clock.after(ms, () =>
      controller.abort(new OverdueError('timed_out', `Nothing came for ${ms / 1000} s.`)),
    );
  };
  try {
    expectWithin(CONNECT_MS_MAX);
    const response = await open('followTeam', controller.signal);
    const parse = createEventParser();
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    if (reader === undefined) throw new OverdueError('unexpected_answer', 'The answer is no stream.');
    try {
      for (;;) {
        expectWithin(SILENCE_MS_MAX);
        const { done, value } = await untilAborted(reader.read(), controller.signal);
        if (done) return;
        for (const streamed of parse(decoder.decode(value, { stream: true }))) {
          const event = eventOf(streamed);
          if (event !== null) yield event;
        }
      }
    } finally {
      // Also when nobody goes through it any more.
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

/** Some implementations of `fetch` do not heed the signal once the answer has begun. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** Null for events of a later version. */
function eventOf({ event, data }: StreamedEvent): LiveEvent | null {
  const said = parse(data);
  if (said === null) return null;
  switch (event) {
    case 'hello':
      return { type: 'hello', at: String(said.at) };
    case 'monitors':
      return {
        type: 'monitors',
        monitors: listOf(said.monitors, isMonitor),
        deleted: listOf(said.deleted, isText),
      };
    case 'changed':
      return { type: 'changed', kinds: listOf(said.kinds, isText) };
    default:
      return null;
  }
}

function parse(data: string): Readonly<Record<string, unknown>> | null {
  try {
    const said: unknown = JSON.parse(data);
    return isObject(said) ? said : null;
  } catch {
    throw new OverdueError('unexpected_answer', 'An event of the stream is no JSON.');
  }
}

function listOf<T>(value: unknown, is: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** What is in it, the service writes by the schema that the type is made from. */
function isMonitor(value: unknown): value is Monitor {
  return isObject(value) && typeof value.shortID === 'string';
}

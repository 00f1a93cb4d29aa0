import type { Monitor, MonitorRow } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import type { Clock } from '../clock.ts';
import { isObject } from '../envelope.ts';
import { OverdueError, throwIfAborted } from '../error.ts';
import { createEventParser, type StreamedEvent } from '../event-stream.ts';
import { backoffMs } from '../retry.ts';
import { streamedText } from '../streamed-text.ts';

/** Kind of data, other than monitors, that may have changed. Later versions of the service may add kinds. */
export type LiveKind =
  | 'incidents'
  | 'channels'
  | 'deliveries'
  | 'maintenance'
  | 'escalations'
  | 'on_call'
  | 'projects'
  | 'shares'
  | 'views'
  | 'team'
  | (string & Record<never, never>);

/** An event of a live stream. `Listed`: the form of its monitors. */
export type LiveEvent<Listed = Monitor> =
  /** The connection is open. Read your data after this event: later changes then arrive as events. */
  | { readonly type: 'hello'; readonly at: string }
  /** New, changed and deleted monitors. */
  | { readonly type: 'monitors'; readonly monitors: readonly Listed[]; readonly deleted: readonly string[] }
  /** Kinds of data that changed and should be read again. */
  | { readonly type: 'changed'; readonly kinds: readonly LiveKind[] }
  /** The connection was lost. After `retryInMs`, the client reconnects, and a new `hello` follows. */
  | { readonly type: 'lost'; readonly error: OverdueError; readonly retryInMs: number };

export interface LiveAPI {
  /**
   * Yields the changes of the team as they happen, until you stop the loop. Reconnects automatically. Throws an `OverdueError` if
   * the token or the session is no longer valid, or if you abort.
   *
   * `late` depends only on time and has no event: a monitor that is `up` or `new` becomes late when its `nextExpectedAt`
   * passes.
   */
  follow(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<LiveEvent>;
  /** Like `follow`, but without the settings that no list shows, and compressed. */
  followRows(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<LiveEvent<MonitorRow>>;
}

/** Maximum silence before reconnecting. The service sends something at least every 15 s. */
const SILENCE_MS_MAX = 40_000;
const CONNECT_MS_MAX = 30_000;

export function liveAPI({ open }: Pick<Caller, 'open'>, clock: Clock): LiveAPI {
  return {
    follow: ({ signal } = {}) => follow<Monitor>((until) => open('followTeam', {}, until), signal, clock),
    followRows: ({ signal } = {}) =>
      follow<MonitorRow>((until) => open('followTeam', { query: { view: 'rows' } }, until), signal, clock),
  };
}

/** Yields the events of one connection after another. */
async function* follow<Listed>(
  open: (until: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
  clock: Clock,
): AsyncGenerator<LiveEvent<Listed>, void, undefined> {
  for (let failed = 1; ; failed += 1) {
    throwIfAborted(signal);
    try {
      for await (const event of listen<Listed>(open, signal, clock)) {
        if (event.type === 'hello') failed = 0;
        yield event;
      }
      throw new OverdueError('network', 'The service closed the connection.');
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof OverdueError) || isForGood(error)) throw error;
      const retryInMs = backoffMs(Math.max(1, failed), error.retryAfter, clock);
      yield { type: 'lost', error, retryInMs };
      await clock.sleep(retryInMs, signal).catch(() => throwIfAborted(signal));
    }
  }
}

/** Whether the error is permanent, so that reconnecting would fail with the same error. */
function isForGood({ status }: OverdueError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Yields the events of one connection until it ends. */
async function* listen<Listed>(
  open: (until: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
  clock: Clock,
): AsyncGenerator<LiveEvent<Listed>, void, undefined> {
  const parse = createEventParser();
  const pieces = streamedText(
    {
      open,
      signal,
      beginTimeoutMs: CONNECT_MS_MAX,
      silenceMsMax: SILENCE_MS_MAX,
    },
    clock,
  );
  for await (const piece of pieces) {
    for (const streamed of parse(piece)) {
      const event = eventOf<Listed>(streamed);
      if (event !== null) yield event;
    }
  }
}

/** Parses an event. Returns null for events of later versions. */
function eventOf<Listed>({ event, data }: StreamedEvent): LiveEvent<Listed> | null {
  const fields = parse(data);
  if (fields === null) return null;
  switch (event) {
    case 'hello':
      return { type: 'hello', at: String(fields.at) };
    case 'monitors':
      return {
        type: 'monitors',
        monitors: listOf(fields.monitors, isListed<Listed>),
        deleted: listOf(fields.deleted, isText),
      };
    case 'changed':
      return { type: 'changed', kinds: listOf(fields.kinds, isText) };
    default:
      return null;
  }
}

function parse(data: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : null;
  } catch {
    throw new OverdueError('unexpected_response', 'An event of the stream is not JSON.');
  }
}

function listOf<T>(value: unknown, is: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Checks only the ID. The other fields need no check: the service builds its responses from the schema that generates this type.
 */
function isListed<Listed>(value: unknown): value is Listed {
  return isObject(value) && typeof value.shortID === 'string';
}

import type { Error as ErrorAnswer } from './api.generated.ts';

/** A code of the service's closed list. */
type ServiceErrorCode = ErrorAnswer['data']['error']['code'];

/**
 * Kind of the error. Beside the codes of the service, the client has its own:
 *
 * - `network`: there was no answer.
 * - `timed_out`: the answer took too long.
 * - `unexpected_answer`: something else than Overdue answered, such as a proxy.
 * - `aborted`: your signal was aborted. `cause` is its reason.
 * - `invalid_argument`: an argument makes no sense. Nothing was sent.
 * - `ping_ignored`: the service counted a ping and ignored part of it. Only `onError` gets this one.
 *
 * A later version of the service may have more.
 */
export type ErrorCode =
  | ServiceErrorCode
  | 'network'
  | 'timed_out'
  | 'unexpected_answer'
  | 'aborted'
  | 'invalid_argument'
  | 'ping_ignored'
  | (string & Record<never, never>);

export interface FieldProblem {
  /** The field, such as `schedule.cron`, or the query parameter. */
  readonly path: string;
  readonly message: string;
}

interface Details {
  /** 0 when there was no answer. */
  readonly status?: number;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfter?: number | null;
  readonly current?: Readonly<Record<string, unknown>> | null;
  readonly cause?: unknown;
}

/** The one error that the client throws and rejects with. `code` tells the kinds apart, and `cause` holds what was beneath. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
  readonly code: ErrorCode;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** With the code `invalid`: each field that is wrong. */
  readonly fields: readonly FieldProblem[];
  /** Seconds to wait before the next try, as the service said; null when it did not. */
  readonly retryAfter: number | null;
  /** With the code `precondition_failed`: the resource as it is now, under its name, such as `monitor`. Otherwise null. */
  readonly current: Readonly<Record<string, unknown>> | null;

  constructor(
    code: ErrorCode,
    message: string,
    { status = 0, fields = [], retryAfter = null, current = null, cause }: Details = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.current = current;
  }
}

/** Error about an argument that makes no sense. */
export function invalidArgument(message: string): OverdueError {
  return new OverdueError('invalid_argument', message);
}

/** Error about a signal of the caller that was aborted. */
export function abortedBy(signal: AbortSignal | undefined): OverdueError {
  const reason: unknown = signal?.reason;
  if (reason instanceof OverdueError) return reason;
  return new OverdueError('aborted', 'The request was aborted.', { cause: reason });
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortedBy(signal);
}

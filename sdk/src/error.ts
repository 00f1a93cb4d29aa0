import type { Error as ErrorResponse } from './api.generated.ts';

/** Error code from the service's closed list. */
type ServiceErrorCode = ErrorResponse['data']['error']['code'];

/**
 * Kind of error. In addition to the codes of the service, the client has its own:
 *
 * - `network`: there was no response.
 * - `timed_out`: the response took too long.
 * - `unexpected_response`: the response does not come from Overdue, but for example from a proxy.
 * - `aborted`: your signal was aborted. `cause` is its reason.
 * - `invalid_argument`: an argument is invalid. Nothing was sent.
 * - `ping_ignored`: the service counted a ping but ignored part of it. Only `onError` gets this error.
 *
 * Later versions of the service may add codes.
 */
export type ErrorCode =
  | ServiceErrorCode
  | 'network'
  | 'timed_out'
  | 'unexpected_response'
  | 'aborted'
  | 'invalid_argument'
  | 'ping_ignored'
  | (string & Record<never, never>);

export interface FieldProblem {
  /** Path of the field, such as `schedule.cron`, or name of the query parameter. */
  readonly path: string;
  readonly message: string;
}

interface Details {
  /** HTTP status; 0 if there was no response. */
  readonly status?: number;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfter?: number | null;
  readonly current?: Readonly<Record<string, unknown>> | null;
  readonly cause?: unknown;
}

/** The only error that the client throws. `code` is the kind of error, and `cause` the underlying error. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
  readonly code: ErrorCode;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Invalid fields if the code is `invalid`; otherwise empty. */
  readonly fields: readonly FieldProblem[];
  /** Seconds to wait before the next try, according to the service; null if unknown. */
  readonly retryAfter: number | null;
  /** Current resource under its name, such as `monitor`, if the code is `precondition_failed`; otherwise null. */
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

export function invalidArgument(message: string): OverdueError {
  return new OverdueError('invalid_argument', message);
}

/** Returns the error for a request that the caller aborted. */
export function abortedBy(signal: AbortSignal | undefined): OverdueError {
  const reason: unknown = signal?.reason;
  if (reason instanceof OverdueError) return reason;
  return new OverdueError('aborted', 'The request was aborted.', { cause: reason });
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortedBy(signal);
}

import type { Error as ErrorAnswer } from './api.generated.ts';

/** A code of the service's closed list. */
type ServiceErrorCode = ErrorAnswer['data']['error']['code'];

/**
 * What went wrong. Beside the service's own codes: `network` when there was no answer, `timed_out` when it took too long,
 * `unexpected_answer` when something else than Overdue answered, such as a proxy. A later version of the service may
 * have more.
 */
export type ErrorCode =
  | ServiceErrorCode
  | 'network'
  | 'timed_out'
  | 'unexpected_answer'
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
  readonly cause?: unknown;
}

/** A request that did not work. An abort by your own signal is not one: that rejects with the signal's reason. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
  readonly code: ErrorCode;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** With the code `invalid`: each field that is wrong. */
  readonly fields: readonly FieldProblem[];
  /** Seconds to wait before the next try, as the service said; null when it did not. */
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    { status = 0, fields = [], retryAfter = null, cause }: Details = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

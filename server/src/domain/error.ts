/** The closed list of error codes. What each means to HTTP is said in one table, `http/envelope.ts`. */
export type ErrorCode =
  | 'bad_request'
  | 'invalid_json'
  | 'unauthorized'
  | 'forbidden'
  | 'fresh_sign_in_required'
  | 'two_factor_required'
  | 'allowance_used_up'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** One field of a request that is wrong; `path` as in `schedule.cron`. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** The state of a resource that a request expected in another one. */
export interface CurrentState {
  /** By its name, as answers have it. */
  readonly data: Readonly<Record<string, object>>;
  readonly revision: number;
}

/** An error meant for whoever asked: `message` says what was wrong and what to do about it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;
  /** Only of `precondition_failed`. */
  readonly current: CurrentState | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: readonly FieldProblem[];
      retryAfterSeconds?: number;
      current?: CurrentState;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.current = more.current ?? null;
  }
}

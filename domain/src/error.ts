/** Closed list of error codes. `platform/http/envelope.ts` maps each code to HTTP. */
export type ErrorCode =
  | 'bad_request'
  | 'invalid_json'
  | 'unauthorized'
  | 'forbidden'
  | 'admin_scope_required'
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

/** One invalid field of a request; `path` is like `schedule.cron`. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Current state of the resource, for a request whose precondition failed. */
export interface CurrentState {
  /** The resource, keyed by its field name in API responses. */
  readonly data: Readonly<Record<string, object>>;
  readonly revision: number;
}

/** An error whose message is shown to the caller, with the reason and the remedy. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;
  /** Set only for `precondition_failed`. */
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

import type { AppError, ErrorCode } from '@overdue/domain/error.ts';

export const ERROR_STATUSES: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  invalid_json: 400,
  unauthorized: 401,
  forbidden: 403,
  admin_scope_required: 403,
  fresh_sign_in_required: 403,
  two_factor_required: 403,
  allowance_used_up: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const RETRY_AFTER_SECONDS_DEFAULT = 1;

export function errorStatus(code: ErrorCode): number {
  return ERROR_STATUSES[code];
}

export function successBody(data: object): string {
  return JSON.stringify({ success: true, data });
}

/** Returns the entity tag of a revision of the settings. A status change does not change the tag. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/** Writes an error as JSON. If the request expected another revision, the body includes the current resource. */
export function errorBody({ code, message, fields, current }: AppError): string {
  const error = code === 'invalid' ? { code, message, fields } : { code, message };
  return JSON.stringify({ success: false, data: { error, ...current?.data } });
}

export function errorHeaders(error: AppError): Readonly<Record<string, string>> {
  const status = errorStatus(error.code);
  if (status === 401) return { 'WWW-Authenticate': 'Bearer realm="overdue"' };
  if (error.current !== null) return { ETag: etagOf(error.current.revision) };
  if (status !== 429 && status !== 503) return {};
  return { 'Retry-After': String(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS_DEFAULT) };
}

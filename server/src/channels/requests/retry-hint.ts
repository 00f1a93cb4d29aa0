import type { SendResult } from '../../platform/outbound/outcome.ts';

const WAIT_SECONDS_MAX = 3600;

/** If the outcome is `failed`, adds the wait that the response body requests, at most one hour. */
export function withWait(result: SendResult, seconds: number | undefined): SendResult {
  if (result.outcome !== 'failed' || seconds === undefined) return result;
  return { ...result, retryAfterMs: Math.ceil(Math.min(seconds, WAIT_SECONDS_MAX) * 1000) };
}

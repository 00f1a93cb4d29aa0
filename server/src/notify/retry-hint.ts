import type { Outcome } from '../outbound/outcome.ts';

const WAIT_SECONDS_MAX = 3600;

/** Adds the wait that a service requests in its response body to a failed outcome, at most an hour. */
export function withWait(outcome: Outcome, seconds: number | undefined): Outcome {
  if (outcome.outcome !== 'failed' || seconds === undefined) return outcome;
  return { ...outcome, retryAfterMs: Math.ceil(Math.min(seconds, WAIT_SECONDS_MAX) * 1000) };
}

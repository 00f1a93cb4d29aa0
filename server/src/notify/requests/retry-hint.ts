import type { Outcome } from '../../outbound/outcome.ts';

const WAIT_SECONDS_MAX = 3600;

/** Adds to a failed outcome the wait that the response body requests, limited to one hour. */
export function withWait(outcome: Outcome, seconds: number | undefined): Outcome {
  if (outcome.outcome !== 'failed' || seconds === undefined) return outcome;
  return { ...outcome, retryAfterMs: Math.ceil(Math.min(seconds, WAIT_SECONDS_MAX) * 1000) };
}

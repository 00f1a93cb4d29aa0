import type { Outcome } from '../outbound/outcome.ts';

const WAIT_SECONDS_MAX = 3600;

/** The outcome with the wait that a service asks for in its body, an hour at most. Only a failure has one. */
export function withWait(outcome: Outcome, seconds: number | undefined): Outcome {
  if (outcome.outcome !== 'failed' || seconds === undefined) return outcome;
  return { ...outcome, retryAfterMs: Math.ceil(Math.min(seconds, WAIT_SECONDS_MAX) * 1000) };
}

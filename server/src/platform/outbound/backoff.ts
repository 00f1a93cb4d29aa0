const FIRST_MS = 2000;
const MOST_MS = 15 * 60_000;

/**
 * Returns a wait that doubles with each attempt, up to 15 minutes. `share` is a random number from 0 to 1, which spreads the
 * retries of different messages.
 */
export function backoffMs(attempts: number, share: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), MOST_MS);
  return Math.round((full * (1 + share)) / 2);
}

const FIRST_MS = 2000;
const MOST_MS = 15 * 60_000;

/**
 * Returns how long to wait after a number of failed attempts: doubles each time, up to 15 minutes, with jitter so that messages
 * that failed together don't retry together.
 *
 * @param share random number from 0 to 1: the wait is between half and all of the full one
 */
export function backoffMs(attempts: number, share: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), MOST_MS);
  return Math.round((full * (1 + share)) / 2);
}

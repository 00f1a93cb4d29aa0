const FIRST_MS = 2000;
const MOST_MS = 15 * 60_000;

/**
 * How long to wait after so many failed attempts: twice as long each time up to a quarter of an hour, and never quite the
 * same, so that what failed together does not come back together.
 *
 * @param share 0 to 1, drawn at random: the wait is between half and all of the full one
 */
export function backoffMs(attempts: number, share: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), MOST_MS);
  return Math.round((full * (1 + share)) / 2);
}

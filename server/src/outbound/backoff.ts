const FIRST_MS = 2000;
const MOST_MS = 15 * 60_000;

/** Returns a wait that doubles up to 15 minutes. `share` is random from 0 to 1, so that messages don't retry together. */
export function backoffMs(attempts: number, share: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), MOST_MS);
  return Math.round((full * (1 + share)) / 2);
}

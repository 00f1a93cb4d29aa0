/**
 * Minimum time between two refetches of the same kind of data. During an outage, several incidents may open each second, and each
 * of them is a change.
 */
export const REFETCH_INTERVAL_MS = 5000;

/**
 * Returns a function that runs the first call of a key immediately, and later calls together at the end of the interval. The
 * function returns whether `run` was called immediately.
 */
export function createSpacing(
  run: (key: string) => void,
  intervalMs = REFETCH_INTERVAL_MS,
): (key: string) => boolean {
  /** Keys within their interval, with whether they were called again. */
  const spaced = new Map<string, boolean>();

  function runNow(key: string): void {
    spaced.set(key, false);
    setTimeout(() => {
      if (spaced.get(key) === true) runNow(key);
      else spaced.delete(key);
    }, intervalMs);
    run(key);
  }

  return (key) => {
    const isFirst = !spaced.has(key);
    if (isFirst) runNow(key);
    else spaced.set(key, true);
    return isFirst;
  };
}

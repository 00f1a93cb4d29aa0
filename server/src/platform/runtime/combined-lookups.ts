/** Maximum look-ups per statement. */
const LOOKUPS_MAX = 1000;

interface Waiting<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines look-ups that arrive while another look-up is in progress. `select` returns a function that finds the result for each
 * key.
 */
export function combineLookups<Key, Found>(
  select: (keys: readonly Key[]) => Promise<(key: Key) => Found | null>,
): (key: Key) => Promise<Found | null> {
  let waiting: Waiting<Key, Found>[] = [];
  let isLookingUp = false;

  async function runBatch(): Promise<void> {
    const batch = waiting.slice(0, LOOKUPS_MAX);
    waiting = waiting.slice(LOOKUPS_MAX);
    try {
      const find = await select(batch.map(({ key }) => key));
      for (const { key, resolve } of batch) resolve(find(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    isLookingUp = false;
    scheduleBatch();
  }

  function scheduleBatch(): void {
    if (isLookingUp || waiting.length === 0) return;
    isLookingUp = true;
    // Look-ups of the same event-loop turn share a statement.
    setImmediate(() => void runBatch());
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
    waiting.push({ key, resolve, reject });
    scheduleBatch();
    return promise;
  };
}

/**
 * Resolves in the next turn of the event loop, after requests that have arrived were read. Work in chunks calls this between two
 * chunks, so that no ping waits longer than one chunk takes.
 */
export function yieldToPings(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

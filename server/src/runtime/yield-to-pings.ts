/**
 * Resolves in the next turn of the event loop, after new requests have been read. Called between chunks of
 * work, so that pings wait for one chunk at most.
 */
export function yieldToPings(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

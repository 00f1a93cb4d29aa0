/** Resolves in the next turn of the event loop, so that pings wait for one chunk of work at most. */
export function yieldToPings(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

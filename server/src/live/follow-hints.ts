import type { Clock } from '../runtime/clock.ts';
import type { OperationsStore } from '../store/upkeep/operations-contract.ts';

const RETRY_MS_MIN = 1000;
const RETRY_MS_MAX = 60_000;

/**
 * Passes on what the database says of news from other processes, and listens again when the connection is gone. Nothing of it
 * is needed, so nothing of it is an error. Calling what it answers ends it; closing the store ends the connection.
 */
export function followHints(options: {
  readonly store: Pick<OperationsStore, 'listenForHints'>;
  readonly clock: Clock;
  readonly onHint: () => void;
}): () => void {
  const { store, clock, onHint } = options;
  let retryMs = RETRY_MS_MIN;
  let isOver = false;
  let cancel = (): void => {};

  function hear(): void {
    retryMs = RETRY_MS_MIN;
    if (!isOver) onHint();
  }

  async function listen(): Promise<void> {
    await store.listenForHints(hear).catch(() => undefined);
    if (isOver) return;
    cancel = clock.after(retryMs, () => void listen());
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
  }

  void listen();
  return () => {
    isOver = true;
    cancel();
  };
}

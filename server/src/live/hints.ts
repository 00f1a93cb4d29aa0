import type { OperationsStore } from '../core/operations.ts';
import type { Clock } from '../platform/runtime/clock.ts';

const RETRY_MS_MIN = 1000;
const RETRY_MS_MAX = 60_000;

export interface HintReceiver {
  start(): void;
  /** Stops reporting hints. Closing the store ends the connection. */
  stop(): void;
}

/** Receives hints of changes from other processes, and reconnects after failures. A lost hint only delays updates. */
export function createHintReceiver(options: {
  readonly store: Pick<OperationsStore, 'listen'>;
  readonly clock: Clock;
  readonly onHint: () => void;
  readonly onMessage: (message: string) => void;
}): HintReceiver {
  const { store, clock, onHint, onMessage } = options;
  let retryMs = RETRY_MS_MIN;
  let isOver = false;
  let cancel = (): void => {};

  function receiveHint(): void {
    retryMs = RETRY_MS_MIN;
    if (!isOver) onHint();
  }

  async function listen(): Promise<void> {
    await store.listen({ onHint: receiveHint, onMessage }).catch(() => undefined);
    if (isOver) return;
    cancel = clock.after(retryMs, () => void listen());
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
  }

  return {
    start: () => void listen(),
    stop() {
      isOver = true;
      cancel();
    },
  };
}

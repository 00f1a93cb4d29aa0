import { createMonitorWriter } from '../../src/http/v1/live/monitor-writer.ts';
import { createLive, type Live } from '../../src/live/live.ts';
import type { Store } from '../../src/store/store.ts';

/** Live events that never reach a listener, because no time passes. */
export function createTestLive(store: Store): Live {
  return createLive({
    store,
    clock: { now: () => 0, monotonic: () => 0, after: () => () => {} },
    log: { warn() {} },
    epoch: 'test',
    write: createMonitorWriter(store, () => 'https://overdue.example.com'),
  });
}

import { createLive, type Live } from '../../src/live/live.ts';
import { createMonitorWriter } from '../../src/serve/monitor-writer.ts';
import type { Store } from '../../src/store/store.ts';
import { TEST_SEALED_CHECKS } from './test-catalog.ts';

/** Live events that never reach a listener, because no time passes. */
export function createTestLive(store: Store): Live {
  return createLive({
    store,
    clock: { now: () => 0, monotonic: () => 0, after: () => () => {} },
    log: { warn() {} },
    epoch: 'test',
    write: createMonitorWriter(store, TEST_SEALED_CHECKS, () => 'https://overdue.example.com'),
  });
}

import {
  type ConnectionOptions,
  type Connections,
  createConnections,
} from '../../src/platform/http/connections.ts';
import { createFairQueue, type FairQueue } from '../../src/platform/http/fair-queue.ts';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';

/** Connections for a server in this process. Without a clock in `more`, no time passes. */
export function createTestConnections(more: Partial<ConnectionOptions> = {}): Connections {
  return createConnections({
    max: 1000,
    descriptors: null,
    hasFreeDescriptor: () => true,
    isTrustedProxy: () => false,
    clock: { after: () => () => {} },
    log: { warn() {}, error() {} },
    metrics: createMetrics('test').connections,
    ...more,
  });
}

/** A queue for a server in this process, with one network. */
export function createTestQueue(): FairQueue {
  return createFairQueue({
    networkOf: () => '',
    openedCount: () => 0,
    metrics: createMetrics('test').connections,
  });
}

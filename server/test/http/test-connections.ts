import {
  type ConnectionOptions,
  type Connections,
  createConnections,
} from '../../src/platform/http/connections.ts';
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

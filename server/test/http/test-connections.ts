import {
  type ConnectionOptions,
  type Connections,
  createConnections,
} from '../../src/http/server/connections.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';

/** Connections of a server in process. No time passes unless a clock is given. */
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

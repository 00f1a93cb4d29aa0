import { createForwarder, type Forwarder } from '../forwarding/forwarder.ts';
import { createRequest } from '../platform/outbound/outbound.ts';
import { createForwardingSignature } from '../platform/security/forwarding-signature.ts';
import type { Parts } from './parts.ts';

/**
 * Creates the forwarder. Returns null if this process isn't configured to send alerts, because the same role covers forwarding.
 */
export function openForwarding(parts: Parts): Forwarder | null {
  const { config, clock, bells, metrics, secretKey } = parts;
  if (!config.roles.notify) return null;
  return createForwarder({
    ...parts,
    isAlone: !parts.store.isShared,
    bell: bells.pings,
    request: createRequest({ clock, isAllowedAddress: config.isAllowedAddress }),
    forwardingSignature: createForwardingSignature(secretKey),
    counters: metrics.forwardedPings,
  });
}

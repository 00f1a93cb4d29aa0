import { createForwarder, type Forwarder } from '../forwarding/forwarder.ts';
import { createRequest } from '../outbound/outbound.ts';
import { createForwardingSignature } from '../security/forwarding-signature.ts';
import type { Parts } from './parts.ts';

/** Creates the forwarder; null in a process without the duty to send alerts, which includes forwarding. */
export function openForwarding(parts: Parts): Forwarder | null {
  const { config, clock, bells, metrics, secretKey } = parts;
  if (!config.roles.notify) return null;
  return createForwarder({
    ...parts,
    isAlone: !parts.store.isShared,
    bell: bells.pings,
    request: createRequest({ clock, isAllowedAddress: config.isAllowedAddress }),
    signPingID: createForwardingSignature(secretKey),
    counters: metrics.forwardedPings,
  });
}

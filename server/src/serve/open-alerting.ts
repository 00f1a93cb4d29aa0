import { type AlertEngine, createAlertEngine } from '../alerts/alert-engine.ts';
import type { ChannelCatalog } from '../channels/settings/catalog.ts';
import { createRequest } from '../platform/outbound/outbound.ts';
import type { Parts } from './parts.ts';

/** Creates the alert engines. Returns null if this process isn't configured to send alerts. */
export function openAlerting(
  parts: Parts,
  made: {
    readonly baseURL: string;
    readonly catalog: ChannelCatalog;
    readonly hasPendingVerdicts: () => boolean;
  },
): AlertEngine | null {
  const { config, store, clock, epoch, bells } = parts;
  if (!config.roles.notify) return null;
  return createAlertEngine({
    ...parts,
    bell: bells.alerts,
    holder: epoch,
    catalog: made.catalog,
    heartbeat: config.heartbeat,
    // The heartbeat may be sent to a private address, because the operator chooses its URL.
    request: createRequest({ clock, isAllowedAddress: () => true }),
    probe: () => store.probe(),
    hasPendingVerdicts: made.hasPendingVerdicts,
    baseURL: made.baseURL,
  });
}

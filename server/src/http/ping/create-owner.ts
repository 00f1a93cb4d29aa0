import { normalizedPingIDOf } from '../../domain/ping/ping.ts';
import {
  ambiguousSlug,
  findOwner,
  type Lookups,
  type MonitorLookup,
  type PingedMonitor,
  slugUnavailable,
} from './find-ping.ts';
import type { Provision } from './provision.ts';

export interface OwnedMonitor {
  readonly monitor: PingedMonitor;
  /** Whether the ping created the monitor. */
  readonly isNew: boolean;
}

type Creatable = Extract<MonitorLookup, { readonly outcome: 'creatable' }>;

/** Creates the monitor of a slug, or returns the monitor that a concurrent ping has created. */
export async function createOwner(
  { project, target }: Creatable,
  {
    provision,
    lookups,
    remoteAddress,
  }: {
    readonly provision: Provision;
    readonly lookups: Lookups;
    readonly remoteAddress: string;
  },
): Promise<OwnedMonitor> {
  const { slug, creation } = target;
  if (creation === null) throw new Error('The target has no settings for a new monitor.');
  const created = await provision.create(project, { ...creation, slug, remoteAddress });
  if (created !== null) {
    const { monitorID, pingID } = created;
    const monitor = { monitorID, pingID, normalizedPingID: normalizedPingIDOf(pingID), project };
    return { monitor, isNew: true };
  }
  const owner = await findOwner(target, lookups);
  if (owner.outcome === 'known') return { monitor: owner.monitor, isNew: false };
  throw owner.outcome === 'ambiguous' ? ambiguousSlug() : slugUnavailable();
}

import { normalizedPingIDOf } from '@overdue/domain/ping/ping.ts';
import {
  lookUpAddress,
  type MonitorFinder,
  type MonitorLookup,
  type MonitorOfPing,
  slugError,
} from './find-ping.ts';
import type { MonitorProvisioner } from './provision.ts';

export interface MonitorBySlug {
  readonly monitor: MonitorOfPing;
  /** Whether the ping created the monitor. */
  readonly isNew: boolean;
}

type Creatable = Extract<MonitorLookup, { readonly outcome: 'creatable' }>;

/** Creates the monitor of a slug, or returns the monitor that a concurrent ping has created. */
export async function createMonitorBySlug(
  { project, address }: Creatable,
  {
    provision,
    lookups,
    remoteAddress,
  }: {
    readonly provision: MonitorProvisioner;
    readonly lookups: MonitorFinder;
    readonly remoteAddress: string;
  },
): Promise<MonitorBySlug> {
  const { slug, creation } = address;
  if (creation === null) throw new Error('The address has no settings for a new monitor.');
  const created = await provision.create(project, { ...creation, slug, remoteAddress });
  if (created !== null) {
    const { monitorID, pingID } = created;
    const named = { keyHash: lookups.hashKey(address.secret), slug };
    const bySlug = { address: named, project, revision: null };
    return {
      monitor: {
        monitorID,
        teamID: project.teamID,
        pingID,
        normalizedPingID: normalizedPingIDOf(pingID),
        bySlug,
      },
      isNew: true,
    };
  }
  const target = await lookUpAddress(address, lookups);
  if (target.outcome === 'known') return { monitor: target.monitor, isNew: false };
  throw slugError(target.outcome === 'ambiguous' ? 'ambiguous' : 'unavailable');
}

import { activeUntil } from '@overdue/domain/alerting/maintenance.ts';
import type { MaintenanceStore } from '../maintenance/contract.ts';
import type { Changes } from './changes.ts';
import type { LiveStore, MonitorVersion } from './contract.ts';

export interface Audience {
  /** Whether events have monitors without the settings that no list shows. */
  readonly rowsOnly: boolean;
  readonly showsPingURL: boolean;
  readonly projects: readonly string[] | null;
}

export interface Listener {
  readonly userID: string;
  /** Sends events. Returns false if the listener is too far behind and should reconnect. */
  readonly send: (events: Uint8Array) => boolean;
  readonly end: () => void;
  /** Parts of the team that the listener may see. */
  readonly audience: Audience;
  readonly hasAccess: () => Promise<boolean>;
}

/** A team with listeners, and the monitor versions that the listeners have received. */
export interface TeamListeners {
  readonly teamID: string;
  readonly listeners: Set<Listener>;
  /** Monitor versions last sent or read; null before the first check, and always if no other process can change the team. */
  versions: Map<number, MonitorVersion> | null;
  /** Active maintenance windows at the last check; null before the first. */
  maintenance: string | null;
}

export function openTeamListeners(teamID: string): TeamListeners {
  return { teamID, listeners: new Set(), versions: null, maintenance: null };
}

export function audiencesOf(team: TeamListeners): readonly (readonly [Audience, readonly Listener[]])[] {
  const groups = Map.groupBy(team.listeners, ({ audience }) => JSON.stringify(audience));
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [[group[0].audience, group]],
  );
}

/**
 * Sends a text to all listeners. All listeners share one buffer, so that many slow clients need no more memory than one slow
 * client.
 */
export function sendTo(listeners: Iterable<Listener>, text: string): void {
  const events = encoder.encode(text);
  for (const listener of listeners) if (!listener.send(events)) listener.end();
}

const encoder = new TextEncoder();

/**
 * Adds unreported changes of the team to `changes`, including the start or end of maintenance. The first check adds none and only
 * records the current state.
 */
export async function findUnreportedChanges(
  team: TeamListeners,
  store: Pick<LiveStore, 'listVersions'> & MaintenanceStore,
  { now, changes }: { readonly now: number; readonly changes: () => Changes },
): Promise<void> {
  const windows = await store.maintenance.list(team.teamID);
  const active = windows.filter((window) => activeUntil(window, now) !== null);
  const maintenance = active.map(({ shortID }) => shortID).join();
  if (team.maintenance !== null && team.maintenance !== maintenance) changes().kinds.add('maintenance');
  team.maintenance = maintenance;
  const before = team.versions;
  const versions = await store.listVersions(team.teamID);
  if (versions === null) return;
  team.versions = new Map(versions);
  if (before === null) return;
  for (const [id, { version }] of versions)
    if (before.get(id)?.version !== version) changes().monitorIDs.add(id);
  for (const [id, { shortID }] of before) if (!versions.has(id)) changes().deleted.add(shortID);
}

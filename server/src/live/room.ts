import { activeUntil } from '../domain/alerting/maintenance.ts';
import type { AlertSettingsStore } from '../store/alerts/contract.ts';
import type { LiveStore, MonitorVersion } from '../store/live/contract.ts';
import type { News } from './news.ts';

/** Parts of a team's data that a listener may see. */
export interface Audience {
  readonly showsPingURL: boolean;
  /** Short IDs of the projects that a token is limited to; null for all. */
  readonly projects: readonly string[] | null;
}

export interface Listener {
  /** ID of the person behind the session or token. */
  readonly userID: string;
  /** Sends events. Returns false if the listener is so far behind that it should reconnect. */
  readonly send: (events: Uint8Array) => boolean;
  readonly end: () => void;
  /** Parts of the team that the listener may see while `holds` is true. */
  readonly audience: Audience;
  readonly holds: () => Promise<boolean>;
}

/** A team with listeners, and the state that they know. */
export interface Room {
  readonly teamID: string;
  readonly listeners: Set<Listener>;
  /** Versions last sent or last seen; null if no other process can change them. */
  versions: Map<number, MonitorVersion> | null;
  /** Active maintenance windows at the last look; null before the first. */
  maintenance: string | null;
}

export function openRoom(teamID: string): Room {
  return { teamID, listeners: new Set(), versions: null, maintenance: null };
}

export function audiencesOf(room: Room): readonly (readonly [Audience, readonly Listener[]])[] {
  const groups = Map.groupBy(room.listeners, ({ audience }) => JSON.stringify(audience));
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [[group[0].audience, group]],
  );
}

/** Sends the same bytes to all listeners, so that a hundred slow clients need no more memory than one. */
export function sendTo(listeners: Iterable<Listener>, text: string): void {
  const events = encoder.encode(text);
  for (const listener of listeners) if (!listener.send(events)) listener.end();
}

const encoder = new TextEncoder();

/**
 * Checks the whole team and adds unreported changes: those of another process whose hint was lost, and the start or end of
 * maintenance. The first look finds no changes.
 */
export async function lookAround(
  room: Room,
  store: Pick<LiveStore, 'listVersions'> & Pick<AlertSettingsStore, 'listMaintenance'>,
  { now, news }: { readonly now: number; readonly news: () => News },
): Promise<void> {
  const windows = await store.listMaintenance(room.teamID);
  const active = windows.filter((window) => activeUntil(window, now) !== null);
  const maintenance = active.map(({ shortID }) => shortID).join();
  if (room.maintenance !== null && room.maintenance !== maintenance) news().kinds.add('maintenance');
  room.maintenance = maintenance;
  const before = room.versions;
  const found = await store.listVersions(room.teamID);
  if (found === null) return;
  room.versions = new Map(found);
  if (before === null) return;
  for (const [id, { version }] of found) if (before.get(id)?.version !== version) news().monitorIDs.add(id);
  for (const [id, { shortID }] of before) if (!found.has(id)) news().deleted.add(shortID);
}

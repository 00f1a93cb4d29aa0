import { activeUntil } from '../domain/alerting/maintenance.ts';
import type { AlertSettingsStore } from '../store/alerts/contract.ts';
import type { LiveStore, MonitorVersion } from '../store/live/contract.ts';
import type { News } from './news.ts';

/** Parts of a team's news that somebody may see. */
export interface Audience {
  readonly showsPingURL: boolean;
  /** Short IDs of the projects that a token is limited to; null for all. */
  readonly projects: readonly string[] | null;
}

/** Somebody who follows a team. */
export interface Listener {
  /** The person who listens, by a session or a token. */
  readonly userID: string;
  /** False when it is so far behind that it had better begin anew. */
  readonly send: (events: Uint8Array) => boolean;
  readonly end: () => void;
  /** Parts of the team that it may see, for as long as `holds` says so. */
  readonly audience: Audience;
  /** Whether it may still hear of the team. */
  readonly holds: () => Promise<boolean>;
}

/** A team that somebody follows, and what its listeners have been told of it. */
export interface Room {
  readonly teamID: string;
  readonly listeners: Set<Listener>;
  /** As they were told, or as they were found by the last look; null where nobody else can change them. */
  versions: Map<number, MonitorVersion> | null;
  /** Which maintenance windows were active at the last look; null before that. */
  maintenance: string | null;
}

export function openRoom(teamID: string): Room {
  return { teamID, listeners: new Set(), versions: null, maintenance: null };
}

/** Returns the listeners of a room, those who may see the same together. */
export function audiencesOf(room: Room): readonly (readonly [Audience, readonly Listener[]])[] {
  const groups = Map.groupBy(room.listeners, ({ audience }) => JSON.stringify(audience));
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [[group[0].audience, group]],
  );
}

/** Sends the same bytes to all: a hundred clients that do not read keep no more of them than one. */
export function sendTo(listeners: Iterable<Listener>, text: string): void {
  const events = encoder.encode(text);
  for (const listener of listeners) if (!listener.send(events)) listener.end();
}

const encoder = new TextEncoder();

/**
 * Looks at the whole team, and adds to its news what nobody has told of: what another process has changed while its hint was
 * lost, and maintenance that has begun or ended. The first look finds nothing new.
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

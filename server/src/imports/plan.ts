import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { fitName, fitReason } from '../compat/source/draft-item.ts';
import type { ImportBadge, ImportItem, SourceContent } from '../compat/source/item.ts';
import {
  type ChannelOfTeam,
  limitToPlannedChannels,
  type PlannedChannel,
  planChannels,
} from './plan-channels.ts';
import type { PlannedKey } from './plan-keys.ts';

export const OUTCOMES = ['create', 'exists', 'collision', 'left_out'] as const;
/** `exists`: the monitor exists already, and the import doesn't change it. */
export type PlannedOutcome = (typeof OUTCOMES)[number];

export interface PlannedItem {
  readonly outcome: PlannedOutcome;
  readonly name: string;
  /** Null if the item was left out. */
  readonly item: ImportItem | null;
  /** Short ID of the monitor that exists already; null if there is none. */
  readonly monitorShortID: string | null;
  /** Differences from the source, and their reasons. */
  readonly notes: readonly string[];
}

export interface ImportPlan {
  readonly items: readonly PlannedItem[];
  readonly channels: readonly PlannedChannel[];
  readonly badges: readonly ImportBadge[];
  readonly keys: readonly PlannedKey[];
  readonly notes: readonly string[];
  /** Number of items by outcome. */
  readonly counts: Readonly<Record<PlannedOutcome, number>>;
}

export interface MonitorOfTeam {
  readonly shortID: string;
  readonly pingID: string;
  readonly name: string;
  readonly slug: string;
  readonly projectShortID: string;
  readonly schedule: Schedule;
}

export interface PlanContext {
  readonly projectShortID: string;
  readonly monitors: readonly MonitorOfTeam[];
  readonly channels: readonly ChannelOfTeam[];
  readonly keys: readonly PlannedKey[];
  /** Whether a monitor of any team already has this ping ID, or the team has tried too many ping IDs. */
  readonly isTaken: (normalizedPingID: string) => boolean;
}

/** Doesn't say whether another team has the ping ID, because ping IDs are credentials. */
const NOT_KEPT = 'The ping ID can’t be kept here. The job would need a new ping URL.';
const TWICE = 'The source contains this ping ID twice.';

/**
 * Returns the names of all items and keys that collide. If there are collisions, the import is refused or skips these items and
 * keys.
 */
export function collisionsOf({ items, keys }: ImportPlan): readonly string[] {
  return [
    ...items.filter(({ outcome }) => outcome === 'collision').map(({ name }) => name),
    ...keys.filter(({ outcome }) => outcome === 'collision').map(({ name }) => name),
  ];
}

/** Compares the content of a source with the team's monitors, channels and keys. Changes nothing. */
export function planImport(content: SourceContent, context: PlanContext): ImportPlan {
  const channels = planChannels(content, context.channels);
  const find = existingIn(context);
  const seen = new Set<string>();
  const items = content.items.map((item): PlannedItem => {
    const { name } = item;
    const normalizedPingID = item.pingID === null ? null : normalizePingID(item.pingID);
    const isRepeated = normalizedPingID !== null && seen.has(normalizedPingID);
    if (normalizedPingID !== null) seen.add(normalizedPingID);
    if (isRepeated) return { outcome: 'collision', name, item, monitorShortID: null, notes: [TWICE] };
    const existing = find(item, normalizedPingID);
    if (existing !== null)
      return {
        outcome: 'exists',
        name,
        item,
        monitorShortID: existing.shortID,
        notes: differences(item, existing),
      };
    if (normalizedPingID !== null && context.isTaken(normalizedPingID))
      return { outcome: 'collision', name, item, monitorShortID: null, notes: [NOT_KEPT] };
    const used = limitToPlannedChannels(item, { planned: channels, ofTeam: context.channels });
    return { outcome: 'create', name, item: used, monitorShortID: null, notes: used.notes };
  });
  const leftOut = content.leftOut.map(
    ({ name, reason }): PlannedItem => ({
      outcome: 'left_out',
      name: fitName(name, []),
      item: null,
      monitorShortID: null,
      notes: [fitReason(reason)],
    }),
  );
  const allItems = [...items, ...leftOut];
  const { badges = [], notes } = content;
  return { items: allItems, channels, badges, keys: context.keys, notes, counts: countOutcomes(allItems) };
}

function countOutcomes(items: readonly PlannedItem[]): ImportPlan['counts'] {
  const counts = { create: 0, exists: 0, collision: 0, left_out: 0 };
  for (const { outcome } of items) counts[outcome] += 1;
  return counts;
}

/** Returns a function that finds an item's existing monitor: by ping ID, otherwise by slug or name in the project. */
function existingIn({
  monitors,
  projectShortID,
}: PlanContext): (item: ImportItem, normalizedPingID: string | null) => MonitorOfTeam | null {
  const byPingID = new Map(monitors.map((monitor) => [normalizePingID(monitor.pingID), monitor]));
  const inProject = monitors.filter((monitor) => monitor.projectShortID === projectShortID);
  const bySlug = new Map(inProject.map((monitor) => [monitor.slug, monitor]));
  const byName = new Map(inProject.map((monitor) => [monitor.name, monitor]));
  return ({ name, slug }, normalizedPingID) => {
    if (normalizedPingID !== null) return byPingID.get(normalizedPingID) ?? null;
    return (slug === null || slug === '' ? byName.get(name) : bySlug.get(slug)) ?? null;
  };
}

function differences(item: ImportItem, existing: MonitorOfTeam): readonly string[] {
  const fields = [
    ...(item.name === existing.name ? [] : ['name']),
    ...(isSameSchedule(item.rules.schedule, existing.schedule) ? [] : ['schedule']),
  ];
  return fields.length === 0
    ? []
    : [`The monitor exists in Overdue and keeps its different ${fields.join(' and ')}.`];
}

function isSameSchedule(a: Schedule, b: Schedule): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

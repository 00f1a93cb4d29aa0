/** How far apart two incidents may open to count as opened at the same time. */
export const TOGETHER_MS = 5 * 60_000;

export const RELATIONS = ['time', 'host', 'tag'] as const;
export type Relation = (typeof RELATIONS)[number];

interface Comparable {
  readonly monitorID: number;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly tags: readonly string[];
  /** Address of the monitor's last ping; null if it has none. */
  readonly host: string | null;
}

/** Returns what an incident has in common with one of another monitor. Incidents of the same monitor are never related. */
export function relationsOf(incident: Comparable, other: Comparable): readonly Relation[] {
  if (incident.monitorID === other.monitorID) return [];
  const openedTogether = Math.abs(incident.openedAt - other.openedAt) <= TOGETHER_MS;
  const sharesHost = incident.host !== null && incident.host === other.host;
  const sharesTag = incident.tags.some((tag) => other.tags.includes(tag));
  return [
    ...(openedTogether ? (['time'] as const) : []),
    ...(overlaps(incident, other) && sharesHost ? (['host'] as const) : []),
    ...(overlaps(incident, other) && sharesTag ? (['tag'] as const) : []),
  ];
}

/** Whether both monitors were down at some moment, or went down at the same time. */
function overlaps(a: Comparable, b: Comparable): boolean {
  const start = Math.max(a.openedAt, b.openedAt);
  const end = Math.min(a.closedAt ?? Number.POSITIVE_INFINITY, b.closedAt ?? Number.POSITIVE_INFINITY);
  return start <= end || Math.abs(a.openedAt - b.openedAt) <= TOGETHER_MS;
}

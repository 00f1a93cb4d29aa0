/** Maximum time between the starts of two incidents that count as opened at the same time. */
export const OPENED_TOGETHER_WITHIN_MS = 5 * 60_000;

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

/** Returns how two incidents of different monitors are related. Incidents of the same monitor are never related. */
export function relationsOf(incident: Comparable, other: Comparable): readonly Relation[] {
  if (incident.monitorID === other.monitorID) return [];
  const openedTogether = Math.abs(incident.openedAt - other.openedAt) <= OPENED_TOGETHER_WITHIN_MS;
  const sharesHost = incident.host !== null && incident.host === other.host;
  return [
    ...(openedTogether ? (['time'] as const) : []),
    ...(overlaps(incident, other) && sharesHost ? (['host'] as const) : []),
    ...(overlaps(incident, other) && commonTags(incident, other).length > 0 ? (['tag'] as const) : []),
  ];
}

export function commonTags(
  { tags }: Pick<Comparable, 'tags'>,
  other: Pick<Comparable, 'tags'>,
): readonly string[] {
  return tags.filter((tag) => other.tags.includes(tag));
}

/** Minimum number of monitors that must have an address before any address counts as common. */
const HOSTS_MIN = 4;

/**
 * Whether most monitors report from the address `host`, for example through one gateway. A shared address then says little about
 * two incidents. `hosts`: addresses of monitors that are not down.
 */
export function isCommonHost(host: string, hosts: readonly string[]): boolean {
  return (
    hosts.length >= HOSTS_MIN && hosts.filter((candidate) => candidate === host).length * 2 > hosts.length
  );
}

interface Related {
  readonly record: Pick<Comparable, 'openedAt'>;
  readonly relations: readonly Relation[];
}

/** A common host says the most about a common cause; in an outage, many incidents have the same time. */
const STRENGTHS: Readonly<Record<Relation, number>> = { host: 4, tag: 2, time: 1 };

/** Sorts incidents that are related to an incident opened at `openedAt`: the strongest relations first, among equals the nearest. */
export function sortRelated<Each extends Related>(related: readonly Each[], openedAt: number): Each[] {
  const strength = ({ relations }: Each) => relations.reduce((sum, relation) => sum + STRENGTHS[relation], 0);
  const distance = ({ record }: Each) => Math.abs(record.openedAt - openedAt);
  return related.toSorted(
    (a, b) => strength(b) - strength(a) || distance(a) - distance(b) || b.record.openedAt - a.record.openedAt,
  );
}

/** Whether both monitors were down at some moment, or went down at the same time. */
function overlaps(a: Comparable, b: Comparable): boolean {
  const start = Math.max(a.openedAt, b.openedAt);
  const end = Math.min(a.closedAt ?? Number.POSITIVE_INFINITY, b.closedAt ?? Number.POSITIVE_INFINITY);
  return start <= end || Math.abs(a.openedAt - b.openedAt) <= OPENED_TOGETHER_WITHIN_MS;
}

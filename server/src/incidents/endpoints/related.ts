import type { Access } from '@overdue/domain/access/access.ts';
import {
  commonTags,
  isCommonHost,
  OPENED_TOGETHER_WITHIN_MS,
  type Relation,
  relationsOf,
  sortRelated,
} from '@overdue/domain/incidents/relations.ts';
import type { MonitorListStore, MonitorStore } from '../../monitors/contract.ts';
import type { IncidentFilter, IncidentRecord, IncidentStore } from '../contract.ts';

/** Maximum incidents that are compared: those opened around the same time, and open ones. Also the maximum number that is counted. */
export const COMPARED_MAX = 100;
/** Maximum number of related incidents that are listed. */
const RELATED_MAX = 5;
/** Maximum monitors whose last ping is read to get the sender's address. */
const HOSTS_MAX = 50;
/** Maximum other monitors to sample when checking whether most monitors share an address. */
const SAMPLED_MAX = 20;

type EventStore = Pick<MonitorStore, 'listEvents'> & Pick<MonitorListStore, 'listMonitors'>;

export interface RelatedIncident {
  readonly record: IncidentRecord;
  readonly relations: readonly Relation[];
  readonly commonTags: readonly string[];
}

export function projectFilter({ projects }: Access): Pick<IncidentFilter, 'projects'> {
  return projects === null ? {} : { projects };
}

/** Incidents that opened within a few minutes of an incident, itself included. */
export interface OpenedTogether {
  readonly count: number;
  /** Whether there are more incidents than were counted. */
  readonly isMore: boolean;
  /** First and last opening, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

export interface Related {
  readonly openedTogether: OpenedTogether;
  /** The strongest relations first, one incident per monitor. */
  readonly related: readonly RelatedIncident[];
}

/** Returns the incidents that opened around the same time, and those of other monitors that have most in common with an incident. */
export async function findRelated(
  incident: IncidentRecord,
  access: Access,
  { store }: { readonly store: Pick<IncidentStore, 'listIncidents'> & EventStore },
): Promise<Related> {
  const { teamID, openedAt, monitorID } = incident;
  const common = { ...projectFilter(access), limit: COMPARED_MAX + 1 };
  const together = await store.listIncidents(teamID, {
    ...common,
    openedFrom: openedAt - OPENED_TOGETHER_WITHIN_MS,
    openedTo: openedAt + OPENED_TOGETHER_WITHIN_MS,
  });
  const open = await store.listIncidents(teamID, { ...common, state: 'open' });
  const others = [...new Map([...together, ...open].map((other) => [other.id, other])).values()]
    .filter((other) => other.monitorID !== monitorID)
    .sort((a, b) => b.id - a.id);
  const compared = [monitorID, ...others.map((other) => other.monitorID)];
  const hosts = await readHosts(compared, store);
  const own = hosts.get(monitorID);
  // Ignores an address that most monitors share, because it doesn't relate incidents.
  if (own !== undefined && others.some((other) => hosts.get(other.monitorID) === own)) {
    const sampled = await sampleHosts(teamID, new Set(compared), store);
    if (isCommonHost(own, sampled)) hosts.clear();
  }
  const comparable = (record: IncidentRecord) => ({
    ...record,
    tags: record.monitor.tags,
    host: hosts.get(record.monitorID) ?? null,
  });
  const related = others
    .map((record) => ({
      record,
      relations: relationsOf(comparable(incident), comparable(record)),
      commonTags: commonTags(incident.monitor, record.monitor),
    }))
    .filter(({ relations }) => relations.length > 0);
  return {
    openedTogether: countTogether([incident, ...together]),
    related: firstOfEachMonitor(sortRelated(related, openedAt)).slice(0, RELATED_MAX),
  };
}

function countTogether(incidents: readonly IncidentRecord[]): OpenedTogether {
  const times = [...new Map(incidents.map(({ id, openedAt }) => [id, openedAt])).values()];
  return {
    count: Math.min(times.length, COMPARED_MAX),
    isMore: times.length > COMPARED_MAX,
    from: Math.min(...times),
    to: Math.max(...times),
  };
}

function firstOfEachMonitor(related: readonly RelatedIncident[]): readonly RelatedIncident[] {
  const first = new Map<number, RelatedIncident>();
  for (const each of related) if (!first.has(each.record.monitorID)) first.set(each.record.monitorID, each);
  return [...first.values()];
}

/** Returns the addresses of some of the team's monitors, other than the given addresses. */
async function sampleHosts(
  teamID: string,
  except: ReadonlySet<number>,
  store: EventStore,
): Promise<readonly string[]> {
  const listed = await store.listMonitors(teamID, { limit: SAMPLED_MAX + except.size });
  const sampled = listed.map(({ id }) => id).filter((id) => !except.has(id));
  return [...(await readHosts(sampled.slice(0, SAMPLED_MAX), store)).values()];
}

/** Returns the address of each monitor's last ping. */
async function readHosts(monitorIDs: readonly number[], store: EventStore): Promise<Map<number, string>> {
  const some = [...new Set(monitorIDs)].slice(0, HOSTS_MAX);
  const last = await Promise.all(
    some.map(async (id) => [id, (await store.listEvents(id, { limit: 1 }))[0]] as const),
  );
  return new Map(
    last.flatMap(([id, event]) => (event === undefined ? [] : [[id, event.request.remoteAddress] as const])),
  );
}

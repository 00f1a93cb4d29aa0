import type { Access } from '../../../domain/access/access.ts';
import {
  commonTags,
  isCommonHost,
  OPENED_TOGETHER_WITHIN_MS,
  type Relation,
  relationsOf,
  sortRelated,
} from '../../../domain/incidents/relations.ts';
import type { IncidentFilter, IncidentRecord, IncidentStore } from '../../../store/incidents/contract.ts';
import type { MonitorListStore, MonitorStore } from '../../../store/monitors/contract.ts';

/** Maximum number of related incidents, and of open incidents to compare. */
export const RELATED_MAX = 100;
/** Maximum monitors whose last ping is read to get the sender's address. */
export const HOSTS_MAX = 50;
/** Maximum other monitors to sample when checking whether most monitors share an address. */
export const SAMPLED_MAX = 20;

type EventStore = Pick<MonitorStore, 'listEvents'> & Pick<MonitorListStore, 'listMonitors'>;

export interface RelatedIncident {
  readonly record: IncidentRecord;
  readonly relations: readonly Relation[];
  readonly commonTags: readonly string[];
}

export function projectFilter({ projects }: Access): Pick<IncidentFilter, 'projects'> {
  return projects === null ? {} : { projects };
}

/** Returns other monitors' incidents that opened around the same time, or that share a host or tag. */
export async function findRelated(
  incident: IncidentRecord,
  access: Access,
  { store }: { readonly store: Pick<IncidentStore, 'listIncidents'> & EventStore },
): Promise<readonly RelatedIncident[]> {
  const { teamID, openedAt, monitorID } = incident;
  const common = { ...projectFilter(access), limit: RELATED_MAX + 1 };
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
  return sortRelated(related, openedAt).slice(0, RELATED_MAX);
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

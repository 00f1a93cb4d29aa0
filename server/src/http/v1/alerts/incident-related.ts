import type { Access } from '../../../domain/access/access.ts';
import { type Relation, relationsOf, TOGETHER_MS } from '../../../domain/incidents/relations.ts';
import type { IncidentFilter, IncidentRecord, IncidentStore } from '../../../store/alerts/contract.ts';
import type { MonitorStore } from '../../../store/monitors/contract.ts';

/** Maximum related incidents, and maximum open ones that are compared. */
export const RELATED_MAX = 100;
/** Maximum monitors whose last ping is read for its address. */
export const HOSTS_MAX = 50;

type EventStore = Pick<MonitorStore, 'listEvents'>;

export interface RelatedIncident {
  readonly record: IncidentRecord;
  readonly relations: readonly Relation[];
}

export function projectFilter({ projects }: Access): Pick<IncidentFilter, 'projects'> {
  return projects === null ? {} : { projects };
}

/** Returns other monitors' incidents that opened around the same time, or that share a host or tag, newest first. */
export async function findRelated(
  incident: IncidentRecord,
  access: Access,
  { store }: { readonly store: Pick<IncidentStore, 'listIncidents'> & EventStore },
): Promise<readonly RelatedIncident[]> {
  const { teamID, openedAt, monitorID } = incident;
  const common = { ...projectFilter(access), limit: RELATED_MAX + 1 };
  const together = await store.listIncidents(teamID, {
    ...common,
    openedFrom: openedAt - TOGETHER_MS,
    openedTo: openedAt + TOGETHER_MS,
  });
  const open = await store.listIncidents(teamID, { ...common, state: 'open' });
  const others = [...new Map([...together, ...open].map((other) => [other.id, other])).values()]
    .filter((other) => other.monitorID !== monitorID)
    .sort((a, b) => b.id - a.id);
  const hosts = await readHosts([monitorID, ...others.map((other) => other.monitorID)], store);
  const compared = (record: IncidentRecord) => ({
    ...record,
    tags: record.monitor.tags,
    host: hosts.get(record.monitorID) ?? null,
  });
  return others
    .map((record) => ({ record, relations: relationsOf(compared(incident), compared(record)) }))
    .filter(({ relations }) => relations.length > 0)
    .slice(0, RELATED_MAX);
}

/** Returns the address of each monitor's last ping. */
async function readHosts(
  monitorIDs: readonly number[],
  store: EventStore,
): Promise<ReadonlyMap<number, string>> {
  const some = [...new Set(monitorIDs)].slice(0, HOSTS_MAX);
  const last = await Promise.all(
    some.map(async (id) => [id, (await store.listEvents(id, { limit: 1 }))[0]] as const),
  );
  return new Map(
    last.flatMap(([id, event]) => (event === undefined ? [] : [[id, event.request.remoteAddress] as const])),
  );
}

import type { Incident, MaintenanceWindow } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import type { Span } from './spans.ts';

/**
 * An incident as the timelines draw it. The fields that a member can change are left out, because {@link readChanged} doesn't read
 * an older incident again after such a change.
 */
export interface DrawnIncident extends Pick<Incident, 'incidentID' | 'openedAt' | 'closedAt'> {
  readonly monitor: Pick<Incident['monitor'], 'shortID'>;
}

const INCIDENTS_MAX = 1000;

/** Incidents per request when only those that have changed are read. */
const CHANGED_PAGE = 25;
/** Maximum requests in each order, before all incidents are read again. */
const CHANGED_PAGES_MAX = 8;

/**
 * Reads the incidents that have opened or ended since `known` was read, page by page until the first known one, because reading
 * all of them again after each change of an outage would take megabytes. Returns null if too many have changed.
 */
async function readChanged(
  known: readonly DrawnIncident[],
  filter: { readonly monitor?: string },
  signal: AbortSignal,
): Promise<readonly DrawnIncident[] | null> {
  const open = new Map(known.map(({ incidentID, closedAt }) => [incidentID, closedAt === null]));
  const changed: DrawnIncident[] = [];
  for (const order of ['opened', 'ended'] as const) {
    const isKnown = ({ incidentID }: Incident) =>
      order === 'opened' ? open.has(incidentID) : open.get(incidentID) === false;
    let cursor: string | null = null;
    for (let pages = 0; ; pages += 1) {
      if (pages === CHANGED_PAGES_MAX) return null;
      const query = { ...filter, order, limit: CHANGED_PAGE, cursor: cursor ?? undefined };
      const page: { readonly incidents: readonly Incident[]; readonly nextCursor: string | null } =
        await api.incidents.list(query, { signal });
      changed.push(...page.incidents);
      cursor = page.nextCursor;
      if (cursor === null || page.incidents.some(isKnown)) break;
    }
  }
  return changed;
}

/** Returns the newest incidents, newest first. */
function withChanged(
  known: readonly DrawnIncident[],
  changed: readonly DrawnIncident[],
): readonly DrawnIncident[] {
  const byID = new Map([...known, ...changed].map((incident) => [incident.incidentID, incident]));
  return [...byID.values()]
    .sort((a, b) => Date.parse(b.openedAt) - Date.parse(a.openedAt))
    .slice(0, INCIDENTS_MAX);
}

export function drawnIncidentsQuery(shortID: string | null) {
  return queryOptions({
    queryKey: ['incidents', 'drawn', shortID],
    queryFn: async ({ signal, client, queryKey }): Promise<readonly DrawnIncident[]> => {
      const monitor = shortID === null ? {} : { monitor: shortID };
      const known = client.getQueryData<readonly DrawnIncident[]>(queryKey);
      if (known === undefined)
        return (await api.incidents.list({ ...monitor, limit: INCIDENTS_MAX }, { signal })).incidents;
      const changed = await readChanged(known, monitor, signal);
      return changed === null
        ? (await api.incidents.list({ ...monitor, limit: INCIDENTS_MAX }, { signal })).incidents
        : withChanged(known, changed);
    },
  });
}

export const drawnMaintenanceQuery = queryOptions({
  queryKey: ['maintenance', 'drawn'],
  queryFn: ({ signal }): Promise<readonly MaintenanceWindow[]> => api.maintenance.list({ signal }),
});

export function maintenanceSpans(
  window: MaintenanceWindow,
  fires: readonly number[],
  within: Span,
): readonly Span[] {
  const spans =
    window.startsAt !== null && window.endsAt !== null
      ? [{ from: Date.parse(window.startsAt), to: Date.parse(window.endsAt) }]
      : fires.map((at) => ({ from: at, to: at + (window.duration ?? 0) * 1000 }));
  return spans.filter(({ from, to }) => to > within.from && from < within.to);
}

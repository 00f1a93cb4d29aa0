import type { OpenIncident } from '@overdue/domain/incidents/incident.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { MaintenanceStore } from '../maintenance/contract.ts';
import { readMaintenance } from '../maintenance/now.ts';
import type { MonitorView } from './json.ts';

interface ViewParts {
  readonly store: MaintenanceStore & {
    listIncidentSummaries(
      teamID: string,
      filter: { readonly monitorIDs?: readonly number[] },
    ): Promise<readonly (OpenIncident & { readonly monitorID: number })[]>;
  };
  readonly baseURL: string;
}

/** Reads the additional data for the JSON of monitors, either for the given monitors or for the whole team. */
export async function readMonitorView(
  { store, baseURL }: ViewParts,
  {
    teamID,
    records,
    now,
    showsPingURL,
  }: {
    readonly teamID: string;
    readonly records?: readonly MonitorRecord[];
    readonly now: number;
    readonly showsPingURL: boolean;
  },
): Promise<MonitorView> {
  const down = records?.filter(({ state }) => state.incident !== null).map(({ id }) => id);
  const incidents = await store.listIncidentSummaries(teamID, down === undefined ? {} : { monitorIDs: down });
  return {
    baseURL,
    now,
    maintenance: await readMaintenance(store, teamID, now),
    incidents: new Map(incidents.map((incident) => [incident.monitorID, incident])),
    showsPingURL,
  };
}

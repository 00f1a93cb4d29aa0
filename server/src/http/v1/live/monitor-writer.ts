import type { IncidentStore } from '../../../store/incidents/contract.ts';
import type { MaintenanceStore } from '../../../store/maintenance/contract.ts';
import type { MonitorRecord } from '../../../store/records.ts';
import { writeMonitor } from '../monitors/json.ts';
import { readMonitorView } from '../monitors/view.ts';

/** Creates a function that writes monitors for live events, in the same form as the list. */
export function createMonitorWriter(
  store: MaintenanceStore & Pick<IncidentStore, 'listIncidentSummaries'>,
  baseURL: () => string,
) {
  return async (
    teamID: string,
    records: readonly MonitorRecord[],
    { now, showsPingURL }: { readonly now: number; readonly showsPingURL: boolean },
  ): Promise<readonly string[]> => {
    const view = await readMonitorView({ store, baseURL: baseURL() }, { teamID, records, now, showsPingURL });
    return records.map((record) => JSON.stringify(writeMonitor(record, view)));
  };
}

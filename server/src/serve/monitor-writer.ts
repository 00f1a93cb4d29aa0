import type { SealedChecks } from '../checks/sealed-check.ts';
import type { IncidentStore } from '../incidents/contract.ts';
import type { WriteMonitors } from '../live/team-changes.ts';
import type { MaintenanceStore } from '../maintenance/contract.ts';
import { readMonitorView, writeMonitor, writeMonitorRow } from '../monitors/json.ts';

/** Creates a function that writes monitors for live events, in the same form as the list. */
export function createMonitorWriter(
  store: MaintenanceStore & Pick<IncidentStore, 'listIncidentSummaries'>,
  sealedChecks: SealedChecks,
  baseURL: () => string,
): WriteMonitors {
  return async (teamID, records, { now, showsPingURL, rowsOnly }) => {
    const view = await readMonitorView(
      { store, sealedChecks, baseURL: baseURL() },
      { teamID, records, now, showsPingURL },
    );
    const write = rowsOnly ? writeMonitorRow : writeMonitor;
    return records.map((record) => JSON.stringify(write(record, view)));
  };
}

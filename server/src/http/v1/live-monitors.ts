import type { AlertSettingsStore } from '../../store/alert-store.ts';
import type { MonitorRecord } from '../../store/store.ts';
import { readMaintenance } from './maintenance-now.ts';
import { writeMonitor } from './monitor-json.ts';

/** Writes monitors for live events: each is what the list has of it. */
export function createMonitorWriter(store: AlertSettingsStore, baseURL: () => string) {
  return async (
    teamID: string,
    records: readonly MonitorRecord[],
    now: number,
  ): Promise<readonly string[]> => {
    const view = { baseURL: baseURL(), now, maintenance: await readMaintenance(store, teamID, now) };
    return records.map((record) => JSON.stringify(writeMonitor(record, view)));
  };
}

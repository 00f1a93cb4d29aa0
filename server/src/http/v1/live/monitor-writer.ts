import type { ChannelStore } from '../../../store/channels/contract.ts';
import type { MonitorRecord } from '../../../store/records.ts';
import { readMaintenance } from '../alerts/maintenance-now.ts';
import { writeMonitor } from '../monitors/json.ts';

/** Events contain monitors in the same form as the list. */
export function createMonitorWriter(store: Pick<ChannelStore, 'maintenance'>, baseURL: () => string) {
  return async (
    teamID: string,
    records: readonly MonitorRecord[],
    { now, showsPingURL }: { readonly now: number; readonly showsPingURL: boolean },
  ): Promise<readonly string[]> => {
    const maintenance = await readMaintenance(store, teamID, now);
    const view = { baseURL: baseURL(), now, maintenance, showsPingURL };
    return records.map((record) => JSON.stringify(writeMonitor(record, view)));
  };
}

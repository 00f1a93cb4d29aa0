import { activeUntil, isCovered, type MaintenanceSubject } from '../../domain/alerting/maintenance.ts';
import type { AlertSettingsStore } from '../../store/alert-store.ts';
import type { MonitorRecord } from '../../store/store.ts';

/**
 * Which of a team's monitors are in maintenance at a time. The windows are read and judged once for a whole list: most often
 * none is active, and then a monitor costs nothing.
 */
export async function readMaintenance(
  store: AlertSettingsStore,
  teamID: string,
  now: number,
): Promise<(record: MonitorRecord) => boolean> {
  const windows = await store.listMaintenance(teamID);
  const scopes = windows.filter((window) => activeUntil(window, now) !== null).map(({ scope }) => scope);
  return (record) => scopes.some((scope) => isCovered(scope, subjectOf(record)));
}

function subjectOf({ shortID, projectShortID, details }: MonitorRecord): MaintenanceSubject {
  return { shortID, tags: details.tags, projectShortID };
}

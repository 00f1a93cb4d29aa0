import { activeUntil, isCovered, type MaintenanceSubject } from '../../../domain/alerting/maintenance.ts';
import type { AlertSettingsStore } from '../../../store/alerts/contract.ts';
import type { MonitorRecord } from '../../../store/records.ts';

/** What maintenance a team is in at a time. */
export interface MaintenanceNow {
  /** Whether any window is active. */
  readonly isAnywhere: boolean;
  covers(record: MonitorRecord): boolean;
}

/** The windows are read and judged once for a whole list: most often none is active, and then a monitor costs nothing. */
export async function readMaintenance(
  store: AlertSettingsStore,
  teamID: string,
  now: number,
): Promise<MaintenanceNow> {
  const windows = await store.listMaintenance(teamID);
  const scopes = windows.filter((window) => activeUntil(window, now) !== null).map(({ scope }) => scope);
  return {
    isAnywhere: scopes.length > 0,
    covers: (record) => scopes.some((scope) => isCovered(scope, subjectOf(record))),
  };
}

function subjectOf({ shortID, projectShortID, details }: MonitorRecord): MaintenanceSubject {
  return { shortID, tags: details.tags, projectShortID };
}

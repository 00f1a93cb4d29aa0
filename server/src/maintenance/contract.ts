import type { MaintenanceWindow } from '@overdue/domain/alerting/alert-settings.ts';
import { activeUntil } from '@overdue/domain/alerting/maintenance.ts';
import { isCovered, type MaintenanceSubject } from '@overdue/domain/alerting/maintenance-scope.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { Resources, SettingsTypes } from '../database/resources/contract.ts';

export type MaintenanceResource = SettingsTypes<MaintenanceWindow>;

export interface MaintenanceStore {
  readonly maintenance: Resources<MaintenanceResource>;
}

export interface MaintenanceNow {
  readonly isAnywhere: boolean;
  covers(record: MonitorRecord): boolean;
}

/** Finds the active windows once per list, so that monitors are not compared with inactive windows. */
export async function readMaintenance(
  store: MaintenanceStore,
  teamID: string,
  now: number,
): Promise<MaintenanceNow> {
  const windows = await store.maintenance.list(teamID);
  const scopes = windows.filter((window) => activeUntil(window, now) !== null).map(({ scope }) => scope);
  return {
    isAnywhere: scopes.length > 0,
    covers: (record) => scopes.some((scope) => isCovered(scope, subjectOf(record))),
  };
}

function subjectOf({ shortID, projectShortID, details }: MonitorRecord): MaintenanceSubject {
  return { shortID, tags: details.tags, projectShortID };
}

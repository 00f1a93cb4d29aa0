import type { MaintenanceWindow } from '@overdue/domain/alerting/alert-settings.ts';
import { activeUntil, nextStart } from '@overdue/domain/alerting/maintenance.ts';
import { isCovered } from '@overdue/domain/alerting/maintenance-scope.ts';
import type { MonitorRecord } from '../database/records.ts';

export interface MaintenanceTime {
  readonly shortID: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly monitors: readonly MonitorRecord[];
}

/** Maximum occurrences per window. Without this limit, a window that starts every minute would fill the page. */
const TIMES_MAX = 31;

/** Returns active and planned maintenance between `from` and `to`, for windows that cover any of the monitors. */
export function maintenanceAhead(
  windows: readonly MaintenanceWindow[],
  monitors: readonly MonitorRecord[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly MaintenanceTime[] {
  return windows
    .flatMap((window) => {
      const covered = monitors.filter(({ shortID, projectShortID, details }) =>
        isCovered(window.scope, { shortID, projectShortID, tags: details.tags }),
      );
      if (covered.length === 0) return [];
      const { shortID, name } = window;
      return timesOf(window, from, to).map((time) => ({ shortID, name, ...time, monitors: covered }));
    })
    .toSorted((a, b) => a.from - b.from);
}

function timesOf(window: MaintenanceWindow, from: number, to: number) {
  const { times } = window;
  const lengthMs = times.type === 'once' ? times.to - times.from : times.durationMs;
  const periods: { readonly from: number; readonly to: number }[] = [];
  const endsAt = activeUntil(window, from);
  if (endsAt !== null) periods.push({ from: endsAt - lengthMs, to: endsAt });
  for (let at = nextStart(window, from); at !== null && at < to && periods.length < TIMES_MAX; ) {
    periods.push({ from: at, to: at + lengthMs });
    at = nextStart(window, at);
  }
  return periods;
}

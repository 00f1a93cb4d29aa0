import { cachedCron, latestOccurrence, nextOccurrence } from '../schedule/cron.ts';
import type { MaintenanceWindow } from './alert-settings.ts';
import { isCovered, type MaintenanceSubject } from './maintenance-scope.ts';

/** Maximum adjoining windows that one call of `maintenanceEnd` joins. A later call continues at the returned end. */
const JOINED_MAX = 100;

/**
 * Returns the active maintenance window that ends last, the time at which the monitor's maintenance ends, and the names of the
 * windows that follow one another until then. Maintenance continues through windows that overlap or follow one another without a
 * gap. A window doesn't include its end. Returns null outside maintenance.
 */
export function maintenanceEnd(
  windows: readonly MaintenanceWindow[],
  subject: MaintenanceSubject,
  at: number,
): {
  readonly window: MaintenanceWindow;
  readonly endsAt: number;
  readonly names: readonly string[];
} | null {
  const covering = windows.filter(({ scope }) => isCovered(scope, subject));
  const longest = longestAt(covering, at);
  if (longest === null) return null;
  let { endsAt } = longest;
  const names = new Set([longest.window.name]);
  for (let joined = 0; joined < JOINED_MAX; joined += 1) {
    const following = longestAt(covering, endsAt);
    if (following === null) break;
    endsAt = following.endsAt;
    names.add(following.window.name);
  }
  return { window: longest.window, endsAt, names: [...names] };
}

export function activeUntil({ times }: MaintenanceWindow, at: number): number | null {
  if (times.type === 'once') return times.from <= at && at < times.to ? times.to : null;
  const cron = cachedCron(times.cron, times.timezone);
  const first = nextOccurrence(cron, at - times.durationMs);
  if (first === null || first > at) return null;
  return (latestOccurrence(cron, at) ?? first) + times.durationMs;
}

export function nextStart({ times }: MaintenanceWindow, after: number): number | null {
  if (times.type === 'once') return times.from > after ? times.from : null;
  return nextOccurrence(cachedCron(times.cron, times.timezone), after);
}

function longestAt(windows: readonly MaintenanceWindow[], at: number) {
  let longest: { readonly window: MaintenanceWindow; readonly endsAt: number } | null = null;
  for (const window of windows) {
    const endsAt = activeUntil(window, at);
    if (endsAt !== null && (longest === null || endsAt > longest.endsAt)) longest = { window, endsAt };
  }
  return longest;
}

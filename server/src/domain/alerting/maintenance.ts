import { cachedCron, latestOccurrence, nextOccurrence } from '../schedule/cron.ts';
import type { MaintenanceScope, MaintenanceWindow } from './settings.ts';

/** What a window may be for: a monitor, by its short ID, its tags and its project's short ID. */
export interface MaintenanceSubject {
  readonly shortID: string;
  readonly tags: readonly string[];
  readonly projectShortID: string;
}

/** Windows that follow one another without a gap are joined so often; who looks again at the end finds the rest. */
const JOINED_MAX = 100;

/**
 * Whether a monitor is in maintenance at a time, and until when: the latest end of the windows that overlap or follow one
 * another without a gap. A window has its first millisecond, and not that of its end.
 *
 * @returns the window that holds the longest by itself, with the end of all that join it; null outside of maintenance
 */
export function maintenanceEnd(
  windows: readonly MaintenanceWindow[],
  subject: MaintenanceSubject,
  at: number,
): { readonly window: MaintenanceWindow; readonly endsAt: number } | null {
  const covering = windows.filter(({ scope }) => isCovered(scope, subject));
  const longest = longestAt(covering, at);
  if (longest === null) return null;
  let { endsAt } = longest;
  for (let joined = 0; joined < JOINED_MAX; joined += 1) {
    const following = longestAt(covering, endsAt);
    if (following === null) break;
    endsAt = following.endsAt;
  }
  return { window: longest.window, endsAt };
}

/** Whether a monitor is one that a window is for, at whatever time. */
export function isCovered(scope: MaintenanceScope, subject: MaintenanceSubject): boolean {
  const { monitors, tags, projects } = scope;
  if (monitors.length === 0 && tags.length === 0 && projects.length === 0) return true;
  return (
    monitors.includes(subject.shortID) ||
    projects.includes(subject.projectShortID) ||
    subject.tags.some((tag) => tags.includes(tag))
  );
}

/** When a window that is active at a time ends, by itself; null when it is not active then. */
export function activeUntil({ times }: MaintenanceWindow, at: number): number | null {
  if (times.type === 'once') return times.from <= at && at < times.to ? times.to : null;
  const cron = cachedCron(times.cron, times.timezone);
  const first = nextOccurrence(cron, at - times.durationMs);
  if (first === null || first > at) return null;
  return (latestOccurrence(cron, at) ?? first) + times.durationMs;
}

/** When a window begins next, strictly after a time; null when it never does again. */
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

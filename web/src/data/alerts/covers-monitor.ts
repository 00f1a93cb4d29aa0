import type { MaintenanceWindow, MonitorRow } from '@overdue/sdk';

/**
 * Whether a maintenance window covers a monitor. A window without a scope covers all monitors. Corresponds to `isCovered` in
 * `domain/src/alerting/maintenance.ts`.
 */
export function coversMonitor(
  window: Pick<MaintenanceWindow, 'monitors' | 'tags' | 'projects'>,
  { shortID, tags, projectShortID }: Pick<MonitorRow, 'shortID' | 'tags' | 'projectShortID'>,
): boolean {
  const isUnscoped = window.monitors.length + window.tags.length + window.projects.length === 0;
  return (
    isUnscoped ||
    window.monitors.includes(shortID) ||
    window.projects.includes(projectShortID) ||
    window.tags.some((tag) => tags.includes(tag))
  );
}

/** Monitors that a maintenance window includes; all monitors of the team if the three lists are empty. */
export interface MaintenanceScope {
  readonly monitors: readonly string[];
  readonly tags: readonly string[];
  readonly projects: readonly string[];
}

export interface MaintenanceSubject {
  readonly shortID: string;
  readonly tags: readonly string[];
  readonly projectShortID: string;
}

/** Whether a maintenance window with this scope covers the monitor. */
export function isCovered(scope: MaintenanceScope, subject: MaintenanceSubject): boolean {
  const { monitors, tags, projects } = scope;
  if (monitors.length === 0 && tags.length === 0 && projects.length === 0) return true;
  return (
    monitors.includes(subject.shortID) ||
    projects.includes(subject.projectShortID) ||
    subject.tags.some((tag) => tags.includes(tag))
  );
}

import type { MonitorRow } from '@overdue/sdk';

/** Whether the monitor has an open incident that a member has acknowledged. */
export function isAcknowledged({ incident }: Pick<MonitorRow, 'incident'>): boolean {
  return incident !== null && incident.acknowledgedAt !== null;
}

/** Whether the monitor has an open incident that no member has acknowledged. */
export function isUnacknowledged({ incident }: Pick<MonitorRow, 'incident'>): boolean {
  return incident !== null && incident.acknowledgedAt === null;
}

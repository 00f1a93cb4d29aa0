import type { Monitor } from '@overdue/sdk';

/** Whether the monitor has an open incident that a member has acknowledged. */
export function isAcknowledged({ incident }: Monitor): boolean {
  return incident !== null && incident.acknowledgedAt !== null;
}

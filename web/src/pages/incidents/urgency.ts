import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import type { Incident } from '@overdue/sdk';

export type SortableIncident = Pick<Incident, 'acknowledgedAt' | 'closedAt' | 'snoozedUntil' | 'openedAt'> & {
  readonly monitor: Pick<Incident['monitor'], 'severity'>;
};

export function isUnacknowledged({
  acknowledgedAt,
  closedAt,
}: Pick<Incident, 'acknowledgedAt' | 'closedAt'>): boolean {
  return acknowledgedAt === null && closedAt === null;
}

/**
 * Sorts open incidents: unacknowledged, then snoozed, then acknowledged. Each group is sorted by severity, then by start, most
 * severe and newest first.
 */
export function sortByUrgency<I extends SortableIncident>(incidents: readonly I[]): readonly I[] {
  return incidents.toSorted(
    (a, b) =>
      attentionOf(a) - attentionOf(b) ||
      SEVERITIES.indexOf(b.monitor.severity) - SEVERITIES.indexOf(a.monitor.severity) ||
      Date.parse(b.openedAt) - Date.parse(a.openedAt),
  );
}

function attentionOf(incident: SortableIncident): number {
  if (!isUnacknowledged(incident)) return 2;
  return incident.snoozedUntil === null ? 0 : 1;
}

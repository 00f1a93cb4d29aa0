import type { Incident } from '@overdue/sdk';
import { SEVERITIES } from '../../data/monitors/severities.ts';

export type Urgency = Pick<Incident, 'acknowledgedAt' | 'closedAt' | 'snoozedUntil' | 'openedAt'> & {
  readonly monitor: Pick<Incident['monitor'], 'severity'>;
};

export function isUnacknowledged({
  acknowledgedAt,
  closedAt,
}: Pick<Incident, 'acknowledgedAt' | 'closedAt'>): boolean {
  return acknowledgedAt === null && closedAt === null;
}

/** Sorts open incidents: first the ones that need a person, then by severity, the most severe first, then the newest first. */
export function byUrgency<I extends Urgency>(incidents: readonly I[]): readonly I[] {
  return incidents.toSorted(
    (a, b) =>
      attentionOf(a) - attentionOf(b) ||
      SEVERITIES.indexOf(b.monitor.severity) - SEVERITIES.indexOf(a.monitor.severity) ||
      Date.parse(b.openedAt) - Date.parse(a.openedAt),
  );
}

function attentionOf(incident: Urgency): number {
  if (!isUnacknowledged(incident)) return 2;
  return incident.snoozedUntil === null ? 0 : 1;
}

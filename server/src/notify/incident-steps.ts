import type { Alert } from '../domain/alert.ts';
import type { Outcome } from '../outbound/outcome.ts';

/** What an alert asks of a receiver that keeps track of incidents. */
export interface IncidentSteps {
  /** By this the receiver knows what belongs together: the ID of the incident, or of the message where there is none. */
  readonly key: string;
  /** In this order. */
  readonly steps: readonly ('open' | 'close')[];
  /** It is about no incident: it informs, and nothing stays open. */
  readonly isNotice: boolean;
}

export function incidentSteps({ kind, key, items, standsForAlarm }: Alert): IncidentSteps {
  const incident = items[0]?.incident;
  if (incident) {
    switch (kind) {
      case 'down':
      case 'reminder':
      case 'escalation':
        return { key: incident.id, steps: ['open'], isNotice: false };
      case 'recovered':
        // An outage that nobody heard of while it lasted must not stay unseen.
        return { key: incident.id, steps: standsForAlarm ? ['open', 'close'] : ['close'], isNotice: false };
    }
  }
  return { key, steps: ['open', 'close'], isNotice: true };
}

/** Takes steps one after the other, and stops at the first that fails: the next attempt begins anew. */
export async function serialized<Step>(
  steps: readonly Step[],
  take: (step: Step) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome: Outcome = { outcome: 'sent', status: null, answer: 'There was nothing to send.' };
  for (const step of steps) {
    outcome = await take(step);
    if (outcome.outcome !== 'sent') return outcome;
  }
  return outcome;
}

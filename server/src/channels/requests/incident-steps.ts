import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { SendResult } from '../../platform/outbound/outcome.ts';

export interface IncidentSteps {
  /** Key by which the receiver groups messages: the incident's ID, or the message's key if there is no incident. */
  readonly key: string;
  readonly steps: readonly ('open' | 'close')[];
  /** Whether the alert belongs to no incident. Such an alert leaves nothing open at the receiver. */
  readonly isWithoutIncident: boolean;
}

export function incidentSteps({ kind, key, items, includesLostAlarm }: Alert): IncidentSteps {
  const incident = items[0]?.incident;
  if (incident) {
    switch (kind) {
      case 'down':
      case 'reminder':
      case 'escalation':
        return { key: incident.id, steps: ['open'], isWithoutIncident: false };
      case 'recovered':
        // If the alarm was never delivered, opens the incident first, so that the receiver sees the outage.
        return {
          key: incident.id,
          steps: includesLostAlarm ? ['open', 'close'] : ['close'],
          isWithoutIncident: false,
        };
    }
  }
  return { key, steps: ['open', 'close'], isWithoutIncident: true };
}

/** Performs steps in order and stops at the first failure; the next attempt starts over. */
export async function runSteps<Step>(
  steps: readonly Step[],
  take: (step: Step) => Promise<SendResult>,
): Promise<SendResult> {
  let result: SendResult = { outcome: 'sent', status: null, answer: 'Nothing to send.' };
  for (const step of steps) {
    result = await take(step);
    if (result.outcome !== 'sent') return result;
  }
  return result;
}

import { announcedSnooze, currentSnooze, type Snooze, snoozedMs } from '../incidents/snooze.ts';
import type { PlanDraft } from './alert-plan-draft.ts';
import type { IncidentState, PlanInput, Subject } from './alert-plan-input.ts';
import type { EscalationPolicy } from './alert-settings.ts';

export function policyOf(input: PlanInput, subject: Subject): EscalationPolicy | undefined {
  const shortID = subject.alerting.escalation ?? subject.project.alerting.escalation;
  return input.escalations.find((policy) => policy.shortID === shortID);
}

/** Returns the snooze whose end a reminder announces; null for an ordinary reminder. */
export function snoozeEndedBy(
  remindedAt: number,
  { incident, subject }: { readonly incident: IncidentState; readonly subject: Subject },
): Snooze | null {
  return announcedSnooze(incident, { remindedAt, everyMs: remindEveryMs(subject) });
}

/** Returns the interval of reminders; 0 for none. */
function remindEveryMs({ alerting, project }: Subject): number {
  return alerting.remindEveryMs ?? project.alerting.remindEveryMs;
}

/**
 * Sets the next reminder and escalation. Reminders repeat from the start of the incident; escalations follow the policy. Neither is
 * due during a snooze. A snooze ends with a reminder, and stops the clock of the escalation.
 */
export function setTimers(
  draft: PlanDraft,
  {
    incident,
    subject,
    escalationStep,
  }: { readonly incident: IncidentState; readonly subject: Subject; readonly escalationStep: number },
): void {
  const { now } = draft.input;
  const { id: incidentID, openedAt } = incident;
  const everyMs = remindEveryMs(subject);
  const snoozed = currentSnooze(incident, now);
  const step = policyOf(draft.input, subject)?.steps[escalationStep];
  const passed = everyMs === 0 ? 0 : Math.floor((now - openedAt) / everyMs) + 1;
  draft.timers.set(incidentID, {
    incidentID,
    remindAt: snoozed?.until ?? (everyMs === 0 ? null : openedAt + passed * everyMs),
    escalateAt:
      step === undefined
        ? null
        : Math.max(openedAt + snoozedMs(incident.snoozes) + step.afterMs, snoozed?.until ?? now),
    escalationStep,
  });
}

export function clearTimers(draft: PlanDraft, { id: incidentID, escalationStep }: IncidentState): void {
  draft.timers.set(incidentID, { incidentID, remindAt: null, escalateAt: null, escalationStep });
}

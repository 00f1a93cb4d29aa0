import type { PlanDraft } from './plan-draft.ts';
import type { IncidentState, PlanInput, Subject } from './plan-input.ts';
import type { EscalationPolicy } from './settings.ts';

export function policyOf(input: PlanInput, subject: Subject): EscalationPolicy | undefined {
  const shortID = subject.alerting.escalation ?? subject.project.alerting.escalation;
  return input.escalations.find((policy) => policy.shortID === shortID);
}

/** Sets the next reminder and escalation. Reminders repeat from the start of the incident; escalations follow the policy. */
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
  const everyMs = subject.alerting.remindEveryMs ?? subject.project.alerting.remindEveryMs;
  const step = policyOf(draft.input, subject)?.steps[escalationStep];
  const passed = everyMs === 0 ? 0 : Math.floor((now - openedAt) / everyMs) + 1;
  draft.timers.set(incidentID, {
    incidentID,
    remindAt: everyMs === 0 ? null : openedAt + passed * everyMs,
    escalateAt: step === undefined ? null : Math.max(openedAt + step.afterMs, now),
    escalationStep,
  });
}

export function clearTimers(draft: PlanDraft, { id: incidentID, escalationStep }: IncidentState): void {
  draft.timers.set(incidentID, { incidentID, remindAt: null, escalateAt: null, escalationStep });
}

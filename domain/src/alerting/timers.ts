import { escalationDelayMs } from '../incidents/acknowledgement.ts';
import { announcedSnooze, currentSnooze, type Snooze } from '../incidents/snooze.ts';
import type { IncidentTimers } from './alert-plan.ts';
import type { PlanDraft } from './alert-plan-draft.ts';
import type { AlertPlanInput, AlertSubject, IncidentState } from './alert-plan-input.ts';
import { chosenPolicy, type EscalationPolicy } from './escalation-policy.ts';

type AlertedSubject = Pick<AlertSubject, 'alerting' | 'project'>;

export function policyOf(
  { escalations }: Pick<AlertPlanInput, 'escalations'>,
  { alerting, project }: AlertedSubject,
): EscalationPolicy | undefined {
  return chosenPolicy(escalations, { own: alerting.escalation, inherited: project.alerting.escalation });
}

/** Returns the snooze whose end a reminder announces; null for an ordinary reminder. */
export function snoozeEndedBy(
  remindedAt: number,
  { incident, subject }: { readonly incident: IncidentState; readonly subject: AlertSubject },
): Snooze | null {
  return announcedSnooze(incident, { remindedAt, everyMs: remindEveryMs(subject) });
}

/** Returns the milliseconds between reminders; 0 if reminders are off. */
function remindEveryMs({ alerting, project }: AlertedSubject): number {
  return alerting.remindEveryMs ?? project.alerting.remindEveryMs;
}

interface TimedIncident {
  readonly incident: Omit<
    IncidentState,
    'run' | 'alarmedChannelIDs' | 'unsentAlarms' | 'isEscalationPending'
  >;
  readonly subject: AlertedSubject;
}

/**
 * Returns the times of the next reminder and escalation. Reminders repeat from the start of the incident; escalations follow the
 * policy. Neither is due during a snooze. A snooze ends with a reminder. Time covered by a snooze, or by an acknowledgement that
 * was taken back, doesn't count towards the escalation.
 */
export function timersOf(
  input: Pick<AlertPlanInput, 'now' | 'escalations'>,
  { incident, subject }: TimedIncident,
): IncidentTimers {
  const { now } = input;
  const { id: incidentID, openedAt, escalationStep } = incident;
  const everyMs = remindEveryMs(subject);
  const snoozed = currentSnooze(incident, now);
  const step = policyOf(input, subject)?.steps[escalationStep];
  const passed = everyMs === 0 ? 0 : Math.floor((now - openedAt) / everyMs) + 1;
  return {
    incidentID,
    remindAt: snoozed?.until ?? (everyMs === 0 ? null : openedAt + passed * everyMs),
    escalateAt:
      step === undefined
        ? null
        : Math.max(openedAt + escalationDelayMs(incident) + step.afterMs, snoozed?.until ?? now),
    escalationStep,
  };
}

/**
 * Returns the timers of an incident whose acknowledgement was taken back. `waiting`: kinds of the incident's alerts that aren't
 * planned yet. Their timers are null, because planning these alerts sets the timers.
 */
export function continuedTimers(
  input: Pick<AlertPlanInput, 'now' | 'escalations'>,
  { waiting, ...timed }: TimedIncident & { readonly waiting: readonly string[] },
): Pick<IncidentTimers, 'remindAt' | 'escalateAt'> {
  if (waiting.includes('down')) return { remindAt: null, escalateAt: null };
  const { remindAt, escalateAt } = timersOf(input, timed);
  return {
    remindAt: waiting.includes('reminder') ? null : remindAt,
    escalateAt: waiting.includes('escalation') ? null : escalateAt,
  };
}

/** Sets the timers of the incident's next reminder and of the given escalation step. */
export function setTimers(
  draft: PlanDraft,
  {
    incident,
    subject,
    escalationStep,
  }: { readonly incident: IncidentState; readonly subject: AlertSubject; readonly escalationStep: number },
): void {
  draft.timers.set(
    incident.id,
    timersOf(draft.input, { incident: { ...incident, escalationStep }, subject }),
  );
}

/**
 * Sets the next reminder. If an escalation step is pending, leaves `escalateAt` unchanged: a held step is in the outbox and needs
 * no timer. If no step is pending, schedules one, because a policy may have been assigned after the alarm.
 */
export function setReminder(
  draft: PlanDraft,
  { incident, subject }: { readonly incident: IncidentState; readonly subject: AlertSubject },
): void {
  const timers = timersOf(draft.input, { incident, subject });
  const reminder = { incidentID: incident.id, remindAt: timers.remindAt };
  const planned = draft.timers.get(incident.id) ?? (incident.isEscalationPending ? {} : timers);
  draft.timers.set(incident.id, { ...planned, ...reminder });
}

export function clearTimers(draft: PlanDraft, { id: incidentID, escalationStep }: IncidentState): void {
  draft.timers.set(incidentID, { incidentID, remindAt: null, escalateAt: null, escalationStep });
}

import type { AlertPlan } from './alert-plan.ts';
import {
  addMessages,
  alarmedChannels,
  type DraftRow,
  heldRow,
  openPlanDraft,
  type PlanDraft,
  type PlanningContext,
  skippedRow,
  unsentAlarm,
} from './alert-plan-draft.ts';
import type { AlertPlanInput, OutboxRow } from './alert-plan-input.ts';
import { planServiceAlert } from './alerts-about-overdue.ts';
import { alertRoutes, planEscalation, planReminder, withRecipient } from './follow-ups.ts';
import { beginsToFlap, findAlarmHold, findFlappingHold, findSnoozeHold } from './noise.ts';
import { onCallNotes, schedulesOf } from './on-call-routes.ts';
import { finishPlan } from './pack-deliveries.ts';
import { routeMonitor, routeRecovery } from './routing.ts';
import { clearTimers, setTimers } from './timers.ts';
import { flappingNote, labelOf, monitorText, subjectLabel, withLostAlarm } from './wording.ts';

export const NOTHING_TO_ALERT = 'This change causes no alert.';

/** Decides for each outbox row which channels are alerted, or holds the row. Throws if a row can't be planned. */
export function planAlerts(input: AlertPlanInput, context: PlanningContext): AlertPlan {
  const draft = openPlanDraft(input, context);
  for (const row of input.rows) draft.rows.set(row.id, planRow(draft, row));
  return finishPlan(draft);
}

function planRow(draft: PlanDraft, row: OutboxRow): DraftRow {
  switch (row.kind) {
    case 'down':
      return planAlarm(draft, row);
    case 'recovered':
    case 'paused':
      return planRecovery(draft, row);
    case 'failing':
      return planFailure(draft, row);
    case 'reminder':
      return planReminder(draft, row);
    case 'escalation':
      return planEscalation(draft, row);
    case 'blind_window':
    case 'channel_disabled':
    case 'report':
      return planServiceAlert(draft, row, row.kind);
    case 'up':
    case 'resumed':
      return skippedRow(NOTHING_TO_ALERT);
  }
}

function planAlarm(draft: PlanDraft, row: OutboxRow): DraftRow {
  const { input } = draft;
  const { subject, incident } = row;
  if (subject === null || incident === null) return skippedRow('The monitor was deleted.');
  if (row.previousHold !== null && incident.closedAt !== null)
    return skippedRow(`Ended before the alert was sent. ${row.previousHold.reason}`);
  const snoozed = findSnoozeHold(input, incident, subject);
  if (snoozed !== null) {
    // The alarm itself is due at the end of the snooze, so the incident needs no reminder then.
    clearTimers(draft, incident);
    return heldRow(snoozed);
  }
  const hold = findAlarmHold(input, row, subject);
  if (hold !== null) return heldRow(hold);
  if (incident.closedAt === null)
    setTimers(draft, { incident, subject, escalationStep: incident.escalationStep });
  return alertRoutes(draft, {
    row,
    routes: routeMonitor(input, subject, 'down'),
    text: monitorText(input, {
      row,
      label: subjectLabel(subject),
      kind: 'down',
      baseURL: draft.context.baseURL,
      notes: [...flappingNotes(input, row), ...onCallNotes(input, schedulesOf(input, subject))],
    }),
  });
}

/** Plans a recovery. Muting and maintenance never hold it: every channel that received the alarm must also receive the recovery. */
function planRecovery(draft: PlanDraft, row: OutboxRow): DraftRow {
  const { input } = draft;
  const { incident } = row;
  const label = labelOf(row);
  if (label === null || incident === null) return skippedRow('No incident was open.');
  const hold = findFlappingHold(input, row);
  if (hold !== null) return heldRow(hold);
  if (row.previousHold !== null && row.isSuperseded)
    return skippedRow(`Superseded by a later change. ${row.previousHold.reason}`);
  clearTimers(draft, incident);
  const routes = routeRecovery(input, row, alarmedChannels(draft, incident));
  const text = monitorText(input, {
    row,
    label,
    kind: 'recovered',
    baseURL: draft.context.baseURL,
    notes: flappingNotes(input, row),
  });
  return addMessages(draft, {
    row,
    routes,
    write: (route) => {
      const replaces = unsentAlarm(draft, incident, route.channel.id);
      return { alert: withRecipient(replaces === null ? text : withLostAlarm(text), route), replaces };
    },
  });
}

function flappingNotes(input: AlertPlanInput, row: OutboxRow): readonly string[] {
  return beginsToFlap(input, row) ? [flappingNote(row.flapCount, input.team.alerting)] : [];
}

function planFailure(draft: PlanDraft, row: OutboxRow): DraftRow {
  const { input } = draft;
  const { subject } = row;
  if (subject === null) return skippedRow('The monitor was deleted.');
  const hold = findAlarmHold(input, row, subject);
  if (hold !== null) return skippedRow(hold.reason);
  return alertRoutes(draft, {
    row,
    routes: routeMonitor(input, subject, 'failing'),
    text: monitorText(input, {
      row,
      label: subjectLabel(subject),
      kind: 'failing',
      baseURL: draft.context.baseURL,
    }),
  });
}

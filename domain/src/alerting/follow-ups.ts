import {
  addMessages,
  alarmedChannels,
  type DraftRow,
  heldRow,
  type PlanDraft,
  skippedRow,
  type UnkeyedAlert,
} from './alert-plan-draft.ts';
import type { IncidentState, OutboxRow } from './alert-plan-input.ts';
import { findQuietHold, findSnoozeHold } from './noise.ts';
import { onCallNotes, routeOnCall, schedulesOf } from './on-call-routes.ts';
import { type AlertRoute, addAlarmedRoutes, routeEscalation, routeMonitor } from './routing.ts';
import { policyOf, setReminder, setTimers, snoozeEndedBy } from './timers.ts';
import { monitorText, subjectLabel } from './wording.ts';

/**
 * Repeats the alarm of an open incident. The reminder at the end of a snooze also goes to the channels and members of earlier
 * escalation steps.
 */
export function planReminder(draft: PlanDraft, row: OutboxRow): DraftRow {
  const { input } = draft;
  const { subject, incident } = row;
  if (subject === null || incident === null) return skippedRow('The monitor was deleted.');
  const silent = reasonForSilence(incident);
  if (silent !== null) return skippedRow(silent);
  setReminder(draft, { incident, subject });
  const snoozed = findSnoozeHold(input, incident, subject);
  if (snoozed !== null) return skippedRow(snoozed.reason);
  const quiet = findQuietHold(input, subject);
  if (quiet !== null) return skippedRow(quiet.reason);
  const announced = snoozeEndedBy(row.at, { incident, subject });
  const routes = routeMonitor(input, subject, 'reminder');
  return alertRoutes(draft, {
    row,
    routes: announced === null ? routes : addAlarmedRoutes(input, routes, alarmedChannels(draft, incident)),
    text: monitorText(input, {
      row,
      label: subjectLabel(subject),
      kind: 'reminder',
      baseURL: draft.context.baseURL,
      notes: [
        ...(announced === null ? [] : [`The snooze by ${announced.by} has ended.`]),
        ...onCallNotes(input, schedulesOf(input, subject)),
      ],
    }),
  });
}

export function planEscalation(draft: PlanDraft, row: OutboxRow): DraftRow {
  const { input } = draft;
  const { subject, incident } = row;
  if (subject === null || incident === null) return skippedRow('The monitor was deleted.');
  const silent = reasonForSilence(incident);
  if (silent !== null) return skippedRow(silent);
  const snoozed = findSnoozeHold(input, incident, subject);
  if (snoozed !== null) {
    setTimers(draft, { incident, subject, escalationStep: incident.escalationStep });
    return skippedRow(snoozed.reason);
  }
  const quiet = findQuietHold(input, subject);
  if (quiet !== null) return heldRow(quiet);
  const policy = policyOf(input, subject);
  const step = policy?.steps[incident.escalationStep];
  setTimers(draft, { incident, subject, escalationStep: incident.escalationStep + 1 });
  if (policy === undefined || step === undefined)
    return skippedRow('The escalation policy no longer has this step.');
  const reason = `Step ${incident.escalationStep + 1} of the escalation policy ${policy.name}.`;
  const routes = routeEscalation(input, step.channels, reason);
  const alerted = new Set(routes.filter(({ isAlerted }) => isAlerted).map(({ channel }) => channel.id));
  const toOnCall = routeOnCall(draft, step.onCall, reason).filter(({ channel }) => !alerted.has(channel.id));
  return alertRoutes(draft, {
    row,
    routes: [...routes, ...toOnCall],
    text: monitorText(input, {
      row,
      label: subjectLabel(subject),
      kind: 'escalation',
      baseURL: draft.context.baseURL,
      notes: onCallNotes(input, step.onCall),
    }),
  });
}

/** Returns why an incident causes no more alerts; null if it may still cause alerts. */
function reasonForSilence(incident: IncidentState): string | null {
  if (incident.closedAt !== null) return 'The incident has ended.';
  return incident.acknowledgedAt === null ? null : 'The incident has been acknowledged.';
}

export function alertRoutes(
  draft: PlanDraft,
  {
    row,
    routes,
    text,
  }: { readonly row: OutboxRow; readonly routes: readonly AlertRoute[]; readonly text: UnkeyedAlert },
): DraftRow {
  return addMessages(draft, {
    row,
    routes,
    write: (route) => ({ alert: withRecipient(text, route), replaces: null }),
  });
}

export function withRecipient(
  text: UnkeyedAlert,
  { recipient, mailedMemberID, channel }: AlertRoute,
): UnkeyedAlert {
  if (recipient === undefined) return text;
  const named = { ...text, recipient };
  return mailedMemberID === undefined
    ? { ...named, recipientName: channel.name }
    : { ...named, mailedMemberID };
}

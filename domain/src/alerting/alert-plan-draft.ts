import type { Alert } from './alert.ts';
import type { IncidentTimers, ReminderTimer } from './alert-plan.ts';
import type { AlertPlanInput, Hold, IncidentState, OutboxRow } from './alert-plan-input.ts';
import type { RoutedChannel } from './alert-settings.ts';
import type { AlertRoute } from './routing.ts';

export interface PlanningContext {
  readonly newKey: () => string;
  /** Whether the service behind a channel type tracks incidents. Messages to such channels are never combined. */
  readonly tracksIncidents: (type: string) => boolean;
  /** Whether mail is configured, so that members can be mailed without a channel. */
  readonly hasMail: boolean;
  readonly baseURL: string;
}

export type UnkeyedAlert = Omit<Alert, 'key'>;

/** A plan in progress. `finishPlan` turns the draft into the plan. */
export interface PlanDraft {
  readonly input: AlertPlanInput;
  readonly context: PlanningContext;
  readonly messages: PlannedMessage[];
  readonly rows: Map<number, DraftRow>;
  readonly timers: Map<number, IncidentTimers | ReminderTimer>;
}

export interface DraftRow {
  readonly hold: Hold | null;
  readonly entries: readonly ChannelEntry[];
}

export interface ChannelEntry {
  readonly channel: string;
  readonly name: string;
  readonly reason: string;
  readonly message: PlannedMessage | null;
}

export interface PlannedMessage {
  readonly row: OutboxRow;
  readonly channel: RoutedChannel;
  readonly alert: UnkeyedAlert;
  /** The unsent delivery that this message replaces. */
  readonly replacesDelivery: number | null;
  replacedBy: PlannedMessage | null;
}

export interface WrittenMessage {
  readonly alert: UnkeyedAlert;
  readonly replaces: UnsentAlarm | null;
}

export type UnsentAlarm =
  | { readonly in: 'database'; readonly deliveryID: number }
  | { readonly in: 'plan'; readonly messages: readonly PlannedMessage[] };

export function openPlanDraft(input: AlertPlanInput, context: PlanningContext): PlanDraft {
  return { input, context, messages: [], rows: new Map(), timers: new Map() };
}

export function skippedRow(reason: string): DraftRow {
  return { hold: null, entries: [{ channel: '', name: '', reason, message: null }] };
}

export function heldRow(hold: Hold): DraftRow {
  return { hold, entries: [] };
}

/** Plans a message for each route that is to be alerted. `write` returns the text of the message. */
export function addMessages(
  draft: PlanDraft,
  {
    row,
    routes,
    write,
  }: {
    readonly row: OutboxRow;
    readonly routes: readonly AlertRoute[];
    readonly write: (route: AlertRoute) => WrittenMessage | null;
  },
): DraftRow {
  if (routes.length === 0) return skippedRow('The team had no channel.');
  const entries = routes.map((route): ChannelEntry => {
    const { channel, isAlerted, reason } = route;
    const written = isAlerted ? write(route) : null;
    return {
      channel: channel.shortID,
      name: channel.name,
      reason,
      message: written === null ? null : addMessage(draft, { row, channel, written }),
    };
  });
  return { hold: null, entries };
}

function addMessage(
  draft: PlanDraft,
  {
    row,
    channel,
    written: { alert, replaces },
  }: { readonly row: OutboxRow; readonly channel: RoutedChannel; readonly written: WrittenMessage },
): PlannedMessage {
  const message: PlannedMessage = {
    row,
    channel,
    alert,
    replacesDelivery: replaces?.in === 'database' ? replaces.deliveryID : null,
    replacedBy: null,
  };
  if (replaces?.in === 'plan') for (const earlier of replaces.messages) earlier.replacedBy = message;
  draft.messages.push(message);
  return message;
}

/** Returns the channels that have received the incident's alarm, or will receive it through this plan. */
export function alarmedChannels(draft: PlanDraft, incident: IncidentState): ReadonlySet<number> {
  const planned = plannedAlarms(draft, incident).map(({ channel }) => channel.id);
  return new Set([...incident.alarmedChannelIDs, ...planned]);
}

/** Returns the delivery of an incident's alarm to a channel, if no attempt to send it has started; null otherwise. */
export function unsentAlarm(
  draft: PlanDraft,
  incident: IncidentState,
  channelID: number,
): UnsentAlarm | null {
  const messages = plannedAlarms(draft, incident).filter(({ channel }) => channel.id === channelID);
  if (messages.length > 0) return { in: 'plan', messages };
  const deliveryID = incident.unsentAlarms.get(channelID);
  // A combined message can also carry the recovery, so it is not replaced.
  if (deliveryID === undefined || deliveryID === draft.input.combinedMessages.get(channelID)?.deliveryID)
    return null;
  return { in: 'database', deliveryID };
}

function plannedAlarms({ messages }: PlanDraft, incident: IncidentState): readonly PlannedMessage[] {
  return messages.filter(({ row, replacedBy }) => row.incident?.id === incident.id && replacedBy === null);
}

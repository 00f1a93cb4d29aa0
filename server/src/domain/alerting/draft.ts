import type { Alert } from '../alert.ts';
import type { Hold } from './noise.ts';
import type { IncidentTimers } from './plan.ts';
import type { IncidentState, OutboxItem, PlanInput } from './plan-input.ts';
import type { Route } from './routing.ts';
import type { ChannelRoute } from './settings.ts';

/** What planning is given from outside. */
export interface Planning {
  /** A new idempotency key. */
  readonly newKey: () => string;
  /** Whether a channel type keeps track of incidents by itself, so that nothing is gathered for it. */
  readonly tracksIncidents: (type: string) => boolean;
  /** Whether the operator has set up mail, so that members can be told without a channel. */
  readonly hasMail: boolean;
  /** Where the application is reached, without a trailing slash. */
  readonly baseURL: string;
}

export type Text = Omit<Alert, 'key'>;

/** A plan in the making. Never leaves planning: sealing makes the plan of it. */
export interface Draft {
  readonly input: PlanInput;
  readonly planning: Planning;
  /** In the order in which they are told. */
  readonly messages: Message[];
  /** By outbox row. */
  readonly rows: Map<number, DraftRow>;
  /** By incident. */
  readonly timers: Map<number, IncidentTimers>;
}

/** What comes of one row: it is looked at again later, or these are told and not told. */
export interface DraftRow {
  readonly hold: Hold | null;
  readonly entries: readonly Entry[];
}

/** One line of who was told; `message` is null when that channel is not. */
export interface Entry {
  readonly channel: string;
  readonly name: string;
  readonly reason: string;
  readonly message: Message | null;
}

/** What one channel is told of one row. */
export interface Message {
  readonly row: OutboxItem;
  readonly channel: ChannelRoute;
  readonly text: Text;
  /** The delivery that waits for this channel and need not be sent any more. */
  readonly replacesDelivery: number | null;
  /** The message of this very plan that says it, too. */
  replacedBy: Message | null;
}

/** What a channel is told, and of which unsent alarm that takes the place. */
export interface Written {
  readonly text: Text;
  readonly replaces: UnsentAlarm | null;
}

export type UnsentAlarm =
  | { readonly in: 'database'; readonly deliveryID: number }
  | { readonly in: 'plan'; readonly messages: readonly Message[] };

export function openDraft(input: PlanInput, planning: Planning): Draft {
  return { input, planning, messages: [], rows: new Map(), timers: new Map() };
}

/** Nobody is told, for one reason that holds for all. */
export function tellNobody(reason: string): DraftRow {
  return { hold: null, entries: [{ channel: '', name: '', reason, message: null }] };
}

/** It is looked at again later. */
export function putOff(hold: Hold): DraftRow {
  return { hold, entries: [] };
}

/** Tells each route that leads somewhere what `write` writes for it. */
export function tell(
  draft: Draft,
  row: OutboxItem,
  routes: readonly Route[],
  write: (route: Route) => Written | null,
): DraftRow {
  if (routes.length === 0) return tellNobody('The team has no channel.');
  const entries = routes.map((route): Entry => {
    const { channel, isTold, reason } = route;
    const written = isTold ? write(route) : null;
    return {
      channel: channel.shortID,
      name: channel.name,
      reason,
      message: written === null ? null : addMessage(draft, row, channel, written),
    };
  });
  return { hold: null, entries };
}

function addMessage(
  draft: Draft,
  row: OutboxItem,
  channel: ChannelRoute,
  { text, replaces }: Written,
): Message {
  const message: Message = {
    row,
    channel,
    text,
    replacesDelivery: replaces?.in === 'database' ? replaces.deliveryID : null,
    replacedBy: null,
  };
  if (replaces?.in === 'plan') for (const earlier of replaces.messages) earlier.replacedBy = message;
  draft.messages.push(message);
  return message;
}

/** Channels that have an incident's alarm, or get it by this plan. */
export function alarmedChannels(draft: Draft, incident: IncidentState): ReadonlySet<number> {
  const planned = plannedAlarms(draft, incident).map(({ channel }) => channel.id);
  return new Set([...incident.toldChannels, ...planned]);
}

/** An incident's alarm to a channel that nobody has tried to send; null when there is none. */
export function unsentAlarm(draft: Draft, incident: IncidentState, channelID: number): UnsentAlarm | null {
  const messages = plannedAlarms(draft, incident).filter(({ channel }) => channel.id === channelID);
  if (messages.length > 0) return { in: 'plan', messages };
  const deliveryID = incident.unsentAlarms.get(channelID);
  // A message that gathers takes the recovery in as well.
  if (deliveryID === undefined || deliveryID === draft.input.gathering.get(channelID)?.deliveryID)
    return null;
  return { in: 'database', deliveryID };
}

function plannedAlarms({ messages }: Draft, incident: IncidentState): readonly Message[] {
  return messages.filter(({ row, replacedBy }) => row.incident?.id === incident.id && replacedBy === null);
}

import { acknowledgementEntries, acknowledgementsOf } from '../incidents/acknowledgement.ts';
import type { Incident } from '../incidents/incident.ts';
import { lateReport } from '../incidents/incident.ts';
import type { Run } from '../monitor/run.ts';
import type { OutboxKind } from './alert.ts';
import type { ChannelDecision } from './alert-plan.ts';

export const HISTORY_KINDS = [
  'opened',
  'alerted',
  'not_alerted',
  'held',
  'acknowledged',
  'taken_over',
  'unacknowledged',
  'snoozed',
  'unsnoozed',
  'noted',
  'healed',
  'recovered',
  'paused',
  'deleted',
] as const;

/** One step in the history of an incident. Fields that don't apply to its kind are null. */
export interface HistoryEntry {
  readonly at: number;
  readonly kind: (typeof HISTORY_KINDS)[number];
  /** Name of the channel, or of the member who acknowledged, took the acknowledgement back, snoozed or wrote a note. */
  readonly name: string | null;
  /** The note, the reason why a channel was not alerted, or the reason why a message could not be sent. */
  readonly text: string | null;
  readonly message: HistoryMessage | null;
  /** End of a snooze. */
  readonly until: number | null;
  /** The member whose acknowledgement was taken over. */
  readonly from: string | null;
}

export interface HistoryMessage {
  readonly kind: OutboxKind;
  readonly channel: string;
  readonly delivery: string;
  readonly state: 'waiting' | 'sent' | 'failed' | 'merged';
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
}

/** An outbox row of the incident, with the decision for each channel. */
interface PlannedAlert {
  readonly kind: OutboxKind;
  readonly at: number;
  readonly state: 'due' | 'held' | 'planned';
  readonly held: string | null;
  readonly decisions: readonly ChannelDecision[];
}

export interface SentMessage {
  readonly key: string;
  readonly state: HistoryMessage['state'];
  readonly dueAt: number;
  readonly doneAt: number | null;
  readonly attempts: number;
  /** Result of the last failed attempt; empty if no attempt failed. */
  readonly problem: string;
  /** Key of the combined message that this message became a part of; null unless `merged`. */
  readonly mergedInto: string | null;
}

interface WrittenNote {
  readonly at: number;
  readonly author: string;
  readonly text: string;
}

interface HistoryInput {
  readonly incident: Incident;
  /** The run that opened the incident; null if it is no longer stored. */
  readonly openedBy: Run | null;
  readonly notes: readonly WrittenNote[];
  readonly alerts: readonly PlannedAlert[];
  readonly messages: readonly SentMessage[];
}

/** Kinds of alerts for which the history also names the channels that were not alerted. */
const EXPLAINED: readonly OutboxKind[] = ['down', 'escalation'];
/** Maximum merges to follow from a message to the combined message that was finally sent. */
const MERGES_MAX = 20;
const NOTHING = { name: null, text: null, message: null, until: null, from: null } as const;

/** Returns everything that happened to an incident, oldest first. */
export function incidentHistory(input: HistoryInput): readonly HistoryEntry[] {
  const { incident, notes, alerts } = input;
  const messages = new Map(input.messages.map((message) => [message.key, message]));
  const entries: HistoryEntry[] = [
    { ...NOTHING, at: incident.openedAt, kind: 'opened' },
    // The end comes before the alerts, because the recovery alert has the same time as the end.
    ...endEntries(input),
    ...alerts.flatMap((alert) => alertEntries(alert, messages)),
    ...notes.map(
      ({ at, author, text }): HistoryEntry => ({ ...NOTHING, at, kind: 'noted', name: author, text }),
    ),
    ...acknowledgementEntries(acknowledgementsOf(incident)).map(
      ({ at, kind, by, note, from }): HistoryEntry => ({ ...NOTHING, at, kind, name: by, text: note, from }),
    ),
  ];
  for (const { at, until, by, endedAt, endedBy } of incident.snoozes) {
    entries.push({ ...NOTHING, at, kind: 'snoozed', name: by, until });
    if (endedAt !== null && endedBy !== null)
      entries.push({ ...NOTHING, at: endedAt, kind: 'unsnoozed', name: endedBy });
  }
  return entries.sort((a, b) => a.at - b.at);
}

/** Returns the late report of the run that opened the incident (rules 10 and 18), and the end of the incident. */
function endEntries({ incident, openedBy }: HistoryInput): readonly HistoryEntry[] {
  const { openedAt, closedAt, closedBy } = incident;
  const entries: HistoryEntry[] = [];
  if (openedBy?.state === 'succeeded' && openedBy.endedAt !== null) {
    const text = lateReport(openedBy, incident);
    const at = text === null ? openedBy.endedAt : (closedAt ?? openedAt);
    entries.push({ ...NOTHING, at, kind: 'healed', text });
  }
  if (closedAt !== null && closedBy !== null) entries.push({ ...NOTHING, at: closedAt, kind: closedBy });
  return entries;
}

function alertEntries(
  alert: PlannedAlert,
  messages: ReadonlyMap<string, SentMessage>,
): readonly HistoryEntry[] {
  const { kind, at, state, held, decisions } = alert;
  if (state === 'held') return [{ ...NOTHING, at, kind: 'held', text: held }];
  return decisions.flatMap(({ channel, name, delivery, reason }): readonly HistoryEntry[] => {
    const own = delivery === null ? undefined : messages.get(delivery);
    const sent = own === undefined ? undefined : carrierOf(own, messages);
    if (delivery === null)
      return EXPLAINED.includes(kind)
        ? [{ ...NOTHING, at, kind: 'not_alerted', name: name === '' ? null : name, text: reason }]
        : [];
    if (sent === undefined) return [];
    return [
      {
        ...NOTHING,
        at: sent.doneAt ?? at,
        kind: 'alerted',
        name,
        text: sent.problem === '' ? null : sent.problem,
        message: {
          kind,
          channel,
          delivery,
          state: sent.state,
          attempts: sent.attempts,
          nextAttemptAt: sent.state === 'waiting' ? sent.dueAt : null,
        },
      },
    ];
  });
}

/**
 * Returns the state of a message, from the combined message if it was merged. If the combined message was sent, returns `message`
 * with its time of sending. If the combined message is unknown, returns `message` unchanged. Otherwise returns the combined
 * message.
 */
function carrierOf(message: SentMessage, messages: ReadonlyMap<string, SentMessage>): SentMessage {
  let carrier = message;
  for (let steps = 0; carrier.state === 'merged' && steps < MERGES_MAX; steps += 1) {
    const next = messages.get(carrier.mergedInto ?? '');
    if (next === undefined) return message;
    carrier = next;
  }
  return carrier.state === 'sent' ? { ...message, doneAt: carrier.doneAt } : carrier;
}

import { type Snooze, snoozedMs } from './snooze.ts';

/** Maximum ended acknowledgements of one incident. */
export const PAST_ACKNOWLEDGEMENTS_MAX = 50;

/** Times are epoch milliseconds. */
export interface Acknowledgement {
  readonly at: number;
  /** Name of the member or channel. */
  readonly by: string;
  readonly note: string | null;
}

/** An acknowledgement that was taken back or taken over. */
export interface PastAcknowledgement extends Acknowledgement {
  readonly endedAt: number;
  readonly endedBy: string;
  /** Whether `endedBy` replaced this acknowledgement with their own. */
  readonly isTakenOver: boolean;
}

/** The current acknowledgement of an incident, and the past acknowledgements, oldest first. */
export interface Acknowledgeable {
  readonly current: Acknowledgement | null;
  readonly past: readonly PastAcknowledgement[];
}

interface Stopped {
  readonly snoozes: readonly Snooze[];
  readonly pastAcknowledgements: readonly PastAcknowledgement[];
}

/**
 * Acknowledges an incident. With `takeOver`, replaces the acknowledgement in force. Returns null if the incident
 * is already acknowledged and `takeOver` is false, if the same person has acknowledged the incident, or if a takeover would exceed
 * the limit of past acknowledgements.
 */
export function acknowledge(
  incident: Acknowledgeable,
  { takeOver, ...next }: Acknowledgement & { readonly takeOver: boolean },
): Acknowledgeable | null {
  const { current, past } = incident;
  if (current === null) return { current: next, past };
  if (!takeOver || current.by === next.by) return null;
  return end(incident, { at: next.at, by: next.by, next });
}

/**
 * Takes back the acknowledgement in force. Returns null if the incident isn't acknowledged, or has too many past
 * acknowledgements.
 */
export function unacknowledge(
  incident: Acknowledgeable,
  { at, by }: { readonly at: number; readonly by: string },
): Acknowledgeable | null {
  return end(incident, { at, by, next: null });
}

function end(
  { current, past }: Acknowledgeable,
  { at, by, next }: { readonly at: number; readonly by: string; readonly next: Acknowledgement | null },
): Acknowledgeable | null {
  if (current === null || past.length >= PAST_ACKNOWLEDGEMENTS_MAX) return null;
  const ended = { ...current, endedAt: Math.max(at, current.at), endedBy: by, isTakenOver: next !== null };
  return { current: next, past: [...past, ended] };
}

/**
 * Returns how long snoozes and past acknowledgements delay the escalation, including the rest of the current snooze. Overlapping
 * periods count once.
 */
export function escalationDelayMs({ snoozes, pastAcknowledgements }: Stopped): number {
  return pastAcknowledgements.reduce(
    (sum, { at, endedAt }) =>
      sum + endedAt - at - snoozes.reduce((both, snooze) => both + overlapMs(snooze, { at, endedAt }), 0),
    snoozedMs(snoozes),
  );
}

function overlapMs(
  snooze: Snooze,
  { at, endedAt }: { readonly at: number; readonly endedAt: number },
): number {
  return Math.max(0, Math.min(snooze.endedAt ?? snooze.until, endedAt) - Math.max(snooze.at, at));
}

/** A change of an incident's acknowledgement. */
export interface AcknowledgementEntry {
  readonly at: number;
  readonly kind: 'acknowledged' | 'taken_over' | 'unacknowledged';
  readonly by: string;
  readonly note: string | null;
  /** Name of the member or channel whose acknowledgement was replaced; null unless `taken_over`. */
  readonly from: string | null;
}

/** Returns all changes of an incident's acknowledgement, oldest first. */
export function acknowledgementEntries({ current, past }: Acknowledgeable): readonly AcknowledgementEntry[] {
  const acknowledgements = current === null ? past : [...past, current];
  return acknowledgements.flatMap(({ at, by, note }, index): readonly AcknowledgementEntry[] => {
    const before = past[index - 1];
    const from = before?.isTakenOver === true ? before.by : null;
    const ended = past[index];
    const begun = { at, kind: from === null ? 'acknowledged' : 'taken_over', by, note, from } as const;
    if (ended === undefined || ended.isTakenOver) return [begun];
    return [begun, { at: ended.endedAt, kind: 'unacknowledged', by: ended.endedBy, note: null, from: null }];
  });
}

/** Returns the acknowledgements of a stored incident. */
export function acknowledgementsOf({
  acknowledgedAt,
  acknowledgedBy,
  note,
  pastAcknowledgements,
}: {
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly note: string | null;
  readonly pastAcknowledgements: readonly PastAcknowledgement[];
}): Acknowledgeable {
  const current = acknowledgedAt === null ? null : { at: acknowledgedAt, by: acknowledgedBy ?? '', note };
  return { current, past: pastAcknowledgements };
}

/**
 * Which way pings go. `direct`: to the database. `spooling`: it is away, and they go to the spool. `replaying`: it is back, but
 * pings that came before are not all applied, so that new ones still go to the spool. `closing`: so few are left, on all nodes,
 * that new ones wait in memory for the moment, since otherwise there would always be some; so it is at the start, too.
 */
export type Way = 'direct' | 'spooling' | 'replaying' | 'closing';

/** What is known of the pings that were kept, of all nodes. */
export interface Backlog {
  /** Pings in the spool of this lane. */
  readonly spooled: number;
  /** Arrival of the oldest ping that may not be applied, wherever it is; infinite when there is none. */
  readonly oldestAt: number;
  /** Arrival of the first ping in the shared queue; null when the queue is empty. */
  readonly queuedFrom: number | null;
  /** Whether new pings could overtake none of other nodes. */
  readonly isClear: boolean;
}

/** Whatever came earlier than this is being applied: about a second's worth of pings is left at most. */
const BEHIND_MS_MAX = 2000;

/**
 * No ping may overtake one that was kept, here or elsewhere.
 *
 * @param closingFrom pings that came from then on wait in memory
 */
export function wayAfter(
  way: Way,
  { spooled, oldestAt, queuedFrom, isClear }: Backlog,
  {
    now,
    spooledMax,
    closingFrom,
  }: { readonly now: number; readonly spooledMax: number; readonly closingFrom: number },
): Way {
  if (spooled === 0 && isClear) return 'direct';
  // At the start and after a refusal, all pings wait. They would be overtaken by those in the queue.
  if (way === 'closing')
    return queuedFrom !== null && closingFrom === Number.NEGATIVE_INFINITY ? 'replaying' : 'closing';
  return spooled <= spooledMax && oldestAt >= now - BEHIND_MS_MAX ? 'closing' : 'replaying';
}

/** Length of the steps at which nodes begin to let new pings wait in memory, in milliseconds. */
const CLOSING_STEP_MS = 250;

/** Time from which new pings wait when the way becomes `closing`. All nodes use the same steps, so most of them choose the same time. */
export function closingStepAt(now: number): number {
  return Math.ceil(now / CLOSING_STEP_MS) * CLOSING_STEP_MS;
}

/**
 * Time from which new pings wait while the way stays `closing`. A ping in the queue from that time on belongs to a node that
 * began to close later. This node then adopts the later step, because both would otherwise wait for each other's pings.
 */
export function laterClosingStep(closingFrom: number, queuedFrom: number | null): number {
  if (queuedFrom === null || queuedFrom < closingFrom) return closingFrom;
  return (Math.floor(queuedFrom / CLOSING_STEP_MS) + 1) * CLOSING_STEP_MS;
}

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
  // Another node still keeps pings that are newer than those that wait in memory here: they would be overtaken.
  if (way === 'closing') return queuedFrom !== null && queuedFrom >= closingFrom ? 'replaying' : 'closing';
  return spooled <= spooledMax && oldestAt >= now - BEHIND_MS_MAX ? 'closing' : 'replaying';
}

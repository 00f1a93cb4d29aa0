/**
 * Which way pings go. `direct`: to the database. `spooling`: it is away, and they go to the spool. `replaying`: it is back, but
 * so many wait in the spool, or other nodes are so far behind, that new ones still go to its end. `closing`: so few wait, and
 * nobody is behind, that new ones wait in memory for the moment that is left, since otherwise there would always be some; so it
 * is at the start, too.
 */
export type Way = 'direct' | 'spooling' | 'replaying' | 'closing';

/**
 * What has come of the last batch: the database was away, or it took it and so many are left in the spool; or others are not
 * as far as this node, which must not go on without them.
 */
export type Turn =
  | { readonly kind: 'away' }
  | { readonly kind: 'stored'; readonly left: number }
  | { readonly kind: 'ahead' };

/** Chunks: less than a second's worth. So long new pings wait for their answer when the spool closes. */
const CLOSING_AT = 5;

/**
 * No ping may overtake one that waits, so the spool is left only when it is empty.
 *
 * @param chunk how many pings are replayed at once
 */
export function wayAfter(turn: Turn, chunk: number): Way {
  if (turn.kind === 'away') return 'spooling';
  if (turn.kind === 'ahead') return 'replaying';
  if (turn.left === 0) return 'direct';
  return turn.left <= CLOSING_AT * chunk ? 'closing' : 'replaying';
}

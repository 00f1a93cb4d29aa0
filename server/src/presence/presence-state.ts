import { BLIND_AFTER_MS, type BlindWindow, RETRY_MS, type WatchedTime } from '../domain/blind-window.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';

/**
 * The presence of a process that takes pings, as a pure state machine. The shell (`presence.ts`) feeds events into `reduce` and runs
 * the effects. Times are epoch milliseconds, except `begunAt` and `monotonic`.
 *
 * | Phase | Event | Next phase | Effects |
 * |---|---|---|---|
 * | arriving | looked | arriving | report each unwritten time, then the current one |
 * | arriving | reported, current time | present | – |
 * | present | looked, without a pause | present | report the current time if the last report is old |
 * | present | looked, after a pause | arriving | as for arriving; an unwritten time before the pause is remembered |
 * | present | noticed, awake and ticking | present | – |
 * | arriving, present | noticed, otherwise | same | look |
 * | present | closed | closed | – |
 * | any | ticked | same | sign; or lost, if a sign hangs for too long |
 * | any | reported with a blind window | as above | blind, unless it is the gap of a quick restart |
 * | any | signed | same | – |
 * | any | failed | same | away, if the database is unavailable; warn, if the sign before succeeded |
 *
 * A pause is a time of more than 5 s in which the process was suspended, stalled, or could keep no pings, or in which the clock jumped
 * ahead. `arriving` means that the gap before `since` isn't recorded yet: nothing may be judged. A look in `closed` does nothing.
 */
export interface PresenceState {
  readonly phase: 'arriving' | 'present' | 'closed';
  /** Start of the time in which this process was able to take pings without a pause. */
  readonly since: number;
  /** Latest time at which this process was able to take pings. */
  readonly ableUntil: number;
  /** End of the latest time that was reported. */
  readonly writtenAt: number;
  /** End of the time that verdicts may cover. */
  readonly noticedUntil: number;
  /** Times between pauses that could not be reported yet, oldest first. */
  readonly unwritten: readonly WatchedTime[];
  /** Gap of a quick restart before this process began. */
  readonly restart: BlindWindow | null;
  /** Number of blind windows that this process recorded. */
  readonly windowsOpened: number;
  /** Whether this process looks by itself at regular intervals. */
  readonly isTicking: boolean;
  /** Whether a look that a tick began is under way. */
  readonly isSigning: boolean;
  /** Whether the last look that a tick began failed. */
  readonly isFailing: boolean;
  /** Start of the latest report that was committed; monotonic. */
  readonly signedAt: number;
  /** Start of the first report after that; monotonic. Null without one. */
  readonly tryingSince: number | null;
}

export type PresenceEvent =
  | { readonly kind: 'started' | 'ended' | 'closed' }
  /** A look at the clock. `everyMs`: the least time between two reports. */
  | {
      readonly kind: 'looked';
      readonly now: number;
      readonly isKeeping: boolean;
      readonly everyMs: number;
    }
  | { readonly kind: 'noticed'; readonly now: number }
  | {
      readonly kind: 'ticked';
      readonly now: number;
      readonly monotonic: number;
      readonly isKeeping: boolean;
    }
  | { readonly kind: 'reporting'; readonly monotonic: number }
  | {
      readonly kind: 'reported';
      readonly time: WatchedTime;
      readonly window: BlindWindow | null;
      readonly begunAt: number;
      readonly now: number;
    }
  /** The look that a tick began has succeeded, or failed. */
  | { readonly kind: 'signed' }
  | { readonly kind: 'failed'; readonly error: unknown };

export type PresenceEffect =
  | { readonly kind: 'report'; readonly time: WatchedTime }
  /** Look, and let the caller wait. */
  | { readonly kind: 'look' }
  /** Look beside everything else. */
  | { readonly kind: 'sign' }
  | { readonly kind: 'blind'; readonly window: BlindWindow }
  /** The database takes no writes, though it has not said so. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'away'; readonly error: DatabaseUnavailable }
  | { readonly kind: 'warn'; readonly error: unknown };

export interface PresenceStep {
  readonly state: PresenceState;
  readonly effects: readonly PresenceEffect[];
}

/**
 * `sure`: a report was committed a moment ago. `unsure`: the next report takes longer. `lost`: the next report has taken so long that no
 * other process is sure any more, either.
 */
export type Certainty = 'sure' | 'unsure' | 'lost';

/** A process whose latest committed report began within this time knows that its writes work. */
const UNSURE_AFTER_MS = 500;
/**
 * A process without a committed report for this long keeps pings. It is longer than {@link UNSURE_AFTER_MS} by more than the time between
 * two reports: when commits begin to hang, every process has stopped sending pings to the database before any process answers from its
 * spool.
 */
const LOST_AFTER_MS = 1000;
/** How long a process that was suspended tries to write before it counts as lost. */
const TRYING_MS_MIN = 500;
/** Maximum unwritten times to remember. Older times count as blind. */
const UNWRITTEN_MAX = 100;

export const INITIAL_PRESENCE: PresenceState = {
  phase: 'arriving',
  since: 0,
  ableUntil: 0,
  writtenAt: 0,
  noticedUntil: 0,
  unwritten: [],
  restart: null,
  windowsOpened: 0,
  isTicking: false,
  isSigning: false,
  isFailing: false,
  signedAt: Number.NEGATIVE_INFINITY,
  tryingSince: Number.NEGATIVE_INFINITY,
};

export function reduce(state: PresenceState, event: PresenceEvent): PresenceStep {
  switch (event.kind) {
    case 'started':
      return only({ ...state, isTicking: true });
    case 'ended':
      return only({ ...state, isTicking: false });
    case 'closed':
      return only({ ...state, phase: 'closed' });
    case 'looked':
      return look(state, event);
    case 'noticed':
      return isFreelyNoticed(state, event.now)
        ? only({ ...state, noticedUntil: event.now })
        : { state, effects: [{ kind: 'look' }] };
    case 'ticked':
      return tick(state, event);
    case 'reporting':
      return only({ ...state, tryingSince: state.tryingSince ?? event.monotonic });
    case 'reported':
      return report(state, event);
    case 'signed':
      return only({ ...state, isSigning: false, isFailing: false });
    case 'failed':
      return fail(state, event);
  }
}

function only(state: PresenceState): PresenceStep {
  return { state, effects: [] };
}

function look(state: PresenceState, { now, isKeeping, everyMs }: EventOf<'looked'>): PresenceStep {
  if (state.phase === 'closed') return only(state);
  // The clock may have been set back.
  const settled = { ...state, since: Math.min(state.since, now) };
  const next = now - state.ableUntil > BLIND_AFTER_MS ? arrive(settled, now, isKeeping) : settled;
  if (next.phase === 'present' && Math.abs(now - next.writtenAt) < everyMs)
    return only({ ...next, noticedUntil: now });
  const times = [...next.unwritten, { since: next.since, at: now }];
  return { state: next, effects: times.map((time) => ({ kind: 'report', time })) };
}

/** Begins anew after a pause. */
function arrive(state: PresenceState, now: number, isKeeping: boolean): PresenceState {
  const { since, ableUntil, writtenAt, unwritten } = state;
  const isUnwritten = since < ableUntil && ableUntil > writtenAt;
  return {
    ...state,
    phase: 'arriving',
    since: now,
    ableUntil: isKeeping ? now : ableUntil,
    unwritten: isUnwritten
      ? [...unwritten, { since, at: ableUntil, isPast: true }].slice(-UNWRITTEN_MAX)
      : unwritten,
  };
}

function tick(state: PresenceState, { now, monotonic, isKeeping }: EventOf<'ticked'>): PresenceStep {
  const next = isAwake(state, now) && isKeeping ? { ...state, ableUntil: now } : state;
  if (!next.isSigning) return { state: { ...next, isSigning: true }, effects: [{ kind: 'sign' }] };
  return { state: next, effects: certaintyAt(next, monotonic) === 'lost' ? [{ kind: 'lost' }] : [] };
}

function report(state: PresenceState, { time, window, begunAt, now }: EventOf<'reported'>): PresenceStep {
  const signed = { ...state, signedAt: begunAt, tryingSince: null };
  const { state: next, effects } = noteWindow(signed, window);
  if (time.isPast === true) return { state: { ...next, unwritten: next.unwritten.slice(1) }, effects };
  // The report may have taken long. The process was awake meanwhile, so a tick may have extended the time.
  const ableUntil = next.ableUntil < time.at || next.ableUntil > now ? time.at : next.ableUntil;
  return {
    state: { ...next, phase: 'present', ableUntil, writtenAt: time.at, noticedUntil: time.at },
    effects,
  };
}

function noteWindow(state: PresenceState, window: BlindWindow | null): PresenceStep {
  if (window === null) return only(state);
  if (window.isBrief === true) return only({ ...state, restart: window });
  const windowsOpened = state.windowsOpened + 1;
  return { state: { ...state, windowsOpened }, effects: [{ kind: 'blind', window }] };
}

function fail(state: PresenceState, { error }: EventOf<'failed'>): PresenceStep {
  const effects: PresenceEffect[] = [];
  if (error instanceof DatabaseUnavailable) effects.push({ kind: 'away', error });
  if (!state.isFailing) effects.push({ kind: 'warn', error });
  return { state: { ...state, isSigning: false, isFailing: true }, effects };
}

/** Whether a notice needs no look, because ticks find every pause. */
function isFreelyNoticed(state: PresenceState, now: number): boolean {
  return state.isTicking && state.phase !== 'arriving' && isAwake(state, now);
}

/** Whether the process was awake without a pause, even if the gap before can't be recorded yet. */
function isAwake({ noticedUntil, ableUntil }: PresenceState, now: number): boolean {
  return now >= noticedUntil && now - ableUntil <= BLIND_AFTER_MS;
}

/** Whether to check the clock before a look, because the time seems to have jumped. */
export function mustCheckClock({ phase, ableUntil }: PresenceState, now: number): boolean {
  return phase === 'arriving' || Math.abs(now - ableUntil) > BLIND_AFTER_MS;
}

/** Returns whether the writes of this process reach the database. */
export function certaintyAt({ signedAt, tryingSince }: PresenceState, monotonic: number): Certainty {
  if (monotonic - signedAt < UNSURE_AFTER_MS) return 'sure';
  const isTrying = tryingSince !== null && monotonic - tryingSince >= TRYING_MS_MIN;
  return monotonic - signedAt >= LOST_AFTER_MS && isTrying ? 'lost' : 'unsure';
}

/** Returns the time up to which verdicts may look. For a moment after a quick restart, that is the time before the restart. */
export function horizonAt({ noticedUntil, restart }: PresenceState, now: number): number {
  return restart !== null && now <= restart.to + RETRY_MS
    ? Math.min(noticedUntil, restart.from)
    : noticedUntil;
}

type EventOf<Kind extends PresenceEvent['kind']> = Extract<PresenceEvent, { readonly kind: Kind }>;

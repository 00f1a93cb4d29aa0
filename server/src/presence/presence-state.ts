import { BLIND_AFTER_MS, type BlindWindow, RETRY_MS, type WatchedTime } from '../domain/blind-window.ts';
import { LOST_AFTER_MS, UNSURE_AFTER_MS, type WriteConfidence } from '../domain/node-protocol.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';

/**
 * The presence of a node that accepts pings, as a pure state machine. The shell (`presence.ts`) feeds events into `reducePresence` and runs
 * the effects. Times are epoch milliseconds, except `begunAt` and `monotonic`.
 *
 * | Phase | Event | Next phase | Effects |
 * |---|---|---|---|
 * | arriving | checked | arriving | record each unwritten time, then the current time |
 * | arriving | recorded, current time | present | – |
 * | present | checked, without a pause | present | record the current time if the last record is old |
 * | present | checked, after a pause | arriving | as for arriving; an unwritten time before the pause is remembered |
 * | present | check requested, awake and with a timer | present | – |
 * | arriving, present | check requested, otherwise | same | check |
 * | present | closed | closed | – |
 * | any | timer fired | same | check in background; or lost, if that check hangs for too long |
 * | any | recorded with a blind window | as above | blind, unless it is the gap of a quick restart |
 * | any | timer check succeeded | same | – |
 * | any | timer check failed | same | unavailable, if the database is; warn, if the timer check before succeeded |
 *
 * A pause is a time of more than 5 s in which the node was suspended, stalled, or could store no pings, or in which the clock jumped
 * ahead. `arriving` means that the gap before `since` isn't recorded yet: nothing may be judged. A check in `closed` does nothing.
 */
export interface PresenceState {
  readonly phase: 'arriving' | 'present' | 'closed';
  /** Start of the current uninterrupted period. */
  readonly since: number;
  /** Latest time at which this node could accept pings. */
  readonly ableUntil: number;
  /** End of the last recorded period. */
  readonly writtenAt: number;
  /** Time up to which verdicts may be made. */
  readonly checkedUntil: number;
  /** Periods between pauses that could not be recorded yet, oldest first. */
  readonly unwritten: readonly WatchedTime[];
  /** Gap between the previous node and this node, if the restart was quick. */
  readonly restart: BlindWindow | null;
  readonly windowsOpened: number;
  readonly hasTimer: boolean;
  readonly isTimerChecking: boolean;
  readonly isTimerCheckFailing: boolean;
  /** Start of the latest committed report; monotonic. */
  readonly recordedAt: number;
  /** Start of the first attempt to report since the latest committed report; monotonic. Null if there is none. */
  readonly tryingSince: number | null;
}

export type PresenceEvent =
  | { readonly kind: 'started' | 'ended' | 'closed' }
  /** The clock was checked. `everyMs`: minimum time between two records. */
  | {
      readonly kind: 'checked';
      readonly now: number;
      readonly canStorePings: boolean;
      readonly everyMs: number;
    }
  | { readonly kind: 'check_requested'; readonly now: number }
  | {
      readonly kind: 'timer_fired';
      readonly now: number;
      readonly monotonic: number;
      readonly canStorePings: boolean;
    }
  | { readonly kind: 'recording'; readonly monotonic: number }
  | {
      readonly kind: 'recorded';
      readonly time: WatchedTime;
      readonly window: BlindWindow | null;
      readonly begunAt: number;
      readonly now: number;
    }
  | { readonly kind: 'timer_check_succeeded' }
  | { readonly kind: 'timer_check_failed'; readonly error: unknown };

export type PresenceEffect =
  | { readonly kind: 'record'; readonly time: WatchedTime }
  /** Check the clock before the caller continues. */
  | { readonly kind: 'check' }
  | { readonly kind: 'check_in_background' }
  | { readonly kind: 'blind'; readonly window: BlindWindow }
  /** The database doesn't respond to writes. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'unavailable'; readonly error: DatabaseUnavailable }
  | { readonly kind: 'warn'; readonly error: unknown };

export interface PresenceStep {
  readonly state: PresenceState;
  readonly effects: readonly PresenceEffect[];
}

/**
 * How long a node must have tried to record its presence before it counts as lost. A node that was just suspended is therefore not lost
 * yet.
 */
const TRYING_MS_MIN = 500;
/** Maximum unrecorded periods to remember. Older periods count as blind. */
const UNWRITTEN_MAX = 100;

export const INITIAL_PRESENCE: PresenceState = {
  phase: 'arriving',
  since: 0,
  ableUntil: 0,
  writtenAt: 0,
  checkedUntil: 0,
  unwritten: [],
  restart: null,
  windowsOpened: 0,
  hasTimer: false,
  isTimerChecking: false,
  isTimerCheckFailing: false,
  recordedAt: Number.NEGATIVE_INFINITY,
  tryingSince: Number.NEGATIVE_INFINITY,
};

export function reducePresence(state: PresenceState, event: PresenceEvent): PresenceStep {
  switch (event.kind) {
    case 'started':
      return only({ ...state, hasTimer: true });
    case 'ended':
      return only({ ...state, hasTimer: false });
    case 'closed':
      return only({ ...state, phase: 'closed' });
    case 'checked':
      return check(state, event);
    case 'check_requested':
      return isCheckedByTimer(state, event.now)
        ? only({ ...state, checkedUntil: event.now })
        : { state, effects: [{ kind: 'check' }] };
    case 'timer_fired':
      return onTimer(state, event);
    case 'recording':
      return only({ ...state, tryingSince: state.tryingSince ?? event.monotonic });
    case 'recorded':
      return record(state, event);
    case 'timer_check_succeeded':
      return only({ ...state, isTimerChecking: false, isTimerCheckFailing: false });
    case 'timer_check_failed':
      return fail(state, event);
  }
}

function only(state: PresenceState): PresenceStep {
  return { state, effects: [] };
}

function check(state: PresenceState, { now, canStorePings, everyMs }: EventOf<'checked'>): PresenceStep {
  if (state.phase === 'closed') return only(state);
  // The clock may have been set back.
  const corrected = { ...state, since: Math.min(state.since, now) };
  const next = now - state.ableUntil > BLIND_AFTER_MS ? arrive(corrected, { now, canStorePings }) : corrected;
  if (next.phase === 'present' && Math.abs(now - next.writtenAt) < everyMs)
    return only({ ...next, checkedUntil: now });
  const times = [...next.unwritten, { since: next.since, at: now }];
  return { state: next, effects: times.map((time) => ({ kind: 'record', time })) };
}

/** Starts a new period after a pause. */
function arrive(
  state: PresenceState,
  { now, canStorePings }: { readonly now: number; readonly canStorePings: boolean },
): PresenceState {
  const { since, ableUntil, writtenAt, unwritten } = state;
  const isUnwritten = since < ableUntil && ableUntil > writtenAt;
  return {
    ...state,
    phase: 'arriving',
    since: now,
    ableUntil: canStorePings ? now : ableUntil,
    unwritten: isUnwritten
      ? [...unwritten, { since, at: ableUntil, isPast: true }].slice(-UNWRITTEN_MAX)
      : unwritten,
  };
}

function onTimer(
  state: PresenceState,
  { now, monotonic, canStorePings }: EventOf<'timer_fired'>,
): PresenceStep {
  const next = isAwake(state, now) && canStorePings ? { ...state, ableUntil: now } : state;
  if (!next.isTimerChecking)
    return { state: { ...next, isTimerChecking: true }, effects: [{ kind: 'check_in_background' }] };
  return { state: next, effects: writeConfidenceAt(next, monotonic) === 'lost' ? [{ kind: 'lost' }] : [] };
}

function record(state: PresenceState, { time, window, begunAt, now }: EventOf<'recorded'>): PresenceStep {
  const recorded = { ...state, recordedAt: begunAt, tryingSince: null };
  const { state: next, effects } = noteWindow(recorded, window);
  if (time.isPast === true) return { state: { ...next, unwritten: next.unwritten.slice(1) }, effects };
  // During a slow write, a timer tick may have extended the period.
  const ableUntil = next.ableUntil < time.at || next.ableUntil > now ? time.at : next.ableUntil;
  return {
    state: { ...next, phase: 'present', ableUntil, writtenAt: time.at, checkedUntil: time.at },
    effects,
  };
}

function noteWindow(state: PresenceState, window: BlindWindow | null): PresenceStep {
  if (window === null) return only(state);
  if (window.isBrief === true) return only({ ...state, restart: window });
  const windowsOpened = state.windowsOpened + 1;
  return { state: { ...state, windowsOpened }, effects: [{ kind: 'blind', window }] };
}

function fail(state: PresenceState, { error }: EventOf<'timer_check_failed'>): PresenceStep {
  const effects: PresenceEffect[] = [];
  if (error instanceof DatabaseUnavailable) effects.push({ kind: 'unavailable', error });
  if (!state.isTimerCheckFailing) effects.push({ kind: 'warn', error });
  return { state: { ...state, isTimerChecking: false, isTimerCheckFailing: true }, effects };
}

/** Whether no check is needed, because the timer detects every pause. */
function isCheckedByTimer(state: PresenceState, now: number): boolean {
  return state.hasTimer && state.phase !== 'arriving' && isAwake(state, now);
}

/** Whether the node has had no pause until now. The gap before `since` may not be recorded yet. */
function isAwake({ checkedUntil, ableUntil }: PresenceState, now: number): boolean {
  return now >= checkedUntil && now - ableUntil <= BLIND_AFTER_MS;
}

/** Whether the clock may have jumped. In this case, it must be corrected before a check. */
export function mustCheckClock({ phase, ableUntil }: PresenceState, now: number): boolean {
  return phase === 'arriving' || Math.abs(now - ableUntil) > BLIND_AFTER_MS;
}

export function writeConfidenceAt(
  { recordedAt, tryingSince }: PresenceState,
  monotonic: number,
): WriteConfidence {
  if (monotonic - recordedAt < UNSURE_AFTER_MS) return 'sure';
  const isTrying = tryingSince !== null && monotonic - tryingSince >= TRYING_MS_MIN;
  return monotonic - recordedAt >= LOST_AFTER_MS && isTrying ? 'lost' : 'unsure';
}

/** Returns the time up to which verdicts may be made. For 5 s after a quick restart, returns the time before the restart. */
export function horizonAt({ checkedUntil, restart }: PresenceState, now: number): number {
  return restart !== null && now <= restart.to + RETRY_MS
    ? Math.min(checkedUntil, restart.from)
    : checkedUntil;
}

type EventOf<Kind extends PresenceEvent['kind']> = Extract<PresenceEvent, { readonly kind: Kind }>;

import {
  BLIND_AFTER_MS,
  type BlindWindow,
  RETRY_AFTER_RESTART_MS,
  type WatchedTime,
} from '../domain/blind-window.ts';
import {
  WRITES_LOST_AFTER_MS,
  WRITES_UNSURE_AFTER_MS,
  type WriteConfidence,
} from '../domain/node-protocol.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';

/**
 * The presence of a node that accepts pings, as a pure state machine. The shell (`presence.ts`) feeds events into
 * `reducePresence` and runs the effects. Times are epoch milliseconds, except `begunAt` and `monotonic`.
 *
 * | Phase | Event | Next phase | Effects |
 * |---|---|---|---|
 * | gap_unrecorded | checked | gap_unrecorded | record each unrecorded period, then the current period |
 * | gap_unrecorded | recorded, current period | present | – |
 * | present | checked, without a pause | present | record the current period if the last record is old |
 * | present | checked, after a pause | gap_unrecorded | as for gap_unrecorded; remembers an unrecorded period before the pause |
 * | present | check requested, awake and with a timer | present | – |
 * | gap_unrecorded, present | check requested, otherwise | same | check |
 * | present | closed | closed | – |
 * | any | timer fired | same | check in background; or lost, if an earlier check in background hangs for too long |
 * | any | recorded with a blind window | as above | blind, unless the window is the gap of a quick restart |
 * | any | timer check succeeded | same | – |
 * | any | timer check failed | same | unavailable, if the database is unavailable; warn, if the previous timer check succeeded |
 *
 * A pause is a period of more than 5 s in which the node was suspended, stalled, or could store no pings, or in which the clock
 * jumped ahead. `gap_unrecorded` means that the gap before `since` isn't recorded yet: nothing may be judged. A check in `closed`
 * does nothing.
 */
export interface PresenceState {
  readonly phase: 'gap_unrecorded' | 'present' | 'closed';
  /** Start of the current uninterrupted period. */
  readonly since: number;
  /** Latest time at which this node could accept pings. */
  readonly couldAcceptUntil: number;
  /** End of the last recorded period. */
  readonly recordedUntil: number;
  /** Time up to which verdicts may be made. */
  readonly checkedUntil: number;
  /** Periods that ended with a pause before they could be recorded, oldest first. */
  readonly unrecorded: readonly WatchedTime[];
  /** Gap between the previous process and this process, if the restart was quick. */
  readonly restartGap: BlindWindow | null;
  readonly windowsOpened: number;
  readonly hasTimer: boolean;
  readonly isTimerChecking: boolean;
  readonly isTimerCheckFailing: boolean;
  /** Time at which the write of the latest committed record started; monotonic. */
  readonly recordStartedAt: number;
  /** Time of the first attempt to record presence since the latest committed record; monotonic. Null if there was no attempt. */
  readonly recordingSince: number | null;
}

export type PresenceEvent =
  | { readonly kind: 'started' | 'ended' | 'closed' }
  /** A check ran at `now`. `everyMs`: minimum time between two records. */
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
  /** Run a check before the caller continues. */
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
 * How long a node must have tried to record its presence before it counts as lost. Without this minimum, a node would count as
 * lost right after a suspension.
 */
const TRYING_MS_MIN = 500;
/** Maximum unrecorded periods to remember. Older periods count as blind. */
const UNRECORDED_MAX = 100;

export const INITIAL_PRESENCE: PresenceState = {
  phase: 'gap_unrecorded',
  since: 0,
  couldAcceptUntil: 0,
  recordedUntil: 0,
  checkedUntil: 0,
  unrecorded: [],
  restartGap: null,
  windowsOpened: 0,
  hasTimer: false,
  isTimerChecking: false,
  isTimerCheckFailing: false,
  recordStartedAt: Number.NEGATIVE_INFINITY,
  recordingSince: Number.NEGATIVE_INFINITY,
};

export function reducePresence(state: PresenceState, event: PresenceEvent): PresenceStep {
  switch (event.kind) {
    case 'started':
      return stay({ ...state, hasTimer: true });
    case 'ended':
      return stay({ ...state, hasTimer: false });
    case 'closed':
      return stay({ ...state, phase: 'closed' });
    case 'checked':
      return check(state, event);
    case 'check_requested':
      return isCheckedByTimer(state, event.now)
        ? stay({ ...state, checkedUntil: event.now })
        : { state, effects: [{ kind: 'check' }] };
    case 'timer_fired':
      return onTimer(state, event);
    case 'recording':
      return stay({ ...state, recordingSince: state.recordingSince ?? event.monotonic });
    case 'recorded':
      return record(state, event);
    case 'timer_check_succeeded':
      return stay({ ...state, isTimerChecking: false, isTimerCheckFailing: false });
    case 'timer_check_failed':
      return fail(state, event);
  }
}

function stay(state: PresenceState): PresenceStep {
  return { state, effects: [] };
}

function check(state: PresenceState, { now, canStorePings, everyMs }: EventOf<'checked'>): PresenceStep {
  if (state.phase === 'closed') return stay(state);
  // If the clock was set back, the period must not start in the future.
  const corrected = { ...state, since: Math.min(state.since, now) };
  const next =
    now - state.couldAcceptUntil > BLIND_AFTER_MS
      ? startPeriod(corrected, { now, canStorePings })
      : corrected;
  if (next.phase === 'present' && Math.abs(now - next.recordedUntil) < everyMs)
    return stay({ ...next, checkedUntil: now });
  const times = [...next.unrecorded, { since: next.since, at: now }];
  return { state: next, effects: times.map((time) => ({ kind: 'record', time })) };
}

/** Starts a new period after a pause. */
function startPeriod(
  state: PresenceState,
  { now, canStorePings }: { readonly now: number; readonly canStorePings: boolean },
): PresenceState {
  const { since, couldAcceptUntil, recordedUntil, unrecorded } = state;
  const hasUnrecordedTime = since < couldAcceptUntil && couldAcceptUntil > recordedUntil;
  return {
    ...state,
    phase: 'gap_unrecorded',
    since: now,
    couldAcceptUntil: canStorePings ? now : couldAcceptUntil,
    unrecorded: hasUnrecordedTime
      ? [...unrecorded, { since, at: couldAcceptUntil, isPast: true }].slice(-UNRECORDED_MAX)
      : unrecorded,
  };
}

function onTimer(
  state: PresenceState,
  { now, monotonic, canStorePings }: EventOf<'timer_fired'>,
): PresenceStep {
  const next = isAwake(state, now) && canStorePings ? { ...state, couldAcceptUntil: now } : state;
  if (!next.isTimerChecking)
    return { state: { ...next, isTimerChecking: true }, effects: [{ kind: 'check_in_background' }] };
  return { state: next, effects: writeConfidenceAt(next, monotonic) === 'lost' ? [{ kind: 'lost' }] : [] };
}

function record(state: PresenceState, { time, window, begunAt, now }: EventOf<'recorded'>): PresenceStep {
  const recorded = { ...state, recordStartedAt: begunAt, recordingSince: null };
  const { state: next, effects } = noteWindow(recorded, window);
  if (time.isPast === true) return { state: { ...next, unrecorded: next.unrecorded.slice(1) }, effects };
  // A timer tick during a slow write may have moved `couldAcceptUntil` past the recorded time.
  const couldAcceptUntil =
    next.couldAcceptUntil < time.at || next.couldAcceptUntil > now ? time.at : next.couldAcceptUntil;
  return {
    state: {
      ...next,
      phase: 'present',
      couldAcceptUntil,
      recordedUntil: time.at,
      checkedUntil: time.at,
    },
    effects,
  };
}

function noteWindow(state: PresenceState, window: BlindWindow | null): PresenceStep {
  if (window === null) return stay(state);
  if (window.isRestartGap === true) return stay({ ...state, restartGap: window });
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
  return state.hasTimer && state.phase !== 'gap_unrecorded' && isAwake(state, now);
}

/** Whether the node is still in its uninterrupted period at `now`. Ignores whether the gap before this period is recorded. */
function isAwake({ checkedUntil, couldAcceptUntil }: PresenceState, now: number): boolean {
  return now >= checkedUntil && now - couldAcceptUntil <= BLIND_AFTER_MS;
}

/** Whether the clock may have jumped. In this case, it must be corrected before a check. */
export function mustCheckClock({ phase, couldAcceptUntil }: PresenceState, now: number): boolean {
  return phase === 'gap_unrecorded' || Math.abs(now - couldAcceptUntil) > BLIND_AFTER_MS;
}

export function writeConfidenceAt(
  { recordStartedAt, recordingSince }: PresenceState,
  monotonic: number,
): WriteConfidence {
  if (monotonic - recordStartedAt < WRITES_UNSURE_AFTER_MS) return 'sure';
  const isTrying = recordingSince !== null && monotonic - recordingSince >= TRYING_MS_MIN;
  return monotonic - recordStartedAt >= WRITES_LOST_AFTER_MS && isTrying ? 'lost' : 'unsure';
}

/** Returns the time up to which verdicts may be made. For 5 s after a quick restart, returns the time before the restart. */
export function horizonAt({ checkedUntil, restartGap }: PresenceState, now: number): number {
  return restartGap !== null && now <= restartGap.to + RETRY_AFTER_RESTART_MS
    ? Math.min(checkedUntil, restartGap.from)
    : checkedUntil;
}

type EventOf<Kind extends PresenceEvent['kind']> = Extract<PresenceEvent, { readonly kind: Kind }>;

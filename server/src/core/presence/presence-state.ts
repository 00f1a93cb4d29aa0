import {
  BLIND_AFTER_MS,
  type BlindWindow,
  STALL_MS_MAX,
  type WatchedTime,
} from '@overdue/domain/blind-window.ts';
import {
  NODE_PRESENCE_EVERY_MS,
  WRITES_LOST_AFTER_MS,
  WRITES_UNSURE_AFTER_MS,
  type WriteConfidence,
} from '@overdue/domain/node-protocol.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';

/**
 * The presence of a node that accepts pings, as a pure state machine. The shell (`presence.ts`) feeds events into
 * `reducePresence` and runs the effects. Times are epoch milliseconds, except monotonic times (`begunAt`, `monotonic`).
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
 * | any | recorded with a blind window | as above | blind, unless the gap is brief |
 * | any | checked, while gaps are unrecorded | same | record each gap first |
 * | any | timer fired or checked, after a stall | same | – ; the next check reads what the system queued |
 * | any | queue read | same | – ; a stall becomes a gap, or stays a pause |
 * | any | ping refused, then pings stored | same | – ; the time between becomes a gap |
 * | any | recorded, a minute after the last refused ping | as above | – ; the refusals end |
 * | any | timer check succeeded | same | – |
 * | any | timer check failed | same | unavailable, if the database is unavailable; warn, if the previous timer check succeeded |
 *
 * A pause is a period of more than 5 s in which the node was suspended, stalled, or could store no pings, or in which the clock
 * jumped ahead. A stall in which the system queued the connections is no pause: see {@link isBridged}. `gap_unrecorded` means that the gap before `since` isn't recorded yet: nothing may be judged. A check in `closed`
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
  /** Gaps that this node noticed and has not recorded yet, oldest first. */
  readonly gaps: readonly Gap[];
  /** Time of the last tick of the timer, or of its start. */
  readonly tick: Tick | null;
  /** The stall under way: what the system queued has not been read yet. */
  readonly stall: Stall | null;
  /** Arrival of the first ping that was refused since pings were last stored; null if none was refused. */
  readonly refusedSince: number | null;
  /** Arrival of the last ping that was refused. */
  readonly lastRefusedAt: number;
  readonly windowsOpened: number;
  readonly hasTimer: boolean;
  readonly isTimerChecking: boolean;
  readonly isTimerCheckFailing: boolean;
  /** Time at which the write of the latest committed record started; monotonic. */
  readonly recordStartedAt: number;
  /** Time of the first attempt to record presence since the latest committed record; monotonic. Null if there was no attempt. */
  readonly recordingSince: number | null;
}

export type Gap = Omit<BlindWindow, 'id'>;

interface Tick {
  readonly at: number;
  readonly monotonic: number;
}

/** A time in which the timer of the process did not fire. */
interface Stall {
  /** The last tick before the stall. */
  readonly since: Tick;
  /** Longest time in which no thread of the process ran. */
  readonly silenceMs: number;
}

export type PresenceEvent =
  | { readonly kind: 'started'; readonly now: number; readonly monotonic: number }
  | { readonly kind: 'ended' | 'closed' }
  /** A check ran at `now`. `everyMs`: minimum time between two records. */
  | {
      readonly kind: 'checked';
      readonly now: number;
      readonly canStorePings: boolean;
      readonly everyMs: number;
    }
  | { readonly kind: 'check_requested'; readonly now: number; readonly monotonic: number }
  | {
      readonly kind: 'timer_fired';
      readonly now: number;
      readonly monotonic: number;
      /** Longest time since the last tick in which no thread of the process ran. */
      readonly silenceMs: number;
      readonly canStorePings: boolean;
    }
  /** The process has read what the system queued during a stall. `isComplete`: whether the system could queue everything. */
  | {
      readonly kind: 'queue_read';
      readonly now: number;
      readonly monotonic: number;
      readonly silenceMs: number;
      readonly isComplete: boolean;
    }
  | { readonly kind: 'gap_recorded'; readonly window: BlindWindow }
  | { readonly kind: 'ping_refused'; readonly since: number }
  | { readonly kind: 'pings_stored'; readonly now: number }
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
  | { readonly kind: 'record_gap'; readonly gap: Gap }
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
/** Maximum unrecorded gaps to remember. The oldest gap then extends to the end of the next one. */
const GAPS_MAX = 100;
/**
 * Time without another refused ping after which a recorded presence ends the refusals. Otherwise, a service that gets few pings would
 * stay blind until the next one, although it could store pings again.
 */
const REFUSALS_OVER_AFTER_MS = 60_000;
/** Interval between ticks. Each tick is cheap; only some of them record the presence. */
export const TICK_MS = NODE_PRESENCE_EVERY_MS;
/** Minimum time between two ticks, or minimum jump of the clock, that counts as a stall. */
const STALL_MS_MIN = 2 * TICK_MS;
/** Maximum time without a sign of life from any thread that proves that the machine ran during a stall. */
const SILENCE_MS_MAX = 2000;
/** Maximum difference between the wall clock and the monotonic clock over a stall. More means a suspension or a clock jump. */
const DRIFT_MS_MAX = 1000;

export const INITIAL_PRESENCE: PresenceState = {
  phase: 'gap_unrecorded',
  since: 0,
  couldAcceptUntil: 0,
  recordedUntil: 0,
  checkedUntil: 0,
  unrecorded: [],
  gaps: [],
  tick: null,
  stall: null,
  refusedSince: null,
  lastRefusedAt: Number.NEGATIVE_INFINITY,
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
      // The start counts as the first tick, so that a stall before the timer fires is noticed.
      return stay({ ...state, hasTimer: true, tick: { at: event.now, monotonic: event.monotonic } });
    case 'ended':
      return stay({ ...state, hasTimer: false, tick: null });
    case 'closed':
      return stay({ ...state, phase: 'closed' });
    case 'checked':
      return check(state, event);
    case 'check_requested':
      return isCheckedByTimer(state, event)
        ? stay({ ...state, checkedUntil: event.now })
        : { state, effects: [{ kind: 'check' }] };
    case 'timer_fired':
      return onTimer(state, event);
    case 'queue_read':
      return stay(endStall(state, event));
    case 'gap_recorded':
      return noteWindow({ ...state, gaps: state.gaps.slice(1) }, event.window);
    case 'ping_refused':
      return stay({
        ...state,
        refusedSince: Math.min(state.refusedSince ?? event.since, event.since),
        lastRefusedAt: Math.max(state.lastRefusedAt, event.since),
      });
    case 'pings_stored':
      return stay(endRefusals(state, event.now));
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
      : splitRefusals(corrected, now);
  const isDue = next.phase !== 'present' || Math.abs(now - next.recordedUntil) >= everyMs;
  if (!isDue && next.gaps.length === 0) return stay({ ...next, checkedUntil: now });
  const times = [...next.unrecorded, { since: next.since, at: now }];
  // Records gaps first: other nodes judge up to the recorded time, and must know the gaps before it.
  const gaps = next.gaps.map((gap): PresenceEffect => ({ kind: 'record_gap', gap }));
  return {
    state: next,
    effects: [...gaps, ...times.map((time): PresenceEffect => ({ kind: 'record', time }))],
  };
}

/** Returns the stall before `now`, if the timer has not fired in time; null otherwise. */
function stallBefore({ hasTimer, tick, stall }: PresenceState, now: Tick): Stall | null {
  if (stall !== null || !hasTimer || tick === null) return stall;
  const isLate = now.monotonic - tick.monotonic > STALL_MS_MIN || now.at - tick.at > STALL_MS_MIN;
  return isLate ? { since: tick, silenceMs: 0 } : null;
}

/** Whether the next check must read what the system queued during a stall. */
export function mustReadQueue(state: PresenceState, now: number, monotonic: number): boolean {
  return state.phase !== 'closed' && stallBefore(state, { at: now, monotonic }) !== null;
}

/**
 * Ends a stall. The gap postpones verdicts, so that pings from the queue count. If nothing proves that the system queued all
 * connections, a gap of more than 5 seconds remains a pause, and so becomes a blind window.
 */
function endStall(state: PresenceState, event: EventOf<'queue_read'>): PresenceState {
  const { now, monotonic } = event;
  const stall = stallBefore(state, { at: now, monotonic });
  if (stall === null) return state;
  const next: PresenceState = { ...state, stall: null, tick: { at: now, monotonic } };
  const from = Math.min(stall.since.at, now);
  if (isBridged(stall, event)) {
    const couldAcceptUntil = Math.min(now, state.couldAcceptUntil + (now - from));
    return addGap({ ...next, couldAcceptUntil }, { from, to: now, brief: 'stall' });
  }
  return now - from > BLIND_AFTER_MS ? next : addGap(next, { from, to: now, brief: 'restart' });
}

/**
 * Whether the system queued every ping of a stall: the process was only busy, because another thread of the process kept running
 * and both clocks agree; the queue did not overflow; and no client has waited for more than {@link STALL_MS_MAX}.
 */
function isBridged(
  { since, silenceMs }: Stall,
  { now, monotonic, silenceMs: lastSilenceMs, isComplete }: EventOf<'queue_read'>,
): boolean {
  const stalledMs = monotonic - since.monotonic;
  const driftMs = now - since.at - stalledMs;
  const isMachineAwake =
    Math.max(silenceMs, lastSilenceMs) <= SILENCE_MS_MAX && Math.abs(driftMs) <= DRIFT_MS_MAX;
  return isMachineAwake && isComplete && stalledMs <= STALL_MS_MAX;
}

function addGap(state: PresenceState, gap: Gap): PresenceState {
  const last = state.gaps.at(-1);
  if (state.gaps.length < GAPS_MAX || last === undefined) return { ...state, gaps: [...state.gaps, gap] };
  return { ...state, gaps: [...state.gaps.slice(0, -1), { from: last.from, to: gap.to }] };
}

/** Turns the time since the first refused ping into a gap. */
function endRefusals(state: PresenceState, now: number): PresenceState {
  const { refusedSince: from } = state;
  if (from === null || from > now) return { ...state, refusedSince: null };
  const gap: Gap = now - from > BLIND_AFTER_MS ? { from, to: now } : { from, to: now, brief: 'restart' };
  return addGap({ ...state, refusedSince: null }, gap);
}

/** While pings are refused for a long time, turns each part of more than 5 seconds into a blind window. */
function splitRefusals(state: PresenceState, now: number): PresenceState {
  const { refusedSince: from } = state;
  // An unrecorded gap is recorded first, so that an outage leaves few windows.
  if (from === null || now - from <= BLIND_AFTER_MS || state.gaps.length > 0) return state;
  return addGap({ ...state, refusedSince: now }, { from, to: now });
}

/** Starts a new period after a pause. The gap of the pause covers the pings that were refused in it. */
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
    refusedSince: state.refusedSince === null ? null : now,
    unrecorded: hasUnrecordedTime
      ? [...unrecorded, { since, at: couldAcceptUntil, isPast: true }].slice(-UNRECORDED_MAX)
      : unrecorded,
  };
}

function onTimer(
  state: PresenceState,
  { now, monotonic, silenceMs, canStorePings }: EventOf<'timer_fired'>,
): PresenceStep {
  const tick = { at: now, monotonic };
  const stall = stallBefore(state, tick);
  const ticked: PresenceState = {
    ...state,
    tick,
    stall: stall === null ? null : { ...stall, silenceMs: Math.max(stall.silenceMs, silenceMs) },
  };
  const canExtend = stall === null && isAwake(state, now) && canStorePings;
  const next = canExtend ? { ...ticked, couldAcceptUntil: now } : ticked;
  if (!next.isTimerChecking)
    return { state: { ...next, isTimerChecking: true }, effects: [{ kind: 'check_in_background' }] };
  return { state: next, effects: writeConfidenceAt(next, monotonic) === 'lost' ? [{ kind: 'lost' }] : [] };
}

function record(state: PresenceState, { time, window, begunAt, now }: EventOf<'recorded'>): PresenceStep {
  const areRefusalsOver = now - state.lastRefusedAt >= REFUSALS_OVER_AFTER_MS;
  const recorded = {
    ...(areRefusalsOver && state.refusedSince !== null ? endRefusals(state, now) : state),
    recordStartedAt: begunAt,
    recordingSince: null,
  };
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
  if (window.brief !== undefined) return stay(state);
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
function isCheckedByTimer(
  state: PresenceState,
  { now, monotonic }: { readonly now: number; readonly monotonic: number },
): boolean {
  const isRecorded = state.phase !== 'gap_unrecorded' && state.gaps.length === 0;
  return (
    state.hasTimer && isRecorded && isAwake(state, now) && stallBefore(state, { at: now, monotonic }) === null
  );
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

/** Returns the time up to which verdicts may be made: the last check, or the first ping that was refused since pings were stored. */
export function horizonOf({ checkedUntil, refusedSince }: PresenceState): number {
  return Math.min(checkedUntil, refusedSince ?? checkedUntil);
}

type EventOf<Kind extends PresenceEvent['kind']> = Extract<PresenceEvent, { readonly kind: Kind }>;

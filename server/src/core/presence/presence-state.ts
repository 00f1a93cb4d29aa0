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
 * | present | checked, without a suspension | present | record the current period if the last record is old |
 * | present | checked, after a suspension | gap_unrecorded | as for gap_unrecorded; remembers an unrecorded period before the suspension |
 * | present | check requested, awake and with a timer | present | – |
 * | gap_unrecorded, present | check requested, otherwise | same | check |
 * | present | closed | closed | – |
 * | any | timer fired | same | check in background; or lost, if an earlier check in background hangs for too long |
 * | any | recorded with a blind window | as above | blind, unless the gap is brief |
 * | any | checked, while gaps are unrecorded | same | record each gap first |
 * | any | timer fired or checked, after a stall | same | – ; the next check reads what the system queued |
 * | any | queue read | same | – ; a stall becomes a gap, or stays a suspension |
 * | any | ping refused, then checked | same | record the refused time so far as a gap |
 * | any | pings stored, after refusals of the whole service | same | – ; the refused time becomes a gap, and ends |
 * | any | checked, a while after the last refused ping | as above | – ; the refused time ends |
 * | any | timer check succeeded | same | – |
 * | any | timer check failed | same | unavailable, if the database is unavailable; warn, if the previous timer check succeeded |
 *
 * A suspension is a period of more than 5 s in which the node was suspended, stalled, or could store no pings, or in which the clock
 * jumped ahead. A stall in which the system queued the connections is no suspension: see {@link isBridged}. `gap_unrecorded` means
 * that the gap before `since` isn't recorded yet: nothing may be judged. A check in `closed` does nothing.
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
  /** Periods that ended with a suspension before they could be recorded, oldest first. */
  readonly unrecorded: readonly WatchedTime[];
  /** Gaps that this node noticed and has not recorded yet, oldest first. */
  readonly gaps: readonly Gap[];
  /** Time of the last tick of the timer, or of its start. */
  readonly tick: Tick | null;
  /** The stall under way: what the system queued has not been read yet. */
  readonly stall: Stall | null;
  /** The refused times under way, by team; under null, the refused time of the whole service. */
  readonly refusals: ReadonlyMap<string | null, RefusedTime>;
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

/** A time in which pings are refused. */
interface RefusedTime {
  /** Arrival of the first refused ping, or end of the last blind window over this time. */
  readonly since: number;
  /** Arrival of the last refused ping. */
  readonly lastAt: number;
  /** Time up to which a brief gap is recorded since `since`; null if none is. Until then, nothing after `since` is judged. */
  readonly recordedUntil: number | null;
}

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
  /** A ping that arrived at `at` was refused. `teamID` is null if the whole service could not store pings. */
  | { readonly kind: 'ping_refused'; readonly at: number; readonly teamID: string | null }
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
/** Maximum unrecorded gaps to remember, besides one for each team. The last gap then extends to the end of the next one. */
const GAPS_MAX = 100;
/**
 * Time without another refused ping after which the refused time of the whole service ends. Long, because a service that gets few
 * pings can't know earlier that it could store them.
 */
const SERVICE_REFUSALS_OVER_AFTER_MS = 60_000;
/** The same for a team. Short, because the service knows all pings that it refused. */
const TEAM_REFUSALS_OVER_AFTER_MS = 1000;
/** Interval at which the brief gap over a refused time is recorded again. Each record postpones verdicts by more than this time. */
const REFUSED_TIME_EVERY_MS = 2000;
/** Refused pings of a team that follow each other this quickly count as one. */
const REFUSED_TOGETHER_MS = 100;
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
  refusals: new Map(),
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
      return stay(noteRefusal(state, event));
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
      : recordRefusals(corrected, now);
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
 * connections, a gap of more than 5 seconds remains a suspension, and so becomes a blind window.
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
  const isFull = state.gaps.length >= GAPS_MAX && last !== undefined && last.teamID === undefined;
  if (!isFull) return { ...state, gaps: [...state.gaps, gap] };
  return { ...state, gaps: [...state.gaps.slice(0, -1), { from: last.from, to: gap.to }] };
}

function noteRefusal(state: PresenceState, { at, teamID }: EventOf<'ping_refused'>): PresenceState {
  const open = state.refusals.get(teamID);
  // Keeps a flood of refused pings cheap.
  if (open !== undefined && at >= open.since && at < open.lastAt + REFUSED_TOGETHER_MS) return state;
  const refused: RefusedTime =
    open === undefined || at < open.since
      ? { since: at, lastAt: Math.max(at, open?.lastAt ?? at), recordedUntil: null }
      : { ...open, lastAt: Math.max(at, open.lastAt) };
  return { ...state, refusals: new Map(state.refusals).set(teamID, refused) };
}

/** Ends the refused time of the whole service, because pings are stored again. */
function endRefusals(state: PresenceState, now: number): PresenceState {
  const open = state.refusals.get(null);
  if (open === undefined) return state;
  const refusals = new Map(state.refusals);
  refusals.delete(null);
  const ended = { ...state, refusals };
  return open.since > now ? ended : addGap(ended, gapOf(open.since, now));
}

function gapOf(from: number, to: number): Gap {
  return to - from > BLIND_AFTER_MS ? { from, to } : { from, to, brief: 'restart' };
}

/**
 * Turns the refused times so far into gaps: each part of more than 5 seconds into a blind window, and a shorter one into a brief gap,
 * which postpones verdicts until the refused time is recorded again or is over.
 */
function recordRefusals(state: PresenceState, now: number): PresenceState {
  // An unrecorded gap is recorded first, so that an outage of the database leaves few windows.
  if (state.refusals.size === 0 || state.gaps.length > 0) return state;
  const gaps: Gap[] = [];
  const refusals = new Map<string | null, RefusedTime>();
  for (const [teamID, refused] of state.refusals) {
    const overAfterMs = teamID === null ? SERVICE_REFUSALS_OVER_AFTER_MS : TEAM_REFUSALS_OVER_AFTER_MS;
    const { gap, rest } = takeGap(refused, now, overAfterMs);
    if (gap !== null) gaps.push(teamID === null ? gap : { ...gap, teamID });
    if (rest !== null) refusals.set(teamID, rest);
  }
  return { ...state, refusals, gaps };
}

/** Returns the gap to record for a refused time, and what remains of this time. */
function takeGap(
  refused: RefusedTime,
  now: number,
  overAfterMs: number,
): { readonly gap: Gap | null; readonly rest: RefusedTime | null } {
  const { since, lastAt, recordedUntil } = refused;
  const isOver = now - lastAt >= overAfterMs;
  const isBlind = now - since > BLIND_AFTER_MS;
  const isDue = recordedUntil === null || now - recordedUntil >= REFUSED_TIME_EVERY_MS;
  const isRecorded = recordedUntil !== null && recordedUntil >= lastAt;
  const gap = isBlind || (isOver ? !isRecorded : isDue) ? gapOf(Math.min(since, now), now) : null;
  if (isOver) return { gap, rest: null };
  if (isBlind) return { gap, rest: { since: now, lastAt, recordedUntil: null } };
  return { gap, rest: gap === null ? refused : { ...refused, recordedUntil: now } };
}

/** Starts a new period after a suspension. The gap of the suspension covers the pings that were refused in it. */
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
    refusals: new Map(
      [...state.refusals].map(([teamID, { lastAt }]) => [
        teamID,
        { since: now, lastAt, recordedUntil: null },
      ]),
    ),
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

/** Whether no check is needed, because the timer detects every suspension. */
function isCheckedByTimer(
  state: PresenceState,
  { now, monotonic }: { readonly now: number; readonly monotonic: number },
): boolean {
  const isRecorded =
    state.phase !== 'gap_unrecorded' && state.gaps.length === 0 && unrecordedSince(state) === null;
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

/** Returns the start of the first refused time of which nothing is recorded; null if there is none. */
export function unrecordedSince({ refusals }: PresenceState): number | null {
  let first: number | null = null;
  for (const { since, recordedUntil } of refusals.values())
    if (recordedUntil === null) first = Math.min(first ?? since, since);
  return first;
}

/** Returns the time up to which verdicts may be made: the last check, or the start of a refused time that isn't recorded yet. */
export function horizonOf(state: PresenceState): number {
  return Math.min(state.checkedUntil, unrecordedSince(state) ?? state.checkedUntil);
}

type EventOf<Kind extends PresenceEvent['kind']> = Extract<PresenceEvent, { readonly kind: Kind }>;

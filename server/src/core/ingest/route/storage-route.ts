import { NODE_DEAD_AFTER_MS } from '@overdue/domain/node-protocol.ts';
import { DatabaseUnavailable } from '../../../database/unavailable.ts';
import type { SpoolSize } from '../../spool/contract.ts';

/**
 * The route of pings to the database, as a pure state machine. The shell (`route-control.ts`) feeds events into `reduceRoute` and
 * runs the effects. No ping may overtake an earlier ping, on this node or another.
 *
 * | Route | New pings go |
 * |---|---|
 * | storing | to the database |
 * | spooling | to the spool, because the database can't store pings, or the process is stopping |
 * | replaying | to the spool, because earlier pings aren't all applied |
 * | catching up | to the spool; pings that arrive from `catchUpFrom` on wait in memory |
 *
 * | Event | On route | Next route |
 * |---|---|---|
 * | lost, replay failed, stopped | any | spooling |
 * | new pings would overtake, because another node has spooled pings | any | replaying |
 * | new pings might overtake, because another node may have spooled pings | any | catching up |
 * | outcome of a commit is unknown (in doubt) | storing, replaying, catching up | replaying |
 * | queue found | storing | replaying |
 * | catch-up timed out | catching up, in the attempt that timed out | replaying |
 * | queue applied, and no ping is left on any node | any | storing |
 * | queue applied, and a small, recent backlog is left | storing, spooling, replaying | catching up |
 * | queue applied, and a larger backlog is left | storing, spooling, replaying | replaying |
 * | queue applied, and a backlog is left | catching up | catching up; replaying if all new pings wait and the queue has pings |
 *
 * Other events keep the route. While catching up, new pings wait in memory for a moment, because the backlog would otherwise
 * never become empty. A process whose spool is empty starts by catching up.
 *
 * Effects: each change of the route, except a change to catching up, releases the pings that wait in memory. Each change to a
 * route other than storing wakes the replay. Each attempt to catch up sets a time limit. A lost database and its return are
 * logged once per outage.
 */
export interface RouteState {
  readonly route: Route;
  /** Time from which new pings wait in memory, while catching up. */
  readonly catchUpFrom: number;
  /** Number of the current attempt to catch up, so that a time limit ends only the attempt for which it was set. */
  readonly attempt: number;
  /** Whether other nodes know that this node spools pings. */
  readonly isAnnounced: boolean;
  readonly isAnnouncing: boolean;
  /**
   * Start of the outage minus {@link NODE_DEAD_AFTER_MS}; infinite without an outage. Nodes that were alive at or after this time may
   * hold spooled pings that this node doesn't know of.
   */
  readonly nodesAliveFrom: number;
  /** Pings moved to the shared queue per transaction. Halved after each failure, because the database may be overloaded. */
  readonly chunk: number;
  readonly chunkMax: number;
  /** Whether an outage was logged whose end isn't logged yet. */
  readonly isOutageLogged: boolean;
}

export type Route = 'storing' | 'spooling' | 'replaying' | 'catching_up';

/** Pings that aren't applied yet: spooled pings and pings in the shared queue. */
export interface Backlog {
  /** Pings in the spool of this lane. */
  readonly spooled: number;
  /** Arrival time of the oldest ping, on any node, that might not be applied yet; infinite if there is none. */
  readonly oldestAt: number;
  /** Arrival time of the first ping in the shared queue; null if the queue is empty. */
  readonly queuedFrom: number | null;
  /** Whether new pings can no longer overtake pings of another node. */
  readonly isClear: boolean;
}

export type RouteEvent =
  | { readonly kind: 'started' | 'in_doubt' | 'queue_found' | 'stored' | 'enqueued' | 'stopped' }
  | { readonly kind: 'announcing' | 'announced' }
  | { readonly kind: 'lost'; readonly error: unknown; readonly now: number }
  | { readonly kind: 'replay_failed'; readonly error: unknown; readonly now: number }
  /** The database stored none of the new pings, because other nodes hold, or may hold, earlier pings. */
  | { readonly kind: 'would_overtake'; readonly isSpooled: boolean }
  /** A round of the replay has applied the shared queue. */
  | { readonly kind: 'queue_applied'; readonly backlog: Backlog; readonly now: number }
  /** An attempt to catch up has reached its time limit. */
  | { readonly kind: 'catch_up_timed_out'; readonly attempt: number };

export type RouteEffect =
  /** Release the pings that wait in memory, so that they are placed again. */
  | { readonly kind: 'release' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'set_time_limit'; readonly attempt: number; readonly from: number }
  | { readonly kind: 'log_outage'; readonly error: unknown }
  | { readonly kind: 'log_recovery' };

export interface RouteStep {
  readonly state: RouteState;
  readonly effects: readonly RouteEffect[];
}

/** Maximum chunks in the spool for new pings to wait in memory instead of being spooled. */
const CATCH_UP_CHUNKS = 5;
/** Maximum age of the oldest unapplied ping for new pings to wait in memory. */
const BEHIND_MS_MAX = 2000;
/** Nodes start to hold new pings in memory only at multiples of this interval, so that most nodes choose the same time. */
const CATCH_UP_STEP_MS = 250;

/** Returns the state at the start of a process, from the spool of the previous process. */
export function initialRoute({ pings, oldestAt }: SpoolSize, chunkMax: number): RouteState {
  return {
    route: pings === 0 ? 'catching_up' : 'replaying',
    catchUpFrom: Number.NEGATIVE_INFINITY,
    attempt: 0,
    isAnnounced: false,
    isAnnouncing: false,
    nodesAliveFrom: (oldestAt ?? Number.POSITIVE_INFINITY) - NODE_DEAD_AFTER_MS,
    chunk: chunkMax,
    chunkMax,
    isOutageLogged: false,
  };
}

export function reduceRoute(state: RouteState, event: RouteEvent): RouteStep {
  const { route } = state;
  switch (event.kind) {
    case 'started':
      return route === 'catching_up' ? beginToCatchUp(state) : { state, effects: [{ kind: 'replay' }] };
    case 'lost':
      return lose(state, event);
    case 'replay_failed':
      return lose({ ...state, chunk: Math.max(1, Math.floor(state.chunk / 2)) }, event);
    case 'in_doubt':
      return route === 'spooling' ? stay(state) : go(state, 'replaying');
    case 'queue_found':
      return route === 'storing' ? go(state, 'replaying') : stay(state);
    case 'would_overtake':
      return go(
        { ...state, catchUpFrom: Number.NEGATIVE_INFINITY },
        event.isSpooled ? 'replaying' : 'catching_up',
      );
    case 'queue_applied':
      return afterQueueApplied(state, event);
    case 'catch_up_timed_out':
      return route === 'catching_up' && event.attempt === state.attempt
        ? go(state, 'replaying')
        : stay(state);
    case 'enqueued':
      return stay({ ...state, chunk: Math.min(state.chunkMax, state.chunk * 2) });
    case 'stored':
      return recover(state);
    case 'announcing':
      return stay({ ...state, isAnnouncing: true });
    case 'announced':
      return stay({
        ...state,
        isAnnouncing: false,
        isAnnounced: route === 'spooling' || route === 'replaying',
      });
    case 'stopped':
      return go(state, 'spooling');
  }
}

function stay(state: RouteState): RouteStep {
  return { state, effects: [] };
}

function go(state: RouteState, next: Route): RouteStep {
  const { route } = state;
  if (next === route) return stay(state);
  const isAnnounced =
    state.isAnnounced && route !== 'catching_up' && next !== 'storing' && next !== 'catching_up';
  const changed: RouteState = { ...state, route: next, isAnnounced };
  if (next === 'catching_up') return beginToCatchUp(changed);
  const release: RouteEffect = { kind: 'release' };
  return { state: changed, effects: next === 'storing' ? [release] : [release, { kind: 'replay' }] };
}

function beginToCatchUp(state: RouteState): RouteStep {
  const attempt = state.attempt + 1;
  return {
    state: { ...state, attempt },
    effects: [{ kind: 'set_time_limit', attempt, from: state.catchUpFrom }, { kind: 'replay' }],
  };
}

function lose(
  state: RouteState,
  { error, now }: { readonly error: unknown; readonly now: number },
): RouteStep {
  const { state: next, effects } = go(state, 'spooling');
  const nodesAliveFrom = Math.min(next.nodesAliveFrom, now - NODE_DEAD_AFTER_MS);
  return {
    state: { ...next, nodesAliveFrom, isOutageLogged: true },
    effects: next.isOutageLogged ? effects : [...effects, { kind: 'log_outage', error }],
  };
}

function recover(state: RouteState): RouteStep {
  if (!state.isOutageLogged) return stay(state);
  return { state: { ...state, isOutageLogged: false }, effects: [{ kind: 'log_recovery' }] };
}

function afterQueueApplied(
  state: RouteState,
  { backlog, now }: { readonly backlog: Backlog; readonly now: number },
): RouteStep {
  const next = routeAfter(state, backlog, now);
  if (next === 'catching_up')
    return state.route === 'catching_up'
      ? catchUpLater(state, catchUpStepAfter(state.catchUpFrom, backlog.queuedFrom))
      : go({ ...state, catchUpFrom: catchUpStepAt(now) }, next);
  const step = go(state, next);
  if (next !== 'storing') return step;
  const recovered = recover({ ...step.state, nodesAliveFrom: Number.POSITIVE_INFINITY });
  return { state: recovered.state, effects: [...step.effects, ...recovered.effects] };
}

/** Postpones holding pings in memory until `from`. Pings before `from` go to the spool. */
function catchUpLater(state: RouteState, from: number): RouteStep {
  if (from === state.catchUpFrom) return stay(state);
  const { state: next, effects } = beginToCatchUp({ ...state, catchUpFrom: from });
  return { state: next, effects: [...effects, { kind: 'release' }] };
}

function routeAfter(
  { route, catchUpFrom, chunkMax }: RouteState,
  { spooled, oldestAt, queuedFrom, isClear }: Backlog,
  now: number,
): Route {
  if (spooled === 0 && isClear) return 'storing';
  // After a start, or if new pings would overtake, all new pings wait in memory (`catchUpFrom` is -Infinity). If the queue has pings, the wait could
  // be long, so new pings go to the spool instead.
  if (route === 'catching_up')
    return queuedFrom !== null && catchUpFrom === Number.NEGATIVE_INFINITY ? 'replaying' : 'catching_up';
  const canCatchUp = spooled <= CATCH_UP_CHUNKS * chunkMax && oldestAt >= now - BEHIND_MS_MAX;
  return canCatchUp ? 'catching_up' : 'replaying';
}

/** Returns the time from which new pings wait in memory. The time is rounded up, so that most nodes choose the same time. */
function catchUpStepAt(now: number): number {
  return Math.ceil(now / CATCH_UP_STEP_MS) * CATCH_UP_STEP_MS;
}

/**
 * Returns the time from which new pings wait in memory. If another node chose a later time, adopts the later time, so that the
 * nodes don't wait for each other.
 */
function catchUpStepAfter(catchUpFrom: number, queuedFrom: number | null): number {
  if (queuedFrom === null || queuedFrom < catchUpFrom) return catchUpFrom;
  return (Math.floor(queuedFrom / CATCH_UP_STEP_MS) + 1) * CATCH_UP_STEP_MS;
}

export function mustWait({ route, catchUpFrom }: RouteState, at: number): boolean {
  return route === 'catching_up' && at >= catchUpFrom;
}

/** Whether new pings may go to the spool, or the spool holds pings. */
export function usesSpool(
  { route, isAnnouncing, isAnnounced, catchUpFrom }: RouteState,
  spooled: number,
  now: number,
): boolean {
  if (route === 'spooling' || route === 'replaying' || isAnnouncing || isAnnounced || spooled > 0)
    return true;
  return route === 'catching_up' && now < catchUpFrom;
}

export function outageLine(error: unknown): { readonly level: 'warn' | 'error'; readonly message: string } {
  return error instanceof DatabaseUnavailable
    ? { level: 'warn', message: 'The database is unavailable. Pings go to the spool.' }
    : { level: 'error', message: 'The database refuses to store pings. They go to the spool. Retrying.' };
}

import { createBell } from '../../../platform/runtime/bell.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Log } from '../../../platform/runtime/log.ts';
import type { Spool } from '../../spool/contract.ts';
import {
  initialRoute,
  outageLine,
  type RouteEffect,
  type RouteEvent,
  type RouteState,
  reduceRoute,
} from './storage-route.ts';

/** Maximum time that new pings wait in memory while the last spooled pings are applied. */
const CATCH_UP_MS_MAX = 1000;

export interface RouteControlOptions {
  readonly spool: Spool;
  readonly chunk: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Holds the state of a route, feeds events into {@link reduceRoute} and runs the effects. */
export type RouteControl = ReturnType<typeof createRouteControl>;

export function createRouteControl({ spool, chunk, clock, log }: RouteControlOptions) {
  let state = initialRoute(spool.size(), chunk);
  let whenReleased = Promise.withResolvers<void>();
  const bell = createBell(clock);

  function dispatch(event: RouteEvent): void {
    const step = reduceRoute(state, event);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }

  function perform(effect: RouteEffect): void {
    if (effect.kind === 'replay') bell.ring();
    else if (effect.kind === 'release') release();
    else if (effect.kind === 'set_time_limit') limit(effect.attempt, effect.from);
    else if (effect.kind === 'log_outage') logOutage(effect.error);
    else log.info({}, 'The database is available. All spooled pings are stored.');
  }

  function release(): void {
    whenReleased.resolve();
    whenReleased = Promise.withResolvers<void>();
  }

  /** Starts the timer that limits an attempt to catch up. */
  function limit(attempt: number, from: number): void {
    const delayMs = Math.max(0, from - clock.now()) + CATCH_UP_MS_MAX;
    clock.after(delayMs, () => dispatch({ kind: 'catch_up_timed_out', attempt }));
  }

  function logOutage(error: unknown): void {
    const { level, message } = outageLine(error);
    log[level]({ err: error }, message);
  }

  return {
    state: (): RouteState => state,
    dispatch,
    /** Resolves when the pings that wait in memory must be placed again. */
    released: (): Promise<void> => whenReleased.promise,
    /** Rings when the replay has work to do. */
    bell,
  };
}

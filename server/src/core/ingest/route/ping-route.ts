import type { AppError } from '@overdue/domain/error.ts';
import { DatabaseUnavailable } from '../../../database/unavailable.ts';
import type { AcceptedPing, PingOutcome } from '../accepted-ping.ts';
import { createLaneSpool, type LaneSpoolOptions } from '../replay/lane-spool.ts';
import { createSpoolReplay, type SpoolReplayOptions } from '../replay/replay.ts';
import { createPlacement, type PlacementOptions } from './placement.ts';
import { createRouteControl, type RouteControlOptions } from './route-control.ts';
import { type Route, usesSpool } from './storage-route.ts';

export type PingRouteOptions = LaneSpoolOptions & RouteControlOptions & PlacementOptions & SpoolReplayOptions;

/** Sends pings to the database, or to the spool while the database is unavailable. */
export interface PingRoute {
  /** Starts replaying the spool of a previous process. Call before the first ping. */
  start(): void;
  reportUnavailable(error: DatabaseUnavailable): void;
  /**
   * Stores a batch, one batch at a time. If the route changes, returns outcomes for only the first pings of the batch; the caller
   * then submits the remaining pings again. Rejects if the whole batch is refused.
   */
  place(arrivals: readonly AcceptedPing[]): Promise<readonly (PingOutcome | AppError)[]>;
  /** Resolves once every ping currently in the spool is in the shared queue. Rejects if the process stops first. */
  drain(): Promise<void>;
  route(): Route;
  usesSpool(): boolean;
  hasCapacity(): boolean;
  /** Replays as much as possible in a few seconds, and closes the spool. */
  stop(): Promise<void>;
}

/**
 * Creates the route of one lane. The pings of a monitor are applied in the order in which they arrived, whichever nodes received
 * them:
 *
 * - New pings go to the database directly only while no node spools pings. Each batch checks this condition in its transaction.
 * - A node accepts pings into its spool only while no other node can use the storing route: see {@link announce}.
 * - Spooled pings go to a queue in the database. They are applied in order, up to the time until which all nodes have queued
 *   their pings.
 *
 * `route/storage-route.ts` has the routes and their transitions, `route/placement.ts` stores new pings, and `spool/replay.ts` replays
 * spooled ones.
 */
export function createPingRoute(options: PingRouteOptions): PingRoute {
  const { spool, clock, log } = options;
  const laneSpool = createLaneSpool(options);
  const control = createRouteControl(options);
  const { state, dispatch } = control;
  const place = createPlacement(options, control, laneSpool);
  const replay = createSpoolReplay(options, control, laneSpool);
  return {
    start() {
      const { pings } = spool.size();
      if (pings > 0) log.info({ pings }, 'Storing the spooled pings of a previous process first.');
      dispatch({ kind: 'started' });
      replay.start();
    },
    reportUnavailable(error) {
      if (state().route === 'storing') dispatch({ kind: 'lost', error, now: clock.now() });
    },
    place: (arrivals) => place(laneSpool.assignTickets(arrivals)),
    drain: () => laneSpool.drain(),
    route: () => state().route,
    usesSpool: () => usesSpool(state(), spool.size().pings, clock.now()),
    hasCapacity: () => laneSpool.hasCapacity(),
    async stop() {
      await replay.stop();
      dispatch({ kind: 'stopped' });
      laneSpool.fail(new DatabaseUnavailable('Pings wait in the spool for the next start.'));
      spool.close();
    },
  };
}

import type { Lanes } from '../core/ingest/lanes.ts';
import type { ClockDiscipline } from '../core/nodes/clock-discipline.ts';
import { type ConnectionQueue, createPresence, type Presence } from '../core/presence/presence.ts';
import { createPresenceWithoutPings } from '../core/presence/without-pings.ts';
import type { Pulse } from '../platform/runtime/pulse.ts';
import type { Parts } from './parts.ts';

/**
 * Creates the presence, which detects blind windows. A process that accepts no pings can't detect them and gets a reduced
 * presence.
 */
export function openPresence(
  { config, store, clock, log, epoch }: Parts,
  {
    ingest,
    discipline,
    queue,
    pulse,
  }: {
    readonly ingest: Lanes;
    readonly discipline: ClockDiscipline;
    readonly queue: ConnectionQueue;
    readonly pulse: Pulse;
  },
): Presence {
  if (!config.roles.ping) return createPresenceWithoutPings(store, clock, epoch);
  return createPresence({
    store,
    clock,
    log,
    epoch,
    onBlind: ({ from, to, teamID }) =>
      log.warn(
        { from: new Date(from), to: new Date(to), ...(teamID === undefined ? {} : { teamID }) },
        teamID === undefined
          ? 'No pings could be received during this period. The outcome of runs due in this period is unknown.'
          : 'The team sent so many pings during this period that some were refused. The outcome of its runs due in this period is unknown.',
      ),
    onUnavailable: ingest.reportUnavailable,
    unstoredSince: ingest.unstoredSince,
    usesSpool: ingest.usesSpool,
    canStorePings: ingest.hasSpoolCapacity,
    queue,
    takeSilence: pulse.takeSilence,
    checkClock: discipline.measure,
  });
}

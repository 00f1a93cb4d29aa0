import type { Lanes } from '../ingest/lanes.ts';
import { createPresence, type Presence } from '../presence/presence.ts';
import { createPresenceWithoutPings } from '../presence/without-pings.ts';
import type { ClockDiscipline } from '../runtime/clock-discipline.ts';
import type { Parts } from './parts.ts';

/** Creates the presence of this process. A process that takes no pings can't tell when no ping could be received. */
export function openPresence(
  { config, store, clock, log, epoch }: Parts,
  ingest: Lanes,
  discipline: ClockDiscipline,
): Presence {
  if (!config.duties.ping) return createPresenceWithoutPings(store, clock, epoch);
  return createPresence({
    store,
    clock,
    log,
    epoch,
    onBlind: ({ from, to }) =>
      log.warn(
        { from: new Date(from), to: new Date(to) },
        'No ping could be received in this time. Runs due in it are unknown.',
      ),
    onAway: ingest.lose,
    waitingFrom: ingest.waitingFrom,
    keeps: ingest.keeps,
    isKeeping: ingest.isKeeping,
    checkClock: discipline.measure,
  });
}

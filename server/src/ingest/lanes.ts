import type { Arrival } from './arrival.ts';
import type { Doing, Ingest } from './ingest.ts';

/** What is told of several lanes: the worst. */
const WORST_FIRST: readonly Doing[] = ['refusing', 'spooling', 'replaying', 'storing'];

/**
 * Several ingests as one: while the database is at the batch of one lane, the next of another is decided. All pings of a
 * monitor keep to one lane, and so to their order.
 *
 * @param lanes at least one
 */
export function joinLanes(lanes: readonly Ingest[]): Ingest {
  const [first] = lanes;
  if (first === undefined) throw new Error('Pings need a lane.');
  if (lanes.length === 1) return first;
  const laneOf = (pingKey: string): Ingest => lanes[sumOf(pingKey) % lanes.length] ?? first;
  const sum = (count: (lane: Ingest) => number) => lanes.reduce((total, lane) => total + count(lane), 0);
  return {
    start() {
      for (const lane of lanes) lane.start();
    },
    lose(error) {
      for (const lane of lanes) lane.lose(error);
    },
    find: (pingKey) => laneOf(pingKey).find(pingKey),
    submit: (arrival: Arrival) => laneOf(arrival.pingKey).submit(arrival),
    async settle() {
      await Promise.all(lanes.map((lane) => lane.settle()));
    },
    waiting: () => sum((lane) => lane.waiting()),
    waitingFrom: () => earliest(lanes.map((lane) => lane.waitingFrom())),
    keeps: () => lanes.some((lane) => lane.keeps()),
    doing: () => WORST_FIRST.find((doing) => lanes.some((lane) => lane.doing() === doing)) ?? 'storing',
    isKeeping: () => lanes.every((lane) => lane.isKeeping()),
    spooled: () => ({
      pings: sum((lane) => lane.spooled().pings),
      bytes: sum((lane) => lane.spooled().bytes),
      oldestAt: earliest(lanes.map((lane) => lane.spooled().oldestAt)),
    }),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** The same in every process, since a later one must find in each spool what belongs there. */
function sumOf(pingKey: string): number {
  let sum = 0;
  for (let index = 0; index < pingKey.length; index += 1) sum += pingKey.charCodeAt(index);
  return sum;
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

import type { AcceptedPing } from './accepted-ping.ts';
import type { Ingest, RouteOrRefusal } from './ingest.ts';

/** Routes, worst first. The route of several lanes is the worst of their routes. */
const WORST_FIRST: readonly RouteOrRefusal[] = [
  'refusing',
  'spooling',
  'replaying',
  'catching_up',
  'storing',
];

/** Several ingests that act as one. Lanes are added later, because lanes and presence depend on each other. */
export interface Lanes extends Ingest {
  /** Adds a lane. Call before the first ping. */
  add(lane: Ingest): void;
}

/** Distributes pings over lanes, which commit concurrently. Each monitor always uses the same lane, to keep its pings in order. */
export function createLanes(): Lanes {
  const lanes: Ingest[] = [];

  function laneOf(normalizedPingID: string): Ingest {
    const lane = lanes.length === 1 ? lanes[0] : lanes[sumOf(normalizedPingID) % lanes.length];
    if (lane === undefined) throw new Error('Pings need a lane.');
    return lane;
  }

  function sum(count: (lane: Ingest) => number): number {
    return lanes.reduce((total, lane) => total + count(lane), 0);
  }

  return {
    add: (lane) => void lanes.push(lane),
    start() {
      for (const lane of lanes) lane.start();
    },
    reportUnavailable(error) {
      for (const lane of lanes) lane.reportUnavailable(error);
    },
    find: (normalizedPingID) => laneOf(normalizedPingID).find(normalizedPingID),
    findBySlug: (address) => laneOf(address.slug).findBySlug(address),
    submit: (arrival: AcceptedPing) => laneOf(arrival.normalizedPingID).submit(arrival),
    async drain() {
      await Promise.all(lanes.map((lane) => lane.drain()));
    },
    pingsInMemory: () => sum((lane) => lane.pingsInMemory()),
    unstoredSince: () => earliestTime(lanes.map((lane) => lane.unstoredSince())),
    usesSpool: () => lanes.some((lane) => lane.usesSpool()),
    route: () => WORST_FIRST.find((route) => lanes.some((lane) => lane.route() === route)) ?? 'storing',
    hasSpoolCapacity: () => lanes.every((lane) => lane.hasSpoolCapacity()),
    spooled: () => ({
      pings: sum((lane) => lane.spooled().pings),
      bytes: sum((lane) => lane.spooled().bytes),
      oldestAt: earliestTime(lanes.map((lane) => lane.spooled().oldestAt)),
    }),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** Returns a hash that doesn't change after a restart, because a monitor's spooled pings must stay in its lane. */
function sumOf(normalizedPingID: string): number {
  let sum = 0;
  for (let index = 0; index < normalizedPingID.length; index += 1) sum += normalizedPingID.charCodeAt(index);
  return sum;
}

function earliestTime(times: readonly (number | null)[]): number | null {
  const laneTimes = times.filter((at) => at !== null);
  return laneTimes.length === 0 ? null : Math.min(...laneTimes);
}

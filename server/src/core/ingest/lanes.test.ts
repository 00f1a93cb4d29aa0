import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AcceptedPing, PingOutcome } from './accepted-ping.ts';
import { epochOfLane, processEpochOf } from './epoch.ts';
import type { Ingest, RouteOrRefusal } from './ingest.ts';
import { createLanes, type Lanes } from './lanes.ts';

const gone: PingOutcome = { outcome: 'gone' };

function lane({ route = 'storing', unstoredSince = null, pings = 0, room = true } = {} as Partial<State>) {
  const taken: string[] = [];
  const ingest: Ingest = {
    start: () => {},
    reportUnavailable: () => {},
    find: () => Promise.resolve({ outcome: 'unknown_id' }),
    findBySlug: () => Promise.resolve({ outcome: 'unknown_key' }),
    submit(arrival) {
      taken.push(arrival.normalizedPingID);
      return Promise.resolve(gone);
    },
    drain: () => Promise.resolve(),
    pingsInMemory: () => taken.length,
    unstoredSince: () => unstoredSince,
    route: () => route,
    usesSpool: () => false,
    hasSpoolCapacity: () => room,
    spooled: () => ({ pings, bytes: 10 * pings, oldestAt: unstoredSince }),
    stop: () => Promise.resolve(),
  };
  return { ingest, taken };
}

function join(lanes: readonly Ingest[]): Lanes {
  const joined = createLanes();
  for (const lane of lanes) joined.add(lane);
  return joined;
}

interface State {
  readonly route: RouteOrRefusal;
  readonly unstoredSince: number | null;
  readonly pings: number;
  readonly room: boolean;
}

function arrival(normalizedPingID: string): AcceptedPing {
  const command = { kind: 'ping', type: 'ping', at: 0, rid: null, durationMs: null, warnings: [] } as const;
  const request = { method: 'GET', userAgent: '', remoteAddress: '', exitStatus: null, body: null } as const;
  return { normalizedPingID, monitorID: null, teamID: null, command, request };
}

test('all pings of a monitor stay in one lane', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', 'xyz'), { minLength: 1 }),
      async (keys) => {
        const lanes = [lane(), lane(), lane()];
        const joined = join(lanes.map(({ ingest }) => ingest));
        for (const key of keys) await joined.submit(arrival(key));
        expect(lanes.flatMap(({ taken }) => taken).toSorted()).toEqual(keys.toSorted());
        for (const key of keys) expect(lanes.filter(({ taken }) => taken.includes(key))).toHaveLength(1);
        expect(joined.pingsInMemory()).toBe(keys.length);
      },
    ),
  );
});

test('lanes report the oldest waiting ping and the worst state of all', () => {
  const joined = join([
    lane({ route: 'storing', unstoredSince: 70, pings: 1 }).ingest,
    lane({ route: 'refusing', unstoredSince: 30, pings: 4, room: false }).ingest,
    lane({ route: 'spooling' }).ingest,
  ]);
  expect(joined.unstoredSince()).toBe(30);
  expect(joined.route()).toBe('refusing');
  expect(joined.hasSpoolCapacity()).toBe(false);
  expect(joined.spooled()).toEqual({ pings: 5, bytes: 50, oldestAt: 30 });
  expect(join([lane().ingest, lane().ingest]).unstoredSince()).toBeNull();
});

test('the epoch of a lane contains the epoch of its process', () => {
  for (const number of [0, 1, 2]) expect(processEpochOf(epochOfLane('life', number))).toBe('life');
  expect(new Set([0, 1, 2].map((number) => epochOfLane('life', number))).size).toBe(3);
});

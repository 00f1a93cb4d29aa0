import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTeamShare, MONITOR_PINGS_MIN } from './team-share.ts';

const PLACES = 100;

interface Ping {
  readonly teamID: string;
  readonly monitorID: number;
}

type Step =
  | { readonly kind: 'ping'; readonly ping: Ping }
  | { readonly kind: 'commit'; readonly pings: number };

/** The naive model: the list of waiting pings, counted anew for each ping. */
function naiveOutcome(waiting: readonly Ping[], { teamID, monitorID }: Ping): 'waits' | 'limited' | 'full' {
  const left = PLACES - waiting.length;
  if (left === 0) return 'full';
  const ofTeam = waiting.filter((other) => other.teamID === teamID).length;
  const ofMonitor = waiting.filter((other) => other.monitorID === monitorID).length;
  return ofTeam >= left && ofMonitor >= MONITOR_PINGS_MIN ? 'limited' : 'waits';
}

function createQueue() {
  const share = createTeamShare();
  let waiting: readonly Ping[] = [];
  return {
    waiting: () => waiting,
    submit(ping: Ping): 'waits' | 'limited' | 'full' {
      const left = PLACES - waiting.length;
      if (left === 0) return 'full';
      if (share.isExceeded(ping, left)) return 'limited';
      share.add(ping);
      waiting = [...waiting, ping];
      return 'waits';
    },
    commit(count: number) {
      for (const ping of waiting.slice(0, count)) share.remove(ping);
      waiting = waiting.slice(count);
    },
  };
}

const TEAMS = ['a', 'b', 'c'] as const;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('ping' as const),
      ping: fc
        .tuple(fc.nat(TEAMS.length - 1), fc.nat(2))
        .map(([team, monitor]) => ({ teamID: TEAMS[team] ?? 'a', monitorID: team * 10 + monitor })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('commit' as const), pings: fc.nat(30) }) },
);

test('each ping gets the outcome of the naive model, and no ping is limited below half of the queue', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const queue = createQueue();
      for (const taken of steps) {
        if (taken.kind === 'commit') {
          queue.commit(taken.pings);
          continue;
        }
        const before = queue.waiting();
        const outcome = queue.submit(taken.ping);
        expect(outcome).toBe(naiveOutcome(before, taken.ping));
        if (outcome === 'limited') {
          expect(before.length).toBeGreaterThanOrEqual(PLACES / 2);
          const ofMonitor = before.filter(({ monitorID }) => monitorID === taken.ping.monitorID);
          expect(ofMonitor.length).toBeGreaterThanOrEqual(MONITOR_PINGS_MIN);
        }
      }
    }),
  );
});

test('the flood of one team with few monitors never takes a place from others', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: PLACES / 2 / MONITOR_PINGS_MIN }),
      fc.array(fc.nat(40), { minLength: 1, maxLength: 60 }),
      (monitors, floods) => {
        const queue = createQueue();
        let sent = 0;
        for (const [index, count] of floods.entries()) {
          for (let ping = 0; ping < count; ping += 1, sent += 1)
            queue.submit({ teamID: 'flood', monitorID: sent % monitors });
          // Half of the queue belongs to the others.
          if (index < PLACES / 2)
            expect(queue.submit({ teamID: `team ${index}`, monitorID: 1000 + index })).toBe('waits');
        }
        expect(queue.waiting().filter(({ teamID }) => teamID === 'flood').length).toBeLessThanOrEqual(
          PLACES / 2,
        );
      },
    ),
  );
});

test('a ping whose team is unknown is never limited', () => {
  const share = createTeamShare();
  const unknown = { teamID: null, monitorID: null };
  for (let count = 0; count < PLACES; count += 1) share.add(unknown);
  expect(share.isExceeded(unknown, 1)).toBe(false);
});

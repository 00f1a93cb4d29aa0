import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTeamShare, MONITOR_PINGS_MIN } from './team-share.ts';

const PLACES = 100;
const BYTES = 1000;

interface Ping {
  readonly teamID: string | null;
  readonly monitorID: number | null;
  readonly request: { readonly body: Uint8Array | null };
}

type Outcome = 'admitted' | 'limited' | 'refused';

function ping(teamID: string | null, monitorID: number | null, size = 0): Ping {
  return { teamID, monitorID, request: { body: size === 0 ? null : new Uint8Array(size) } };
}

const sizeOf = ({ request }: Ping) => request.body?.byteLength ?? 0;
const bytesOf = (pings: readonly Ping[]) => pings.reduce((sum, one) => sum + sizeOf(one), 0);

/** The naive model: the list of waiting pings, counted anew for each ping. */
function naiveOutcome(waiting: readonly Ping[], sent: Ping): Outcome {
  const ofTeam = waiting.filter(({ teamID }) => teamID === sent.teamID);
  const ofMonitor = waiting.filter(({ monitorID }) => monitorID === sent.monitorID);
  const left = PLACES - waiting.length;
  if (sent.monitorID !== null && ofTeam.length >= left && ofMonitor.length >= MONITOR_PINGS_MIN)
    return 'limited';
  if (left === 0 || ofTeam.length >= 9 * left) return 'refused';
  const bytesLeft = BYTES - bytesOf(waiting);
  const hasNoRoom = sizeOf(sent) > bytesLeft || bytesLeft === 0 || bytesOf(ofTeam) >= 9 * bytesLeft;
  return sizeOf(sent) > 0 && hasNoRoom ? 'refused' : 'admitted';
}

function createQueue() {
  const share = createTeamShare({ pingsMax: PLACES, bytesMax: BYTES });
  let waiting: readonly Ping[] = [];
  return {
    waiting: () => waiting,
    submit(sent: Ping): Outcome {
      const outcome = share.admit(sent);
      if (outcome === 'admitted') waiting = [...waiting, sent];
      return outcome;
    },
    commit(count: number) {
      for (const sent of waiting.slice(0, count)) share.remove(sent);
      waiting = waiting.slice(count);
    },
  };
}

const TEAMS = ['a', 'b', null] as const;
const sentPing = fc
  .tuple(fc.nat(TEAMS.length - 1), fc.nat(5), fc.constantFrom(0, 0, 0, 1, 40, 300))
  .map(([team, monitor, size]) => {
    const teamID = TEAMS[team] ?? null;
    return ping(teamID, teamID === null ? null : team * 10 + monitor, size);
  });
const step = fc.oneof({ weight: 9, arbitrary: sentPing }, { weight: 1, arbitrary: fc.nat(30) });

test('each ping gets the outcome of the naive model', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const queue = createQueue();
      for (const taken of steps) {
        if (typeof taken === 'number') {
          queue.commit(taken);
          continue;
        }
        const expected = naiveOutcome(queue.waiting(), taken);
        expect(queue.submit(taken)).toBe(expected);
      }
    }),
  );
});

test('whatever one team sends, from however many monitors and with whatever bodies, the others are admitted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(40), fc.nat(300), fc.nat(60)), { minLength: 1, maxLength: 60 }),
      (floods) => {
        const queue = createQueue();
        let sent = 0;
        for (const [index, [count, size, committed]] of floods.entries()) {
          for (let flood = 0; flood < count; flood += 1, sent += 1) queue.submit(ping('flood', sent, size));
          queue.commit(committed);
          expect(queue.submit(ping(`team ${index}`, -1 - index))).toBe('admitted');
        }
      },
    ),
  );
});

test('a flood of several teams leaves places to each other team', () => {
  const queue = createQueue();
  for (let sent = 0; sent < 5000; sent += 1) queue.submit(ping(`flood ${sent % 2}`, sent));
  for (const team of ['x', 'y', 'z']) expect(queue.submit(ping(team, 0))).toBe('admitted');
});

test('a body that does not fit is refused, and a ping without a body still fits', () => {
  const queue = createQueue();
  for (let sent = 0; sent < 9; sent += 1) queue.submit(ping('flood', sent, 100));
  expect(queue.submit(ping('flood', 10, 1))).toBe('refused');
  expect(queue.submit(ping('flood', 10))).toBe('admitted');
  expect(queue.submit(ping('other', 11, 100))).toBe('admitted');
});

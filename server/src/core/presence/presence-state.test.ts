import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import {
  type Gap,
  horizonOf,
  INITIAL_PRESENCE,
  mustCheckClock,
  mustReadQueue,
  type PresenceEvent,
  type PresenceState,
  type PresenceStep,
  reducePresence,
  unrecordedSince,
  writeConfidenceAt,
} from './presence-state.ts';

const NOON = 1_800_000_000_000;
const WINDOW = { id: 1, from: NOON - 60_000, to: NOON };

/** Reduces events in order. Returns the last state, and the effects of the last event. */
function run(start: PresenceState, ...events: readonly PresenceEvent[]): PresenceStep {
  return events.reduce<PresenceStep>(({ state }, event) => reducePresence(state, event), {
    state: start,
    effects: [],
  });
}

function checked(now: number, { canStorePings = true, everyMs = 1000 } = {}): PresenceEvent {
  return { kind: 'checked', now, canStorePings, everyMs };
}

function fired(now: number, { canStorePings = true, monotonic = 0, silenceMs = 0 } = {}): PresenceEvent {
  return { kind: 'timer_fired', now, monotonic, silenceMs, canStorePings };
}

function reported(since: number, at: number, more: object = {}): PresenceEvent {
  return { kind: 'recorded', time: { since, at }, window: null, begunAt: 0, now: at, ...more };
}

function started(now: number, monotonic = 0): PresenceEvent {
  return { kind: 'started', now, monotonic };
}

/** A process that has been present since noon. */
const PRESENT = run(INITIAL_PRESENCE, checked(NOON), reported(NOON, NOON)).state;

describe('the start', () => {
  test('a start records its own time, and is present after the commit', () => {
    const begun = run(INITIAL_PRESENCE, checked(NOON));
    expect(begun.effects).toEqual([{ kind: 'record', time: { since: NOON, at: NOON } }]);
    expect(begun.state).toMatchObject({ phase: 'gap_unrecorded', checkedUntil: 0 });
    expect(run(begun.state, reported(NOON, NOON)).state).toMatchObject({
      phase: 'present',
      couldAcceptUntil: NOON,
      recordedUntil: NOON,
      checkedUntil: NOON,
    });
  });

  test('a start that fails records a new time at each check after a pause, so that the outage does not look shorter', () => {
    const again = run(INITIAL_PRESENCE, checked(NOON, { canStorePings: false }), checked(NOON + 3000));
    expect(again.effects).toEqual([{ kind: 'record', time: { since: NOON + 3000, at: NOON + 3000 } }]);
  });

  test('a record with a blind window announces the window, and a quick restart announces nothing', () => {
    const blind = run(INITIAL_PRESENCE, checked(NOON), reported(NOON, NOON, { window: WINDOW }));
    expect(blind.effects).toEqual([{ kind: 'blind', window: WINDOW }]);
    expect(blind.state.windowsOpened).toBe(1);
    const brief = { ...WINDOW, from: NOON - 400, brief: 'restart' };
    const restarted = run(INITIAL_PRESENCE, checked(NOON), reported(NOON, NOON, { window: brief }));
    expect(restarted.effects).toEqual([]);
    expect(restarted.state.windowsOpened).toBe(0);
  });
});

describe('a present node', () => {
  test.each([
    ['the last report is recent', 999, 0],
    ['the last report is old', 1000, 1],
    ['the clock was set back', -1000, 1],
  ])('a check records only if due: %s', (_case, ms, recordCount) => {
    const { state, effects } = run(PRESENT, checked(NOON + ms));
    expect(effects).toHaveLength(recordCount);
    expect(state.phase).toBe('present');
    expect(state.checkedUntil).toBe(recordCount === 0 ? NOON + ms : NOON);
  });

  test('a check that records bridges the time since noon', () => {
    expect(run(PRESENT, checked(NOON + 1000)).effects).toEqual([
      { kind: 'record', time: { since: NOON, at: NOON + 1000 } },
    ]);
  });

  test.each([
    [5000, 'present', NOON],
    [5001, 'gap_unrecorded', NOON + 5001],
  ] as const)('%i ms without a look: %s', (ms, phase, since) => {
    const { state, effects } = run(PRESENT, checked(NOON + ms));
    expect(state.phase).toBe(phase);
    expect(effects).toEqual([{ kind: 'record', time: { since, at: NOON + ms } }]);
  });

  test('ticks extend the watched time while a record hangs, unless the node could store no pings', () => {
    const kept = run(PRESENT, fired(NOON + 4000), fired(NOON + 8000), checked(NOON + 12_000)).state;
    expect(kept).toMatchObject({ phase: 'present', since: NOON, couldAcceptUntil: NOON + 8000 });
    const lost = [4000, 8000].map((ms) => fired(NOON + ms, { canStorePings: false }));
    expect(run(PRESENT, ...lost, checked(NOON + 12_000)).state).toMatchObject({
      phase: 'gap_unrecorded',
      since: NOON + 12_000,
    });
  });

  test('a slow record does not undo a change that ticks made while the record was written', () => {
    const begun = run(PRESENT, checked(NOON + 1000), fired(NOON + 3000)).state;
    const late = reported(NOON, NOON + 1000, { now: NOON + 3500 });
    expect(run(begun, late).state).toMatchObject({
      couldAcceptUntil: NOON + 3000,
      recordedUntil: NOON + 1000,
    });
    // The clock was set back while the record was written.
    const setBack = reported(NOON, NOON + 1000, { now: NOON + 2000 });
    expect(run(begun, setBack).state.couldAcceptUntil).toBe(NOON + 1000);
  });
});

describe('unreported times', () => {
  test('the watched time before a pause is reported later, before the current time', () => {
    const unrecorded = { since: NOON, at: NOON + 4000, isPast: true };
    const paused = run(PRESENT, fired(NOON + 4000), checked(NOON + 60_000));
    const current = { since: NOON + 60_000, at: NOON + 60_000 };
    expect(paused.effects).toEqual([
      { kind: 'record', time: unrecorded },
      { kind: 'record', time: current },
    ]);
    const first = run(paused.state, reported(0, 0, { time: unrecorded }));
    expect(first.state).toMatchObject({ phase: 'gap_unrecorded', unrecorded: [] });
    expect(run(first.state, reported(current.since, current.at)).state.phase).toBe('present');
  });

  test('only the latest 100 times are remembered', () => {
    let state = PRESENT;
    for (let count = 1; count <= 150; count += 1) {
      const at = NOON + count * 60_000;
      state = run(state, checked(at), fired(at + 1000)).state;
    }
    expect(state.unrecorded).toHaveLength(100);
    expect(state.unrecorded.at(-1)).toEqual({
      since: NOON + 149 * 60_000,
      at: NOON + 149 * 60_000 + 1000,
      isPast: true,
    });
  });
});

describe('a requested check', () => {
  const timed = run(PRESENT, started(NOON)).state;

  test('causes no effects while the timer detects every pause', () => {
    const { state, effects } = run(timed, { kind: 'check_requested', now: NOON + 500, monotonic: 500 });
    expect(effects).toEqual([]);
    expect(state.checkedUntil).toBe(NOON + 500);
  });

  test.each<readonly [string, PresenceState, number]>([
    ['no ticks', PRESENT, NOON + 1],
    ['ended', run(timed, { kind: 'ended' }).state, NOON + 1],
    ['a gap that is not recorded', run(timed, checked(NOON + 60_000)).state, NOON + 60_001],
    ['a pause', timed, NOON + 5001],
    ['a clock set back', timed, NOON - 1],
  ])('checks after %s', (_case, state, now) => {
    expect(run(state, { kind: 'check_requested', now, monotonic: 0 })).toEqual({
      state,
      effects: [{ kind: 'check' }],
    });
  });
});

describe('a tick', () => {
  test('a timer tick checks, unless the previous check is in progress', () => {
    const first = run(PRESENT, fired(NOON + 250));
    expect(first.effects).toEqual([{ kind: 'check_in_background' }]);
    expect(run(first.state, fired(NOON + 500)).effects).toEqual([]);
    const ended = run(first.state, { kind: 'timer_check_succeeded' }).state;
    expect(run(ended, fired(NOON + 500)).effects).toEqual([{ kind: 'check_in_background' }]);
  });

  test('notices that the database takes no writes while a write hangs', () => {
    const hanging = run(PRESENT, fired(NOON + 250), { kind: 'recording', monotonic: 250 }).state;
    expect(run(hanging, fired(NOON + 999, { monotonic: 999 })).effects).toEqual([]);
    expect(run(hanging, fired(NOON + 1000, { monotonic: 1000 })).effects).toEqual([{ kind: 'lost' }]);
  });

  test('consecutive failed checks warn once, and report each time that the database is unavailable', () => {
    const kinds = (step: PresenceStep) => step.effects.map(({ kind }) => kind);
    const first = run(PRESENT, { kind: 'timer_check_failed', error: new DatabaseUnavailable('unavailable') });
    expect(kinds(first)).toEqual(['unavailable', 'warn']);
    expect(
      kinds(run(first.state, { kind: 'timer_check_failed', error: new DatabaseUnavailable('unavailable') })),
    ).toEqual(['unavailable']);
    expect(kinds(run(first.state, { kind: 'timer_check_failed', error: new Error('broken') }))).toEqual([]);
    const healed = run(first.state, { kind: 'timer_check_succeeded' }).state;
    expect(kinds(run(healed, { kind: 'timer_check_failed', error: new Error('broken') }))).toEqual(['warn']);
  });
});

describe('a stall', () => {
  /** Present at noon, with a timer that has fired at noon. */
  const ticking = run(PRESENT, started(NOON), fired(NOON), { kind: 'timer_check_succeeded' }).state;
  const read = (ms: number, more: object = {}): PresenceEvent => ({
    kind: 'queue_read',
    now: NOON + ms,
    monotonic: ms,
    silenceMs: 300,
    isComplete: true,
    ...more,
  });

  test('a timer that fires in time is no stall, and a late one is', () => {
    expect(mustReadQueue(ticking, NOON + 500, 500)).toBe(false);
    expect(mustReadQueue(ticking, NOON + 501, 501)).toBe(true);
    const late = run(ticking, fired(NOON + 4000, { monotonic: 4000 })).state;
    expect(mustReadQueue(late, NOON + 4001, 4001)).toBe(true);
  });

  test('a stall before the first tick is bridged too', () => {
    const begun = run(PRESENT, started(NOON + 200, 200)).state;
    expect(mustReadQueue(begun, NOON + 700, 700)).toBe(false);
    expect(mustReadQueue(begun, NOON + 7000, 7000)).toBe(true);
    const { state } = run(begun, fired(NOON + 7000, { monotonic: 7000 }), read(7000));
    expect(state.gaps).toEqual([{ from: NOON + 200, to: NOON + 7000, brief: 'stall' }]);
    expect(run(state, checked(NOON + 7000)).state.phase).toBe('present');
  });

  test('a request during the stall leads to a check', () => {
    const requested = run(ticking, { kind: 'check_requested', now: NOON + 4000, monotonic: 4000 });
    expect(requested.effects).toEqual([{ kind: 'check' }]);
  });

  test.each<readonly [string, PresenceEvent, object]>([
    ['the process was busy', read(29_000), { brief: 'stall' }],
    ['the process stood still for at most 5 seconds', read(5000, { silenceMs: 5000 }), { brief: 'restart' }],
    ['the queue overflowed within 5 seconds', read(5000, { isComplete: false }), { brief: 'restart' }],
    ['the clock jumped ahead by 4 seconds', read(4000, { monotonic: 1 }), { brief: 'restart' }],
  ])('%s: the gap only postpones verdicts', (_case, event, gap) => {
    const { state } = run(ticking, event);
    expect(state.gaps).toEqual([{ from: NOON, to: event.kind === 'queue_read' ? event.now : 0, ...gap }]);
    const next = run(state, checked(state.gaps[0]?.to ?? 0));
    expect(next.state.phase).toBe('present');
    expect(next.effects[0]).toEqual({ kind: 'record_gap', gap: state.gaps[0] });
  });

  test.each<readonly [string, PresenceEvent]>([
    ['no thread of the process ran', read(8000, { silenceMs: 2001 })],
    ['the queue overflowed', read(8000, { isComplete: false })],
    ['the stall lasted for more than 30 seconds', read(30_001)],
    ['the machine was suspended', read(8000, { monotonic: 500 })],
    ['the clock jumped ahead during a stall', read(600_000, { monotonic: 8000 })],
  ])('%s: the gap becomes a blind window', (_case, event) => {
    const { state } = run(ticking, event);
    expect(state.gaps).toEqual([]);
    const at = event.kind === 'queue_read' ? event.now : 0;
    const next = run(state, checked(at));
    expect(next.effects).toEqual([{ kind: 'record', time: { since: at, at } }]);
  });

  test('ticks during the reading keep the longest silence, and do not end the stall', () => {
    const reading = run(
      ticking,
      fired(NOON + 8000, { monotonic: 8000, silenceMs: 7900 }),
      fired(NOON + 8250, { monotonic: 8250, silenceMs: 10 }),
    ).state;
    expect(run(reading, read(8300)).state.gaps).toEqual([]);
  });

  test('a gap is recorded again until the database has taken it', () => {
    const gap = { from: NOON, to: NOON + 4000, brief: 'stall' as const };
    const stalled = run(ticking, read(4000), checked(NOON + 4000), checked(NOON + 4100));
    expect(stalled.effects).toContainEqual({ kind: 'record_gap', gap });
    const requested = { kind: 'check_requested', now: NOON + 4200, monotonic: 4200 } as const;
    expect(run(stalled.state, requested).effects).toEqual([{ kind: 'check' }]);
    const recorded = run(stalled.state, { kind: 'gap_recorded', window: { id: 7, ...gap } });
    expect(recorded.effects).toEqual([]);
    expect(run(recorded.state, checked(NOON + 4200)).effects).not.toContainEqual({ kind: 'record_gap', gap });
  });
});

describe('refused pings', () => {
  const REFUSED_AT = NOON + 100;

  function refuse(ms: number, teamID: string | null = null): PresenceEvent {
    return { kind: 'ping_refused', at: NOON + ms, teamID };
  }

  /** Records the presence every quarter of a second from `fromMs` to `toMs`. Returns the gaps that were recorded. */
  function live(start: PresenceState, fromMs: number, toMs: number) {
    const gaps: Gap[] = [];
    let state = start;
    for (let ms = fromMs; ms <= toMs; ms += 250) {
      const at = NOON + ms;
      const step = run(state, fired(at, { monotonic: ms }), checked(at, { everyMs: 0 }));
      state = step.state;
      for (const effect of step.effects) {
        if (effect.kind === 'record_gap') {
          gaps.push(effect.gap);
          state = run(state, { kind: 'gap_recorded', window: { id: gaps.length, ...effect.gap } }).state;
        } else if (effect.kind === 'record') {
          state = run(state, reported(NOON, at)).state;
        }
      }
    }
    return { state, gaps };
  }

  const spans = (gaps: readonly Gap[]) =>
    gaps.map(({ from, to, brief, teamID }) => [from - NOON, to - NOON, teamID ?? brief ?? 'blind']);

  test('nothing after the first refused ping is judged until the refused time is recorded', () => {
    const timed = run(PRESENT, started(NOON), refuse(100)).state;
    expect(horizonOf({ ...timed, checkedUntil: NOON + 900 })).toBe(REFUSED_AT);
    expect(unrecordedSince(timed)).toBe(REFUSED_AT);
    // Also a batch of pings and a sweep of the watchdog record the refused time first.
    const asked = run(timed, { kind: 'check_requested', now: NOON + 200, monotonic: 200 });
    expect(asked.effects).toEqual([{ kind: 'check' }]);
    const gap = { from: REFUSED_AT, to: NOON + 200, brief: 'restart' } as const;
    const step = run(asked.state, checked(NOON + 200));
    expect(step.effects[0]).toEqual({ kind: 'record_gap', gap });
    const recorded = run(step.state, { kind: 'gap_recorded', window: { id: 1, ...gap } }).state;
    expect(horizonOf(run(recorded, checked(NOON + 300)).state)).toBe(NOON + 300);
    expect(run(recorded, { kind: 'check_requested', now: NOON + 300, monotonic: 300 }).effects).toEqual([]);
  });

  test.each([
    [5000, { brief: 'restart' }],
    [5001, {}],
  ])('of the whole service for %i ms leave a gap when pings are stored', (ms, brief) => {
    const { state } = run(PRESENT, refuse(100), { kind: 'pings_stored', now: REFUSED_AT + ms });
    expect(state.gaps).toEqual([{ from: REFUSED_AT, to: REFUSED_AT + ms, ...brief }]);
    expect(state.refusals.size).toBe(0);
  });

  test('of the whole service end a minute after the last one, so that a service with few pings is not blind for long', () => {
    const { state, gaps } = live(run(PRESENT, refuse(100)).state, 250, 59_750);
    expect(state.refusals.size).toBe(1);
    expect(gaps.filter(({ brief }) => brief === undefined)).toHaveLength(11);
    expect(live(state, 60_000, 61_000).state.refusals.size).toBe(0);
  });

  test('refusals without end leave one blind window after another, and brief gaps between them', () => {
    const { gaps } = live(run(PRESENT, refuse(100)).state, 250, 10_500);
    expect(spans(gaps)).toEqual([
      [100, 250, 'restart'],
      [100, 2250, 'restart'],
      [100, 4250, 'restart'],
      [100, 5250, 'blind'],
      [5250, 5500, 'restart'],
      [5250, 7500, 'restart'],
      [5250, 9500, 'restart'],
      [5250, 10_500, 'blind'],
    ]);
  });

  test('of a team leave gaps of that team only, and end a second after its last refused ping', () => {
    const { state, gaps } = live(run(PRESENT, refuse(100, 'a')).state, 250, 1000);
    expect(gaps).toEqual([{ from: REFUSED_AT, to: NOON + 250, brief: 'restart', teamID: 'a' }]);
    expect(state.refusals.size).toBe(1);
    // Other pings of the team are stored meanwhile.
    expect(run(state, { kind: 'pings_stored', now: NOON + 1000 }).state).toEqual(state);
    const later = live(state, 1250, 3000);
    expect(later.gaps).toEqual([]);
    expect(later.state.refusals.size).toBe(0);
  });

  test('of two teams at the same time stay apart, and a longer time is a blind window of its team', () => {
    let state = PRESENT;
    const all: Gap[] = [];
    for (let ms = 250; ms <= 6000; ms += 250) {
      const sent = ms <= 500 ? [refuse(ms, 'a'), refuse(ms, 'b')] : [refuse(ms, 'a')];
      const step = live(run(state, ...sent).state, ms, ms);
      state = step.state;
      all.push(...step.gaps);
    }
    expect(all.filter(({ brief }) => brief === undefined)).toEqual([
      { from: NOON + 250, to: NOON + 5500, teamID: 'a' },
    ]);
    expect(all.filter(({ teamID }) => teamID === 'b')).toEqual([
      { from: NOON + 250, to: NOON + 250, brief: 'restart', teamID: 'b' },
      { from: NOON + 250, to: NOON + 1500, brief: 'restart', teamID: 'b' },
    ]);
  });

  test('of teams are remembered while the database takes no gaps, one for each team, and become no gap of others', () => {
    const teams = Array.from({ length: 150 }, (_, index) => `team ${index}`);
    const stuck = run(
      PRESENT,
      ...teams.map((teamID) => refuse(100, teamID)),
      checked(NOON + 250),
      ...teams.map((teamID) => refuse(900, teamID)),
      checked(NOON + 1250),
    );
    expect(stuck.state.gaps).toHaveLength(150);
    const more = Array.from({ length: 150 }, (_, index): readonly PresenceEvent[] => [
      refuse(2000 + index),
      { kind: 'pings_stored', now: NOON + 2000 + index },
    ]);
    const { gaps } = run(stuck.state, ...more.flat()).state;
    expect(gaps.slice(0, 150).map(({ teamID }) => teamID)).toEqual(teams);
    expect(gaps.slice(150)).toEqual([{ from: NOON + 2000, to: NOON + 2149 }]);
  });
});

describe('a closed presence', () => {
  test('a check after closing does nothing, so the time until the next start does not count as watched', () => {
    const closed = run(PRESENT, { kind: 'closed' }).state;
    expect(run(closed, checked(NOON + 1000))).toEqual({ state: closed, effects: [] });
  });
});

describe('write confidence', () => {
  test.each([
    ['sure', 499, 0],
    ['unsure', 500, 0],
    ['unsure', 999, 0],
    ['lost', 1000, 0],
    // A process that was suspended and has tried to record for less than 500 ms.
    ['unsure', 9000, 8501],
    ['lost', 9000, 8500],
  ] as const)(
    '%s %i ms after the last report, trying since %i',
    (writeConfidence, monotonic, recordingSince) => {
      expect(
        writeConfidenceAt({ ...PRESENT, recordStartedAt: 0, recordingSince: recordingSince }, monotonic),
      ).toBe(writeConfidence);
    },
  );

  test('is never lost while nothing is written', () => {
    expect(writeConfidenceAt({ ...PRESENT, recordStartedAt: 0, recordingSince: null }, 9000)).toBe('unsure');
  });

  test('only the first attempt to record after the last committed record counts', () => {
    const at = (monotonic: number): PresenceEvent => ({ kind: 'recording', monotonic });
    expect(run(PRESENT, at(100), at(700)).state.recordingSince).toBe(100);
  });
});

test('the clock is checked while a gap is not recorded, and after a time jump in either direction', () => {
  expect(mustCheckClock(INITIAL_PRESENCE, NOON)).toBe(true);
  for (const ms of [-5000, 0, 5000]) expect(mustCheckClock(PRESENT, NOON + ms)).toBe(false);
  for (const ms of [-5001, 5001]) expect(mustCheckClock(PRESENT, NOON + ms)).toBe(true);
});

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLedger, findRepeated, type Ledger } from '../../../test/domain-scenario.ts';
import type { BlindWindow } from '../blind-window.ts';
import type { Event } from '../event.ts';
import type { Rules } from '../monitor-rules.ts';
import {
  type Failure,
  type FailureReason,
  type Monitor,
  newMonitorState,
  statusAt,
  wakeAt,
} from '../monitor-state.ts';
import { RECOUNTED_RUNS_MAX } from '../past-report/recount.ts';
import type { EventType } from '../ping/ping.ts';
import type { Run, RunState } from '../run.ts';
import type { ClockSchedule, Schedule } from '../schedule/schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts';
import type { Command } from './command.ts';
import { type Decision, decide, runsNeeded } from './decide.ts';

const FIVE_MINUTES = '*/5 * * * *';
const EVERY_SECOND = '* * * * * *';
const IN_THE_GAP = '30 3 * * *';
const CALENDAR_IN_THE_GAP = '03:30 Europe/Riga';
/** Evenings before the clocks in Riga change at night. */
const EVES = [Date.UTC(2026, 2, 28, 20), Date.UTC(2026, 9, 24, 20)];

/**
 * Lists each 03:30 in Riga within the time span of a test, found in small steps. A repeated 03:30 counts once. If the clock skips
 * 03:30, cron's rules use the time of the change, and systemd's rules skip the run.
 */
function listRigaTimes(eve: number, isCron: boolean): readonly number[] {
  const times: number[] = [];
  let latestWall = Number.POSITIVE_INFINITY;
  for (let at = eve - 9 * DAY_MS; at < eve + 500 * DAY_MS; at += 30 * MINUTE_MS) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Riga');
    const wall = at + local.offsetNanoseconds / 1e6;
    const due = Math.floor(wall / DAY_MS) * DAY_MS + 3.5 * HOUR_MS;
    if (latestWall < due && (isCron ? due <= wall : due === wall)) times.push(at);
    latestWall = latestWall === Number.POSITIVE_INFINITY ? wall : Math.max(wall, latestWall);
  }
  return times;
}

const RIGA_TIMES = {
  cron: EVES.map((eve) => listRigaTimes(eve, true)),
  oncalendar: EVES.map((eve) => listRigaTimes(eve, false)),
};

function rigaTimesAround(at: number, type: ClockSchedule['type']): readonly number[] {
  const times = RIGA_TIMES[type].find((some) => (some[0] ?? 0) < at && at < (some.at(-1) ?? 0));
  if (times === undefined) throw new Error(`${at} is not in the lists of the test`);
  return times;
}

/** The gap between occurrences. */
function usualGap(schedule: Schedule): number {
  if (schedule.type === 'interval') return schedule.intervalMs;
  if (schedule.type === 'oncalendar') return DAY_MS;
  return schedule.cron === FIVE_MINUTES ? 5 * MINUTE_MS : schedule.cron === EVERY_SECOND ? SECOND_MS : DAY_MS;
}

/** The next occurrence. An interval counts from an occurrence or from a run's start. */
function following(schedule: Schedule, at: number): number {
  if (schedule.type === 'interval') return at + schedule.intervalMs;
  if (isInTheGap(schedule)) {
    return rigaTimesAround(at, schedule.type).find((time) => time > at) ?? Number.NaN;
  }
  const gap = usualGap(schedule);
  return (Math.floor(at / gap) + 1) * gap;
}

function isInTheGap(schedule: Schedule): schedule is ClockSchedule {
  return schedule.type === 'oncalendar' || (schedule.type === 'cron' && schedule.cron === IN_THE_GAP);
}

function occurrenceBefore(schedule: Schedule, at: number): number {
  if (isInTheGap(schedule)) {
    return rigaTimesAround(at, schedule.type).findLast((time) => time <= at) ?? Number.NaN;
  }
  const gap = usualGap(schedule);
  return Math.floor(at / gap) * gap;
}

interface ModelRow {
  id: string;
  state: RunState;
  expectedAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
  durationMs: number | null;
  late: boolean;
  startEvent: number | null;
  endEvent: number | null;
  stuckAfter: number | null;
  window: number | null;
  word: 'failure' | 'success' | null;
}

interface ModelEvent {
  readonly number: number;
  readonly type: EventType;
  readonly at: number;
  readonly happened: number;
  readonly runID: string;
  readonly durationMs: number | null;
  readonly row: ModelRow | null;
}

interface ModelTransition {
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly reason: string;
  readonly runSeq: number | null;
  readonly eventNumber: number | null;
}

function createModel(firstRules: Rules, createdAt: number, createdPaused: boolean) {
  let rules = firstRules;
  let paused = createdPaused;
  let reported = false;
  const rows: ModelRow[] = [];
  const occurrencesWithRow = new Set<number>();
  const events: ModelEvent[] = [];
  const transitions: ModelTransition[] = [];
  const windows: BlindWindow[] = [];
  /** Outcomes counted since the last pause, in order. */
  let words: { readonly kind: 'failure' | 'success'; readonly failure: Failure | null }[] = [];
  let incident: Failure | null = null;
  let lastFailure: Failure | null = null;
  /** Occurrences up to this time are ignored, because they lie before the monitor's creation, resume or edit. */
  let notOursUntil = createdAt;
  /** Occurrences after this time are awaited until each has its row; null if nothing is awaited. */
  let awaitedAfter: number | null = null;
  let rhythm: number | null = null;
  let missedInARow = 0;
  let resumedAt = 0;
  let ids = 0;

  const newID = () => {
    ids += 1;
    return `model-${ids}`;
  };
  const grace = () => rules.schedule.graceMs;
  const limit = () => rules.maxRunMs ?? Math.max(grace(), HOUR_MS);
  const seqOf = (row: ModelRow | null) => (row === null ? null : rows.indexOf(row) + 1);
  const isReported = (row: ModelRow) => row.startedAt !== null || row.endedAt !== null;
  const openRows = () => rows.filter((row) => row.state === 'running');

  function streak(kind: 'failure' | 'success'): number {
    let count = 0;
    for (const word of words.toReversed()) {
      if (word.kind !== kind) break;
      count += 1;
    }
    return count;
  }

  function storedStatus(): string {
    if (paused) return 'paused';
    if (incident !== null) return 'down';
    if (streak('failure') > 0) return 'failing';
    return reported ? 'up' : 'new';
  }

  function next(): number | null {
    if (awaitedAfter === null) return null;
    let at = following(rules.schedule, awaitedAfter);
    while (occurrencesWithRow.has(at)) at = following(rules.schedule, at);
    return at;
  }

  function status(now: number): string {
    const stored = storedStatus();
    const expected = next();
    return (stored === 'up' || stored === 'new') && expected !== null && now > expected ? 'late' : stored;
  }

  function change(cause: Omit<ModelTransition, 'from' | 'to'>, doIt: () => void): void {
    const from = storedStatus();
    doIt();
    const to = storedStatus();
    if (from !== to) transitions.push({ from, to, ...cause });
  }

  function fail(row: ModelRow, reason: FailureReason, at: number, eventNumber: number | null): void {
    if (paused || row.word === 'failure') return;
    row.word = 'failure';
    change({ at, reason, runSeq: seqOf(row), eventNumber }, () => {
      const failure = { reason, at, expectedAt: row.expectedAt };
      words.push({ kind: 'failure', failure });
      lastFailure = failure;
      if (streak('failure') >= rules.alertAfterFailures) incident ??= failure;
    });
  }

  function succeed(row: ModelRow, at: number, eventNumber: number): void {
    if (paused || row.word === 'success') return;
    row.word = 'success';
    change({ at, reason: 'succeeded', runSeq: seqOf(row), eventNumber }, () => {
      words.push({ kind: 'success', failure: null });
      if (streak('success') >= rules.recoverAfterSuccesses) incident = null;
    });
  }

  function addRow(row: Partial<ModelRow> & Pick<ModelRow, 'state' | 'expectedAt'>): ModelRow {
    const added: ModelRow = {
      id: newID(),
      startedAt: null,
      endedAt: null,
      durationMs: null,
      late: false,
      startEvent: null,
      endEvent: null,
      stuckAfter: null,
      window: null,
      word: null,
      ...row,
    };
    rows.push(added);
    if (added.expectedAt !== null) occurrencesWithRow.add(added.expectedAt);
    return added;
  }

  /** Lets time pass: everything that was due before now happens in order. */
  function lapse(now: number): void {
    for (;;) {
      const expected = next();
      const missedAfter = expected === null ? Number.POSITIVE_INFINITY : expected + grace();
      let stuck: ModelRow | null = null;
      for (const row of openRows())
        if ((row.stuckAfter ?? 0) < (stuck?.stuckAfter ?? Number.POSITIVE_INFINITY)) stuck = row;
      const stuckAfter = stuck?.stuckAfter ?? Number.POSITIVE_INFINITY;
      if (missedAfter >= now && stuckAfter >= now) return;
      if (expected !== null && missedAfter <= stuckAfter) miss(expected, missedAfter);
      else if (stuck !== null) getStuck(stuck, stuckAfter);
    }
  }

  function miss(expectedAt: number, deadline: number): void {
    const window = windowOver(expectedAt);
    if (window !== undefined) {
      addRow({ state: 'unknown', expectedAt, window: window.id });
      if (expectedAt >= window.from) hide(window);
      return;
    }
    const row = addRow({ state: 'missed', expectedAt });
    missedInARow += 1;
    fail(row, 'missed', deadline, null);
    if (missedInARow === 1000) awaitedAfter = null;
  }

  /** Returns the last of the windows that together hide an occurrence. */
  function windowOver(expectedAt: number): BlindWindow | undefined {
    const deadline = expectedAt + grace();
    const isBlindAt = (some: readonly BlindWindow[], at: number) =>
      some.some(({ from, to }) => from <= at && at <= to);
    return windows.find((_, index) => {
      const some = windows.slice(0, index + 1);
      const blindMs = some
        .map(({ from, to }) => Math.min(to, deadline) - Math.max(from, expectedAt))
        .filter((ms) => ms > 0)
        .reduce((sum, ms) => sum + ms, 0);
      const isTenth = blindMs > 0 && 10 * blindMs >= deadline - expectedAt;
      return isTenth || isBlindAt(some, expectedAt) || isBlindAt(some, deadline);
    });
  }

  function getStuck(row: ModelRow, stuckAfter: number): void {
    const window = windows.find(({ from, to }) => (row.startedAt ?? 0) <= to && from <= stuckAfter);
    row.state = window === undefined ? 'timed_out' : 'unknown';
    if (window === undefined) fail(row, 'timed_out', stuckAfter, null);
    else row.window = window.id;
  }

  function occurrenceOf(at: number): number | null {
    if (paused) return null;
    const { schedule } = rules;
    if (schedule.type === 'interval') {
      if (rhythm === null) return null;
      const latest = Math.min(
        at + Math.min(MINUTE_MS, schedule.intervalMs / 10),
        next() ?? Number.POSITIVE_INFINITY,
      );
      let found: number | null = null;
      for (let x = rhythm + schedule.intervalMs; x <= latest; x += schedule.intervalMs) found = x;
      return found;
    }
    const before = occurrenceBefore(schedule, at);
    const after = following(schedule, at);
    const found = after <= at + Math.min(MINUTE_MS, (after - before) / 10) ? after : before;
    return found > notOursUntil ? found : null;
  }

  /** Returns the occurrence of a run that began earlier: the awaited occurrence, or an earlier occurrence without a report. */
  function pastOccurrenceOf(began: number): number | null {
    const { schedule } = rules;
    const unreported = rows.filter((row) => !isReported(row)).map(({ expectedAt }) => expectedAt ?? 0);
    if (schedule.type !== 'interval') {
      const before = occurrenceBefore(schedule, began);
      const after = following(schedule, began);
      const found = after <= began + Math.min(MINUTE_MS, (after - before) / 10) ? after : before;
      return (found > notOursUntil && found > metUntil() && !paused) || unreported.includes(found)
        ? found
        : null;
    }
    const latest = began + Math.min(MINUTE_MS, schedule.intervalMs / 10);
    const expected = next();
    if (expected !== null && latest >= expected && !paused) return expected;
    const near = unreported.filter((x) => Math.abs(x - began) < schedule.intervalMs);
    return near.sort((a, b) => Math.abs(a - began) - Math.abs(b - began) || a - b)[0] ?? null;
  }

  const metUntil = () => Math.max(0, ...rows.filter(isReported).map(({ expectedAt }) => expectedAt ?? 0));

  function report(at: number, rid: string | null, began = at): ModelRow {
    const named = rows.find((row) => row.id === rid);
    const usual = began === at ? occurrenceOf(at) : pastOccurrenceOf(began);
    const occurrence = named === undefined ? usual : named.expectedAt;
    const taken = occurrence === null ? undefined : rows.find((row) => row.expectedAt === occurrence);
    const awaited = next();
    const isExtra = taken !== undefined && isReported(taken);
    const row =
      taken !== undefined && !isExtra
        ? taken
        : addRow({ state: 'running', expectedAt: isExtra ? null : occurrence });
    if (rid !== null) row.id = rid;
    row.late = reported && row.expectedAt !== null && began > row.expectedAt + grace();
    if (!paused) {
      const { schedule } = rules;
      if (schedule.type === 'interval') {
        const expected = awaited;
        let from = began;
        while (began < at && expected === null && from + schedule.intervalMs <= at)
          from += schedule.intervalMs;
        if (began === at || expected === null || began + schedule.intervalMs > expected) {
          rhythm = from;
          awaitedAfter = from;
        }
      } else {
        awaitedAfter ??= Math.max(at, row.expectedAt ?? at);
      }
    }
    return row;
  }

  /** Changes the outcome of an earlier run, and recounts the newest runs in the order in which they were decided. */
  function recount(row: ModelRow, kind: 'failure' | 'success', at: number, eventNumber: number): void {
    const decidedAt = ({ endedAt, stuckAfter, expectedAt }: ModelRow) =>
      endedAt ?? stuckAfter ?? (expectedAt ?? 0) + grace();
    if (paused || decidedAt(row) <= resumedAt) return;
    const isNewFailure = kind === 'failure' && row.word !== 'failure';
    row.word = kind;
    const reason = kind === 'failure' ? 'failed' : 'succeeded';
    change({ at, reason, runSeq: seqOf(row), eventNumber }, () => {
      const before = { kind: words.at(-1)?.kind, length: streak(words.at(-1)?.kind ?? 'success') };
      const latestFailure = lastFailure;
      const newest = rows
        .slice(-RECOUNTED_RUNS_MAX)
        .filter((each) => each.word !== null && decidedAt(each) > resumedAt)
        .sort((a, b) => decidedAt(a) - decidedAt(b) || rows.indexOf(a) - rows.indexOf(b));
      words = newest.map(({ word }) => ({ kind: word ?? 'success', failure: null }));
      const last = words.at(-1)?.kind ?? 'success';
      if (words.length === RECOUNTED_RUNS_MAX && streak(last) === words.length && before.kind === last)
        while (streak(last) < before.length) words.push({ kind: last, failure: null });
      lastFailure = latestFailure;
      const failure = { reason: 'failed' as const, at, expectedAt: row.expectedAt };
      if (isNewFailure && streak('failure') > 0) lastFailure = failure;
      const isOpeningKnown = newest.some(
        (each) =>
          decidedAt(each) === incident?.at ||
          (incident !== null && each.stuckAfter === incident.at) ||
          (each.expectedAt !== null && each.expectedAt === incident?.expectedAt),
      );
      const spelled = newest.map(({ word }) => (word === 'failure' ? 'F' : 'S')).join('');
      const lastOutage = spelled.lastIndexOf('F'.repeat(rules.alertAfterFailures));
      const isProven =
        !isOpeningKnown ||
        (lastOutage !== -1 && !spelled.slice(lastOutage).includes('S'.repeat(rules.recoverAfterSuccesses)));
      const opens = isNewFailure && incident === null && streak('failure') >= rules.alertAfterFailures;
      if (opens) incident = failure;
      else if (incident !== null && (streak('success') >= rules.recoverAfterSuccesses || !isProven))
        incident = null;
    });
  }

  /** Whether a report with this time repeats an event. The event itself may have been sent without a time. */
  function isSame({ number, type, runID, at, happened }: ModelEvent, time: number): boolean {
    if (happened < at) return happened === time;
    const row = type === 'log' || type === 'ignored' ? undefined : rows.find(({ id }) => id === runID);
    const ofRow = type === 'start' ? row?.startEvent : row?.endEvent;
    return ofRow === number && Math.abs(at - time) <= MINUTE_MS;
  }

  function ping(
    at: number,
    {
      type,
      rid,
      durationMs,
      happened = at,
      isTimed = happened < at,
    }: {
      readonly type: EventType;
      readonly rid: string | null;
      readonly durationMs: number | null;
      readonly happened?: number | undefined;
      readonly isTimed?: boolean;
    },
  ): void {
    lapse(at);
    if (
      isTimed &&
      events.some((event) => event.runID === rid && event.type === type && isSame(event, happened))
    )
      return;
    const event = { number: events.length + 1, type, at, happened };
    const { number } = event;
    const isPast = happened < at;
    if (type === 'ignored') {
      events.push({ ...event, runID: rid ?? newID(), durationMs: null, row: null });
      return;
    }
    const last = events.findLast((event) => event.type !== 'log' && event.type !== 'ignored');
    const lastStarted = last?.type === 'start' && last.row?.endedAt === null ? last.row : null;
    if (type === 'log') {
      events.push({ ...event, runID: rid ?? lastStarted?.id ?? newID(), durationMs: null, row: null });
      return;
    }
    if (!rules.manualResume && !isPast) resume(at, number);
    wake(at);
    const known = rows.find((row) => row.id === rid && isReported(row));
    if (type === 'start') {
      const row = known ?? report(at, rid, happened);
      if (known === undefined) {
        row.state = 'running';
        row.startedAt = happened;
        row.startEvent = number;
        row.stuckAfter = isPast ? Math.max(happened + limit(), at + MINUTE_MS) : at + limit();
      } else if (isPast && row.startEvent === null && row.endedAt !== null && happened <= row.endedAt) {
        row.startedAt = happened;
        row.startEvent = number;
        row.durationMs ??= row.endedAt - happened;
        row.stuckAfter = happened + limit();
        row.late =
          (reported && row.expectedAt !== null && happened > row.expectedAt + grace()) ||
          row.endedAt > row.stuckAfter;
      }
      events.push({ ...event, runID: row.id, durationMs: null, row });
      change({ at, reason: 'reported', runSeq: seqOf(row), eventNumber: number }, () => (reported = true));
      return;
    }
    const isOlder = isPast && happened < (lastStarted?.startedAt ?? 0);
    const closed = rid === null ? (isOlder ? undefined : (lastStarted ?? undefined)) : known;
    const began = isPast ? happened - (durationMs ?? 0) : at;
    const row = closed ?? report(at, rid, began);
    if (closed === undefined && isPast && durationMs !== null) row.startedAt = began;
    const isTold = closed === undefined ? durationMs !== null : row.startedAt !== null;
    const passed = isTold ? Math.max(0, happened - (row.startedAt ?? 0)) : null;
    const measured = durationMs ?? passed;
    const state = type === 'fail' ? 'failed' : 'succeeded';
    if (!(isPast && closed !== undefined && happened < (row.endedAt ?? 0))) {
      row.endEvent = number;
      if (closed !== undefined && row.state === state) {
        row.durationMs = durationMs ?? row.durationMs;
      } else {
        if (isPast && row.startedAt !== null) row.stuckAfter = row.startedAt + limit();
        row.late ||= row.stuckAfter !== null && happened > row.stuckAfter;
        row.state = state;
        row.endedAt = happened;
        row.durationMs = measured;
      }
      if (isPast) recount(row, type === 'fail' ? 'failure' : 'success', at, number);
      else if (type === 'fail') fail(row, 'failed', at, number);
      else succeed(row, at, number);
    }
    events.push({ ...event, runID: row.id, durationMs: measured, row });
    change({ at, reason: 'reported', runSeq: seqOf(row), eventNumber: number }, () => (reported = true));
  }

  /** Makes a given-up monitor expect runs again after its ping, in the same rhythm as before. */
  function wake(at: number): void {
    missedInARow = 0;
    if (paused || !reported || awaitedAfter !== null) return;
    awaitedAfter = at;
    if (rules.schedule.type !== 'interval' || rhythm === null) return;
    awaitedAfter = rhythm;
    while (awaitedAfter + rules.schedule.intervalMs <= at) awaitedAfter += rules.schedule.intervalMs;
  }

  function startAfresh(at: number): void {
    notOursUntil = at;
    missedInARow = 0;
    awaitedAfter = reported ? at : null;
    rhythm = awaitedAfter;
  }

  function pause(at: number): void {
    lapse(at);
    change({ at, reason: 'paused', runSeq: null, eventNumber: null }, () => {
      paused = true;
      words = [];
      incident = null;
      lastFailure = null;
      awaitedAfter = null;
      rhythm = null;
      missedInARow = 0;
    });
  }

  function resume(at: number, eventNumber: number | null = null): void {
    lapse(at);
    if (!paused) return;
    change({ at, reason: 'resumed', runSeq: null, eventNumber }, () => {
      paused = false;
      resumedAt = at;
      startAfresh(at);
    });
  }

  function edit(at: number, edited: Rules): void {
    lapse(at);
    const times = ({ schedule }: Rules) => JSON.stringify({ ...schedule, graceMs: 0 });
    const sameTimes = times(rules) === times(edited);
    rules = edited;
    const expected = next();
    if (!sameTimes || (expected !== null && expected + grace() <= at)) {
      if (paused) notOursUntil = at;
      else startAfresh(at);
    }
  }

  function tellBlind(at: number, window: BlindWindow): void {
    lapse(at);
    hide(window);
  }

  /** Marks every occurrence that a window hid as unknown. An interval has only one awaited occurrence. */
  function hide(window: BlindWindow): void {
    const over = (x: number) => (x >= window.from ? window : windowOver(x));
    if (rules.schedule.type === 'interval') {
      for (let x = next(); x !== null && x <= window.to && over(x) !== undefined; x = next()) {
        addRow({ state: 'unknown', expectedAt: x, window: over(x)?.id ?? null });
      }
    } else if (awaitedAfter !== null) {
      for (
        let x = following(rules.schedule, awaitedAfter);
        x <= window.to;
        x = following(rules.schedule, x)
      ) {
        if (over(x) !== undefined && !occurrencesWithRow.has(x))
          addRow({ state: 'unknown', expectedAt: x, window: over(x)?.id ?? null });
      }
    }
  }

  return {
    windows,
    rows,
    events,
    transitions,
    next,
    grace,
    openRows,
    rules: () => rules,
    lapse,
    ping,
    pause,
    resume,
    edit,
    tellBlind,
    view: (now: number) => ({
      status: status(now),
      next: next(),
      failureStreak: streak('failure'),
      successStreak: streak('success'),
      openRuns: openRows().length,
      incident,
      lastFailure,
    }),
  };
}

type Model = ReturnType<typeof createModel>;

interface World {
  monitor: Monitor;
  ledger: Ledger;
  readonly decisions: Decision[];
  readonly windows: BlindWindow[];
  ids: number;
}

function createWorld(rules: Rules, createdAt: number, paused: boolean): World {
  return {
    monitor: { rules, state: newMonitorState({ createdAt, paused }) },
    ledger: createLedger(),
    decisions: [],
    windows: [],
    ids: 0,
  };
}

/** `exact`: only the requested rows. `all`: every row, newest first. Both must give the same result. */
type Given = 'exact' | 'all';

function apply(world: World, command: Command, given: Given): Decision {
  const { monitor, ledger } = world;
  const found = given === 'exact' ? ledger.find(runsNeeded(monitor, command)) : ledger.rows().toReversed();
  const newID = () => {
    world.ids += 1;
    return `service-${world.ids}`;
  };
  const decision = decide(monitor, {
    stored: found,
    command,
    context: { blindWindows: world.windows, newID },
    recorded: findRepeated(command, { stored: found, events: eventsOf(world), given }),
  });
  checkInvariants(world, command, decision);
  ledger.save(decision.runs);
  world.monitor = decision.monitor;
  world.decisions.push(decision);
  checkRows(world);
  return decision;
}

/** Events in the ledger. */
function eventsOf({ decisions }: World): readonly Event[] {
  return decisions.flatMap(({ event, isRepeat }) => (event === null || isRepeat ? [] : [event]));
}

function checkInvariants(world: World, command: Command, decision: Decision): void {
  const before = world.monitor.state;
  const after = decision.monitor.state;
  const isRecorded = command.kind === 'ping' && !decision.isRepeat;
  expect(after.eventCount).toBe(before.eventCount + (isRecorded ? 1 : 0));
  if (decision.event !== null && isRecorded) {
    expect(decision.event.number).toBe(after.eventCount);
    expect(decision.event.runID).not.toBe('');
    expect(decision.event.durationMs ?? 0).toBeGreaterThanOrEqual(0);
  }
  expect(decision.status).toBe(statusAt(after, command.at));
  let status = statusAt({ ...before, nextExpectedAt: null }, command.at);
  for (const transition of decision.transitions) {
    expect(transition.from).toBe(status);
    expect(transition.to).not.toBe(status);
    status = transition.to;
  }
  expect(statusAt({ ...after, nextExpectedAt: null }, command.at)).toBe(status);
  if (command.kind === 'deadline' && decision.transitions.at(-1)?.to === 'down') {
    expect(after.failureStreak).toBeGreaterThanOrEqual(world.monitor.rules.alertAfterFailures);
  }
  // All verdicts that are due by now have been made.
  const wake = wakeAt(decision.monitor);
  if (wake !== null) expect(wake).toBeGreaterThan(command.at);
}

function checkRows({ monitor, ledger }: World): void {
  const rows = ledger.rows();
  const open = rows.filter(({ state }) => state === 'running');
  const { openRuns, runCount, runDeadlineAt } = monitor.state;
  expect({ openRuns, runCount }).toEqual({ openRuns: open.length, runCount: rows.length });
  if (open.length === 0) expect(runDeadlineAt).toBeNull();
  const isBound = ({ deadlineAt }: Run) =>
    runDeadlineAt !== null && deadlineAt !== null && runDeadlineAt <= deadlineAt;
  expect(open.filter((run) => !isBound(run))).toEqual([]);
  expect(rows.filter(({ durationMs }) => durationMs !== null && durationMs < 0)).toEqual([]);
}

/** Checks that judging just before the wake time changes nothing. */
function checkSleep(world: World, now: number): void {
  const wake = wakeAt(world.monitor);
  if (wake === null || wake - 1 < now) return;
  const command: Command = { kind: 'deadline', at: wake - 1 };
  const decision = decide(world.monitor, {
    stored: world.ledger.find(runsNeeded(world.monitor, command)),
    command,
    context: {
      blindWindows: world.windows,
      newID: () => 'none',
    },
  });
  expect(decision.runs).toEqual([]);
  expect(decision.monitor).toEqual(world.monitor);
}

function restart(world: World): void {
  const monitor: Monitor = JSON.parse(JSON.stringify(world.monitor));
  const rows: readonly Run[] = JSON.parse(JSON.stringify(world.ledger.rows()));
  world.monitor = monitor;
  world.ledger = createLedger(rows);
}

function compare(world: World, model: Model, now: number): void {
  const { state } = world.monitor;
  expectSame(
    {
      status: statusAt(state, now),
      next: state.nextExpectedAt,
      failureStreak: state.failureStreak,
      successStreak: state.successStreak,
      openRuns: state.openRuns,
      incident: state.incident,
      lastFailure: state.lastFailure,
    },
    model.view(now),
  );
  const rows = world.ledger.rows();
  expectSame(
    rows.map(({ runID, state: runState, deadlineAt, blindWindowID, counted, seq, ...run }) => ({
      ...run,
      seq,
      id: nameOf(runID),
      state: runState,
      stuckAfter: deadlineAt,
      window: blindWindowID,
      word: counted,
    })),
    model.rows.map((row, index) => ({ ...row, seq: index + 1, id: nameOf(row.id) })),
  );
  expectSame(
    world.decisions.flatMap(({ transitions }) => transitions),
    model.transitions,
  );
}

function compareEvents(world: World, model: Model): void {
  const rows = world.ledger.rows();
  expectSame(
    eventsOf(world).map(({ number, type, durationMs, runID }) => ({
      number,
      type,
      durationMs,
      row: type === 'log' || type === 'ignored' ? -1 : rows.findIndex((run) => run.runID === runID),
    })),
    model.events.map(({ number, type, durationMs, row }) => ({
      number,
      type,
      durationMs,
      row: row === null ? -1 : model.rows.indexOf(row),
    })),
  );
}

/** Compares faster than the test runner, whose own comparison then reports the difference. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Returns rids that the job sent unchanged, and one placeholder for every ID that the service created. */
function nameOf(runID: string): string {
  return runID.replace(/^(?:model|service)-\d+$/, 'made');
}

type Step =
  | { readonly kind: 'by'; readonly ms: number }
  | { readonly kind: 'gaps'; readonly tenths: number }
  | {
      readonly kind: 'to';
      readonly moment: 'next' | 'early' | 'deadline' | 'stuck';
      readonly offset: number;
    };

type Rid =
  | null
  | { readonly kind: 'own'; readonly rid: string }
  | { readonly kind: 'ofEvent'; readonly index: number }
  | { readonly kind: 'ofRow'; readonly index: number };

type Edit =
  | { readonly kind: 'all'; readonly rules: Rules }
  | { readonly kind: 'grace'; readonly share: number }
  | { readonly kind: 'counts'; readonly rules: Rules };

type Action =
  | {
      readonly kind: 'ping';
      readonly type: EventType;
      readonly rid: Rid;
      readonly durationMs: number | null;
      /** How long before the ping's arrival the reported event happened. */
      readonly agoMs: number;
    }
  /** Sends the report of an event again, with its time or a similar time. */
  | { readonly kind: 'again'; readonly index: number; readonly offsetMs: number }
  | { readonly kind: 'look' | 'pause' | 'resume' | 'restart' }
  | { readonly kind: 'edit'; readonly edit: Edit }
  | {
      readonly kind: 'blind';
      readonly delayMs: number;
      readonly tenths: number;
      readonly looksFirst: boolean;
    };

const GRACE_SHARES = [0, 0.1, 0.5, 1, 2.4] as const;

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    kind: fc.constantFrom('interval', FIVE_MINUTES, EVERY_SECOND, IN_THE_GAP, CALENDAR_IN_THE_GAP),
    intervalMs: fc.constantFrom(10 * SECOND_MS, 10 * MINUTE_MS, DAY_MS),
    share: fc.constantFrom(...GRACE_SHARES),
  })
  .map(({ kind, intervalMs, share }) => {
    const schedule: Schedule =
      kind === 'interval'
        ? { type: 'interval', intervalMs, timezone: 'UTC', graceMs: 0 }
        : kind === CALENDAR_IN_THE_GAP
          ? { type: 'oncalendar', onCalendar: kind, timezone: 'UTC', graceMs: 0 }
          : { type: 'cron', cron: kind, timezone: kind === IN_THE_GAP ? 'Europe/Riga' : 'UTC', graceMs: 0 };
    return { ...schedule, graceMs: share * usualGap(schedule) };
  });

const someRules: fc.Arbitrary<Rules> = fc
  .record({
    schedule: schedules,
    runShare: fc.constantFrom(null, 0.3, 1.5, 4),
    alertAfterFailures: fc.integer({ min: 1, max: 3 }),
    recoverAfterSuccesses: fc.integer({ min: 1, max: 3 }),
    manualResume: fc.boolean(),
    pingFilter: fc.constant(null),
  })
  .map(({ runShare, ...rules }) => ({
    ...rules,
    maxRunMs: runShare === null ? null : runShare * usualGap(rules.schedule),
  }));

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('by'), ms: fc.constantFrom(0, 1, 10, 700, 3000) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('gaps'), tenths: fc.integer({ min: 1, max: 13 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('gaps'), tenths: fc.integer({ min: 14, max: 60 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('to'),
      moment: fc.constantFrom('next', 'early', 'deadline', 'stuck'),
      offset: fc.constantFrom(-1, 0, 1),
    }),
  },
);

const rids: fc.Arbitrary<Rid> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('own'), rid: fc.constantFrom('a', 'b', 'c') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ofEvent'), index: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ofRow'), index: fc.nat(20) }) },
);

const pings: fc.Arbitrary<Action> = fc.record({
  kind: fc.constant('ping'),
  type: fc.constantFrom('ping', 'start', 'start', 'fail', 'fail', 'end', 'log', 'ignored'),
  rid: rids,
  durationMs: fc.constantFrom(null, null, null, 0, 1234),
  agoMs: fc.constantFrom(0, 0, 0, 0, 1, 2000, 30 * SECOND_MS, 7 * MINUTE_MS, DAY_MS, 3 * DAY_MS),
});

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('all'), rules: someRules }),
  fc.record({ kind: fc.constant('grace'), share: fc.constantFrom(...GRACE_SHARES) }),
  fc.record({ kind: fc.constant('counts'), rules: someRules }),
);

const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 16, arbitrary: pings },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('again'),
      index: fc.nat(20),
      offsetMs: fc.constantFrom(0, 0, 0, 1, -700, MINUTE_MS, -MINUTE_MS - 1),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('look', 'look', 'restart', 'pause', 'resume', 'resume') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit'), edit: edits }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('blind'),
      delayMs: fc.constantFrom(0, 1, 400),
      tenths: fc.integer({ min: 0, max: 45 }),
      looksFirst: fc.boolean(),
    }),
  },
);

const lives = fc.record({
  eve: fc.constantFrom(...EVES),
  offsetMs: fc.constantFrom(0, 1, 123_456),
  rules: someRules,
  paused: fc.constantFrom(false, false, false, true),
  attended: fc.boolean(),
  happenings: fc.array(fc.record({ step: steps, action: actions }), { maxLength: 40, size: 'max' }),
});

function timeOf(step: Step, now: number, model: Model): number {
  switch (step.kind) {
    case 'by':
      return now + step.ms;
    case 'gaps':
      return now + (usualGap(model.rules().schedule) * step.tenths) / 10;
    case 'to':
      return Math.max(now, momentOf(step.moment, model) + step.offset);
  }
}

function momentOf(moment: 'next' | 'early' | 'deadline' | 'stuck', model: Model): number {
  const next = model.next() ?? 0;
  switch (moment) {
    case 'next':
      return next;
    case 'early':
      return next - Math.min(MINUTE_MS, usualGap(model.rules().schedule) / 10);
    case 'deadline':
      return next + model.grace();
    case 'stuck':
      return Math.min(
        ...model.openRows().map(({ stuckAfter }) => stuckAfter ?? 0),
        next + 10 * usualGap(model.rules().schedule),
      );
  }
}

function edited(rules: Rules, edit: Edit): Rules {
  switch (edit.kind) {
    case 'all':
      return edit.rules;
    case 'grace':
      return { ...rules, schedule: { ...rules.schedule, graceMs: edit.share * usualGap(rules.schedule) } };
    case 'counts':
      return { ...edit.rules, schedule: rules.schedule };
  }
}

function ridOf(rid: Rid, eventIDs: readonly string[], rowIDs: readonly string[]): string | null {
  if (rid === null) return null;
  if (rid.kind === 'own') return rid.rid;
  const ids = rid.kind === 'ofEvent' ? eventIDs : rowIDs;
  return ids[rid.index % Math.max(1, ids.length)] ?? null;
}

function commandOf(world: World, action: Action, at: number): Command | null {
  switch (action.kind) {
    case 'ping': {
      const eventIDs = eventsOf(world).map(({ runID }) => runID);
      const rid = ridOf(
        action.rid,
        eventIDs,
        world.ledger.rows().map(({ runID }) => runID),
      );
      const { type, durationMs, agoMs } = action;
      const past = agoMs === 0 ? {} : { happenedAt: at - agoMs };
      return { kind: 'ping', at, type, rid, durationMs, warnings: [], ...past };
    }
    case 'again': {
      const events = eventsOf(world);
      const event = events[action.index % Math.max(1, events.length)];
      if (event === undefined) return { kind: 'deadline', at };
      const { type, runID: rid } = event;
      const happenedAt = Math.min(at, event.happenedAt + action.offsetMs);
      return { kind: 'ping', at, type, rid, durationMs: null, warnings: [], happenedAt };
    }
    case 'look':
      return { kind: 'deadline', at };
    case 'pause':
    case 'resume':
      return { kind: action.kind, at };
    case 'edit':
      return { kind: 'edit', at, rules: edited(world.monitor.rules, action.edit) };
    case 'restart':
    case 'blind':
      return null;
  }
}

function tellModel(model: Model, action: Action, at: number): void {
  switch (action.kind) {
    case 'ping': {
      const rid = ridOf(
        action.rid,
        model.events.map(({ runID }) => runID),
        model.rows.map(({ id }) => id),
      );
      const { type, durationMs, agoMs } = action;
      model.ping(at, { type, rid, durationMs, happened: at - agoMs });
      return;
    }
    case 'again': {
      const event = model.events[action.index % Math.max(1, model.events.length)];
      model.lapse(at);
      if (event === undefined) return;
      const { type, runID: rid } = event;
      const happened = Math.min(at, event.happened + action.offsetMs);
      model.ping(at, { type, rid, durationMs: null, happened, isTimed: true });
      return;
    }
    case 'pause':
      model.pause(at);
      return;
    case 'resume':
      model.resume(at);
      return;
    case 'edit':
      model.edit(at, edited(model.rules(), action.edit));
      return;
    case 'look':
    case 'restart':
    case 'blind':
      model.lapse(at);
  }
}

/** A perfect watchdog: sends a deadline command whenever the monitor is due. */
function attend(world: World, until: number): void {
  for (let wake = wakeAt(world.monitor); wake !== null && wake <= until; wake = wakeAt(world.monitor)) {
    apply(world, { kind: 'deadline', at: wake }, 'exact');
  }
}

describe('decide', () => {
  test('the domain and a naive model agree for any order of checks, restarts and loaded rows', () => {
    fc.assert(
      fc.property(lives, ({ eve, offsetMs, rules, paused, attended, happenings }) => {
        let now = eve + offsetMs;
        const model = createModel(rules, now, paused);
        const watched = createWorld(rules, now, paused);
        const unwatched = createWorld(rules, now, paused);
        for (const { step, action } of happenings) {
          now = timeOf(step, now, model);
          if (attended) attend(watched, now);
          if (action.kind === 'blind') {
            const from = now + action.delayMs;
            now = from + (usualGap(model.rules().schedule) * action.tenths) / 10;
            const window = { id: model.windows.length + 1, from, to: now };
            for (const { windows } of [model, watched, unwatched]) windows.push(window);
            if (action.looksFirst) apply(watched, { kind: 'deadline', at: now }, 'exact');
            for (const world of [watched, unwatched])
              apply(world, { kind: 'blind_window', at: now, window }, 'exact');
            model.tellBlind(now, window);
          } else {
            if (action.kind === 'again' || (action.kind === 'ping' && action.rid?.kind === 'ofRow')) {
              for (const world of [watched, unwatched]) apply(world, { kind: 'deadline', at: now }, 'exact');
              model.lapse(now);
            }
            const command = commandOf(watched, action, now);
            if (command !== null) apply(watched, command, 'exact');
            const unwatchedCommand = action.kind === 'look' ? null : commandOf(unwatched, action, now);
            if (unwatchedCommand !== null) apply(unwatched, unwatchedCommand, 'all');
            tellModel(model, action, now);
          }
          if (action.kind === 'restart') restart(watched);
          else compare(watched, model, now);
          if (action.kind !== 'restart' && action.kind !== 'look') compare(unwatched, model, now);
          checkSleep(watched, now);
        }
        compareEvents(watched, model);
        compareEvents(unwatched, model);
      }),
      { numRuns: 400 },
    );
  });

  test('the domain and a naive model agree about a monitor that expects no more runs, and about its next ping', () => {
    const givenUp = fc.record({
      isCron: fc.boolean(),
      offsetMs: fc.constantFrom(0, 1, 400),
      type: fc.constantFrom('ping', 'start', 'fail', 'end'),
      endsOpenRun: fc.boolean(),
      silence: fc.integer({ min: 998, max: 1003 }),
      restMs: fc.constantFrom(0, 1, 500, 950, 999),
      alertAfterFailures: fc.constantFrom(1, 3, 1000),
      looks: fc.boolean(),
    });
    fc.assert(
      fc.property(
        givenUp,
        ({ isCron, offsetMs, type, endsOpenRun, silence, restMs, alertAfterFailures, looks }) => {
          const gap = isCron ? SECOND_MS : 10 * SECOND_MS;
          const schedule: Schedule = isCron
            ? { type: 'cron', cron: EVERY_SECOND, timezone: 'UTC', graceMs: 0 }
            : { type: 'interval', intervalMs: gap, timezone: 'UTC', graceMs: 0 };
          const rules: Rules = {
            schedule,
            maxRunMs: DAY_MS,
            alertAfterFailures,
            recoverAfterSuccesses: 1,
            manualResume: true,
            pingFilter: null,
          };
          const begin = (EVES[0] ?? 0) + offsetMs;
          const model = createModel(rules, begin, false);
          const world = createWorld(rules, begin, false);
          const send = (at: number, pingType: EventType, rid: string | null) => {
            apply(world, { kind: 'ping', at, type: pingType, rid, durationMs: null, warnings: [] }, 'exact');
            model.ping(at, { type: pingType, rid, durationMs: null });
            compare(world, model, at);
          };
          send(begin, 'start', 'open');
          const back = begin + silence * gap + (restMs * gap) / SECOND_MS;
          if (looks) attend(world, back);
          send(back, type, endsOpenRun ? 'open' : null);
          send(back + gap / 2, 'ping', null);
          attend(world, back + 5 * gap);
          model.lapse(back + 5 * gap);
          compare(world, model, back + 5 * gap);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('the domain and a naive model agree when the clock goes back, with only the requested rows', () => {
    const jumps = fc.array(fc.record({ jumpMs: fc.constantFrom(0, 0, 0, -1, -700, -MINUTE_MS, -DAY_MS) }), {
      minLength: 40,
      maxLength: 40,
    });
    fc.assert(
      fc.property(lives, jumps, ({ eve, offsetMs, rules, paused, happenings }, back) => {
        let now = eve + 8 * DAY_MS + offsetMs;
        const exact = createWorld(rules, now, paused);
        const model = createModel(rules, now, paused);
        happenings.forEach(({ step, action }, index) => {
          if (step.kind !== 'to') now = timeOf(step, now, model);
          now = Math.max(eve, now + (back[index]?.jumpMs ?? 0));
          let command = commandOf(exact, action, now);
          if (action.kind === 'blind') {
            const window = { id: exact.windows.length + 1, from: now, to: now + 2 * MINUTE_MS };
            exact.windows.push(window);
            command = { kind: 'blind_window', at: now + 2 * MINUTE_MS, window };
          }
          if (action.kind === 'restart') restart(exact);
          if (command === null) return;
          const all = {
            ...exact,
            ledger: createLedger(exact.ledger.rows()),
            decisions: [...exact.decisions],
          };
          expectSame(apply(all, command, 'all'), apply(exact, command, 'exact'));
        });
      }),
      { numRuns: 200 },
    );
  });
});

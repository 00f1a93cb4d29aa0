import type { BlindWindow } from '@overdue/domain/blind-window.ts';
import type { CheckResult } from '@overdue/domain/checks/check-result.ts';
import type { CheckRecording } from '@overdue/domain/decision/command.ts';
import { RECOUNTED_RUNS_MAX } from '@overdue/domain/decision/recount.ts';
import { isChecked, type MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { RunState } from '@overdue/domain/monitor/run.ts';
import type { Failure, FailureReason } from '@overdue/domain/monitor/state.ts';
import type { EventType } from '@overdue/domain/ping/ping.ts';
import { HOUR_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import { occurrenceAfter, occurrenceBefore } from './naive-schedule.ts';

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
  outcome: 'failure' | 'success' | null;
  check: CheckResult | null;
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

/**
 * A monitor that keeps every run in memory and computes each outcome from all runs. This is slow, but simple enough to be right.
 * The property tests compare the domain with it.
 */
export function createNaiveMonitor(firstRules: MonitorRules, createdAt: number, createdPaused: boolean) {
  let rules = firstRules;
  let paused = createdPaused;
  let reported = false;
  const rows: ModelRow[] = [];
  const occurrencesWithRow = new Set<number>();
  const events: ModelEvent[] = [];
  const transitions: ModelTransition[] = [];
  let windows: BlindWindow[] = [];
  /** Outcomes counted since the last pause, in order. */
  let outcomes: { readonly kind: 'failure' | 'success'; readonly failure: Failure | null }[] = [];
  let incident: Failure | null = null;
  let lastFailure: Failure | null = null;
  /** Occurrences up to this time are ignored, because they lie before the monitor's creation, resume or edit. */
  let ignoredUntil = createdAt;
  /** Occurrences after this time are awaited until each has its row; null if nothing is awaited. */
  let awaitedAfter: number | null = null;
  let rhythm: number | null = null;
  /** The last occurrence of an interval, if a blind window has moved the rhythm; null after a report. */
  let lastBeforeWindow: number | null = null;
  /** The latest reported occurrence since the times of the schedule changed. */
  let metUntil = 0;
  /** The slot of a checked monitor that is awaited at once after its creation or resume; null if it was edited since. */
  let firstSlot: number | null = null;
  /** Slots of a checked monitor that passed while a check ran. */
  const coveredSlots = new Set<number>();
  /** The latest slot with a result; at least the time of the last resume or change of the schedule. */
  let checkedUntil = createdAt;
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
    for (const outcome of outcomes.toReversed()) {
      if (outcome.kind !== kind) break;
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
    if (firstSlot !== null && !isPassed(firstSlot)) return firstSlot;
    let at = occurrenceAfter(rules.schedule, awaitedAfter);
    while (isPassed(at)) at = occurrenceAfter(rules.schedule, at);
    return at;
  }

  const isPassed = (at: number) => occurrencesWithRow.has(at) || coveredSlots.has(at);

  /** Returns the last occurrence of an interval, if it passed without a report; null after a report. */
  function lastOfInterval(): number | null {
    if (awaitedAfter === null || rhythm === null) return null;
    let last = awaitedAfter > rhythm ? awaitedAfter : lastBeforeWindow;
    for (let at = occurrenceAfter(rules.schedule, awaitedAfter); occurrencesWithRow.has(at); ) {
      last = at;
      at = occurrenceAfter(rules.schedule, at);
    }
    return last;
  }

  const blindWindows = () => windows.filter(({ brief }) => brief === undefined);

  /**
   * Lists the times at which a deadline could be judged: the deadline, and the end of each wait that follows. Nothing is judged
   * during a quick restart and for 5 s afterwards, or during a stall and for 1 s afterwards. Stalls in a row postpone a verdict by
   * at most 31 s.
   */
  function waits(deadline: number): readonly number[] {
    const times = [deadline];
    let freeOfStallsAt = deadline;
    for (;;) {
      const now = times.at(-1) ?? deadline;
      const ends = windows.flatMap(({ from, to, brief }) => {
        if (brief === undefined || now < from) return [];
        const end = brief === 'restart' ? to + 5000 : Math.min(to + 1000, freeOfStallsAt + 31_000);
        return end > now ? [{ end, brief }] : [];
      });
      const first = ends[0];
      if (first === undefined) return times;
      times.push(first.end);
      if (first.brief === 'restart') freeOfStallsAt = first.end;
    }
  }

  const judgedAt = (deadline: number) => waits(deadline).at(-1) ?? deadline;

  /** If the last occurrence of an interval has no report, its job may have run until the end of a later blind window. */
  function countFromWindows(): void {
    const last = lastOfInterval();
    if (rules.schedule.type !== 'interval' || last === null) return;
    const seen = windows;
    for (const [index, { from, to, brief }] of seen.entries()) {
      // The windows so far, as if the monitor were judged at the end of each.
      windows = seen.slice(0, index + 1);
      const expected = next();
      if (expected === null || windowOver(expected) !== undefined) break;
      const isTouching = brief === undefined && to >= last && from <= judgedAt(expected + grace());
      if (!isTouching || to + rules.schedule.intervalMs <= expected) continue;
      rhythm = to;
      awaitedAfter = to;
      lastBeforeWindow = last;
    }
    windows = seen;
  }

  /** Records occurrences whose verdict is postponed as unknown, because a change ends the wait for them. */
  function endWaits(at: number): void {
    for (let expected = next(); expected !== null && expected + grace() < at; expected = next()) {
      const deadline = expected + grace();
      const gap = windows.find(
        ({ from, to, brief }) =>
          brief !== undefined && deadline >= from && deadline < to + (brief === 'restart' ? 5000 : 1000),
      );
      if (gap === undefined) return;
      addRow({ state: 'unknown', expectedAt: expected, window: gap.id });
    }
  }

  function status(now: number): string {
    const stored = storedStatus();
    const expected = next();
    const mayBeLate = (stored === 'up' || stored === 'new') && !isChecked(rules);
    return mayBeLate && expected !== null && now > expected ? 'late' : stored;
  }

  function change(cause: Omit<ModelTransition, 'from' | 'to'>, doIt: () => void): void {
    const from = storedStatus();
    doIt();
    const to = storedStatus();
    if (from !== to) transitions.push({ from, to, ...cause });
  }

  function fail(row: ModelRow, reason: FailureReason, at: number, eventNumber: number | null): void {
    if (paused || row.outcome === 'failure') return;
    row.outcome = 'failure';
    change({ at, reason, runSeq: seqOf(row), eventNumber }, () => {
      const found = row.check === null ? {} : { message: row.check.message };
      const failure = { reason, at, expectedAt: row.expectedAt, ...found };
      outcomes.push({ kind: 'failure', failure });
      lastFailure = failure;
      if (streak('failure') >= rules.alertAfterFailures) incident ??= failure;
    });
  }

  function succeed(row: ModelRow, at: number, eventNumber: number | null): void {
    if (paused || row.outcome === 'success') return;
    row.outcome = 'success';
    change({ at, reason: 'succeeded', runSeq: seqOf(row), eventNumber }, () => {
      outcomes.push({ kind: 'success', failure: null });
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
      outcome: null,
      check: null,
      ...row,
    };
    rows.push(added);
    if (added.expectedAt !== null) occurrencesWithRow.add(added.expectedAt);
    return added;
  }

  /** Lets time pass until `now`: judges missed and stuck runs in the order in which they became due. */
  function lapse(now: number): void {
    for (;;) {
      countFromWindows();
      const expected = next();
      const missedAfter = expected === null ? Number.POSITIVE_INFINITY : judgedAt(expected + grace());
      let stuck: ModelRow | null = null;
      for (const row of openRows())
        if ((row.stuckAfter ?? 0) < (stuck?.stuckAfter ?? Number.POSITIVE_INFINITY)) stuck = row;
      const stuckAfter = stuck === null ? Number.POSITIVE_INFINITY : judgedAt(stuck.stuckAfter ?? 0);
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
    if (isChecked(rules)) {
      addRow({ state: 'unknown', expectedAt });
      return;
    }
    const row = addRow({ state: 'missed', expectedAt });
    missedInARow += 1;
    fail(row, 'missed', deadline, null);
    if (missedInARow === 1000) awaitedAfter = null;
  }

  /**
   * Returns the first blind window that, together with all earlier windows, hides an occurrence; undefined if the occurrence
   * isn't hidden.
   */
  function windowOver(expectedAt: number): BlindWindow | undefined {
    const deadline = expectedAt + grace();
    const isBlindAt = (some: readonly BlindWindow[], at: number) =>
      some.some(({ from, to }) => from <= at && at <= to);
    const all = blindWindows();
    const over = all.find((_, index) => {
      const some = all.slice(0, index + 1);
      const blindMs = some
        .map(({ from, to }) => Math.min(to, deadline) - Math.max(from, expectedAt))
        .filter((ms) => ms > 0)
        .reduce((sum, ms) => sum + ms, 0);
      const isTenth = blindMs > 0 && 10 * blindMs >= deadline - expectedAt;
      return isTenth || [expectedAt, ...waits(deadline)].some((at) => isBlindAt(some, at));
    });
    return over ?? windowBefore(expectedAt);
  }

  /** The last report of an interval may have waited in the queue since the start of a gap, so its next run may have been due earlier. */
  function windowBefore(expectedAt: number): BlindWindow | undefined {
    const { schedule } = rules;
    if (schedule.type !== 'interval' || lastOfInterval() !== null) return undefined;
    const readAt = expectedAt - schedule.intervalMs;
    const waited = windows.filter(
      ({ from, to, brief }) => from <= readAt && readAt <= to && brief !== 'restart',
    );
    return blindWindows().find(({ from, to }) => {
      const isBetween = readAt <= from && from <= expectedAt;
      return isBetween && waited.some((gap) => gap.from + schedule.intervalMs <= to);
    });
  }

  function getStuck(row: ModelRow, stuckAfter: number): void {
    const window = blindWindows().find(({ from, to }) => (row.startedAt ?? 0) <= to && from <= stuckAfter);
    row.state = window === undefined ? 'timed_out' : 'unknown';
    if (window === undefined) fail(row, 'timed_out', stuckAfter, null);
    else row.window = window.id;
  }

  function occurrenceOf(at: number): number | null {
    if (paused) return null;
    const { schedule } = rules;
    if (schedule.type === 'interval') {
      const expected = next();
      if (expected !== null && expected <= at + Math.min(MINUTE_MS, schedule.intervalMs / 10))
        return expected;
      return lastOfInterval();
    }
    const before = occurrenceBefore(schedule, at);
    const after = occurrenceAfter(schedule, at);
    const found = after <= at + Math.min(MINUTE_MS, (after - before) / 10) ? after : before;
    // Pings that waited during a stall belong to the occurrences in their order.
    const gaps = windows.filter(({ from, to, brief }) => brief !== undefined && from <= at && at <= to);
    const first = gaps.length === 0 || found <= ignoredUntil ? null : next();
    for (let expected = first; expected !== null && expected < found; ) {
      const deadline = expected + grace();
      if (!occurrencesWithRow.has(expected) && gaps.some(({ from }) => deadline >= from)) return expected;
      expected = occurrenceAfter(schedule, expected);
    }
    return found > ignoredUntil ? found : null;
  }

  /** Returns the occurrence of a run that began earlier: the awaited occurrence, or an earlier occurrence without a report. */
  function pastOccurrenceOf(began: number): number | null {
    const { schedule } = rules;
    const unreported = rows.filter((row) => !isReported(row)).map(({ expectedAt }) => expectedAt ?? 0);
    if (schedule.type !== 'interval') {
      const before = occurrenceBefore(schedule, began);
      const after = occurrenceAfter(schedule, began);
      const found = after <= began + Math.min(MINUTE_MS, (after - before) / 10) ? after : before;
      return (found > ignoredUntil && found > metUntil && !paused) || unreported.includes(found)
        ? found
        : null;
    }
    const latest = began + Math.min(MINUTE_MS, schedule.intervalMs / 10);
    const expected = next();
    if (expected !== null && latest >= expected && !paused) return expected;
    const near = unreported.filter((x) => Math.abs(x - began) < schedule.intervalMs);
    return near.sort((a, b) => Math.abs(a - began) - Math.abs(b - began) || a - b)[0] ?? null;
  }

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
    metUntil = Math.max(metUntil, row.expectedAt ?? 0);
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
          lastBeforeWindow = null;
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
    const isNewFailure = kind === 'failure' && row.outcome !== 'failure';
    row.outcome = kind;
    const reason = kind === 'failure' ? 'failed' : 'succeeded';
    change({ at, reason, runSeq: seqOf(row), eventNumber }, () => {
      const before = { kind: outcomes.at(-1)?.kind, length: streak(outcomes.at(-1)?.kind ?? 'success') };
      const latestFailure = lastFailure;
      const newest = rows
        .slice(-RECOUNTED_RUNS_MAX)
        .filter((row) => row.outcome !== null && decidedAt(row) > resumedAt)
        .sort((a, b) => decidedAt(a) - decidedAt(b) || rows.indexOf(a) - rows.indexOf(b));
      outcomes = newest.map(({ outcome }) => ({ kind: outcome ?? 'success', failure: null }));
      const last = outcomes.at(-1)?.kind ?? 'success';
      if (outcomes.length === RECOUNTED_RUNS_MAX && streak(last) === outcomes.length && before.kind === last)
        while (streak(last) < before.length) outcomes.push({ kind: last, failure: null });
      lastFailure = latestFailure;
      const failure = { reason: 'failed' as const, at, expectedAt: row.expectedAt };
      if (isNewFailure && streak('failure') > 0) lastFailure = failure;
      const isOpeningKnown = newest.some(
        (candidate) =>
          decidedAt(candidate) === incident?.at ||
          (incident !== null && candidate.stuckAfter === incident.at) ||
          (candidate.expectedAt !== null && candidate.expectedAt === incident?.expectedAt),
      );
      const spelled = newest.map(({ outcome }) => (outcome === 'failure' ? 'F' : 'S')).join('');
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
      type: sentType,
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
      events.some((event) => event.runID === rid && event.type === sentType && isSame(event, happened))
    )
      return;
    const type = isChecked(rules) && sentType !== 'ignored' ? 'log' : sentType;
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

  /**
   * After a ping, makes a monitor expect runs again if it had stopped expecting them. Keeps the previous rhythm of an interval.
   */
  function wake(at: number): void {
    missedInARow = 0;
    if (paused || !reported || awaitedAfter !== null) return;
    awaitedAfter = at;
    if (rules.schedule.type !== 'interval' || rhythm === null) return;
    awaitedAfter = rhythm;
    while (awaitedAfter + rules.schedule.intervalMs <= at) awaitedAfter += rules.schedule.intervalMs;
  }

  function startAfresh(at: number): void {
    ignoredUntil = at;
    checkedUntil = Math.max(checkedUntil, at);
    missedInARow = 0;
    awaitedAfter = reported || isChecked(rules) ? at : null;
    firstSlot = null;
    rhythm = awaitedAfter;
    lastBeforeWindow = null;
  }

  function pause(at: number): void {
    lapse(at);
    if (!paused) endWaits(at);
    change({ at, reason: 'paused', runSeq: null, eventNumber: null }, () => {
      paused = true;
      outcomes = [];
      incident = null;
      lastFailure = null;
      awaitedAfter = null;
      rhythm = null;
      lastBeforeWindow = null;
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
      if (isChecked(rules)) firstSlot = at;
    });
  }

  function edit(at: number, edited: MonitorRules): void {
    lapse(at);
    const times = ({ schedule }: MonitorRules) => JSON.stringify({ ...schedule, graceMs: 0 });
    const sameTimes = times(rules) === times(edited);
    const sameGrace = grace() === edited.schedule.graceMs;
    const expected = next();
    const hasPassed = expected !== null && judgedAt(expected + edited.schedule.graceMs) <= at;
    const ends = !sameTimes || (!sameGrace && hasPassed);
    if (ends) endWaits(at);
    rules = edited;
    if (!sameTimes) {
      metUntil = 0;
      checkedUntil = at;
    }
    if (!ends) return;
    if (paused) ignoredUntil = at;
    else startAfresh(at);
  }

  function tellBlind(at: number, window: BlindWindow): void {
    lapse(at);
    hide(window);
  }

  /** Adds an unknown run for every occurrence that a window hid. An interval has only one awaited occurrence. */
  function hide(window: BlindWindow): void {
    const over = (x: number) => (x >= window.from ? window : windowOver(x));
    if (rules.schedule.type === 'interval') {
      for (let x = next(); x !== null && x <= window.to && over(x) !== undefined; x = next()) {
        addRow({ state: 'unknown', expectedAt: x, window: over(x)?.id ?? null });
      }
    } else if (awaitedAfter !== null) {
      for (
        let x = firstSlot ?? occurrenceAfter(rules.schedule, awaitedAfter);
        x <= window.to;
        x = occurrenceAfter(rules.schedule, x)
      ) {
        if (over(x) !== undefined && !isPassed(x))
          addRow({ state: 'unknown', expectedAt: x, window: over(x)?.id ?? null });
      }
    }
    countFromWindows();
  }

  /** Records the result of a check, which ended at `at`, as the run of its slot. */
  function check({ at, slot, startedAt, result }: CheckRecording): void {
    lapse(at);
    const known = rows.find((row) => row.expectedAt === slot);
    const isWanted = slot === next() || (slot > checkedUntil && slot <= at);
    if (paused || !isWanted || (known !== undefined && isReported(known))) return;
    pass(startedAt, slot - 1);
    const row = known ?? addRow({ state: 'unknown', expectedAt: slot });
    row.state = result.outcome;
    row.startedAt = startedAt;
    row.endedAt = at;
    row.durationMs = result.phases.total;
    row.check = result;
    checkedUntil = Math.max(checkedUntil, slot);
    pass(startedAt, at);
    if (result.outcome === 'unknown') return;
    if (result.outcome === 'succeeded') succeed(row, at, null);
    else fail(row, result.outcome, at, null);
    change({ at, reason: 'reported', runSeq: seqOf(row), eventNumber: null }, () => (reported = true));
  }

  /** Ends the wait for all slots up to a time. Slots before the start of the check were checked by nobody. */
  function pass(startedAt: number, until: number): void {
    for (let slot = next(); slot !== null && slot <= until; slot = next())
      if (slot >= startedAt) {
        coveredSlots.add(slot);
        checkedUntil = Math.max(checkedUntil, slot);
      } else addRow({ state: 'unknown', expectedAt: slot, window: windowOver(slot)?.id ?? null });
  }

  if (isChecked(rules) && !paused) {
    startAfresh(createdAt);
    firstSlot = createdAt;
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
    check,
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
      openRunCount: openRows().length,
      incident,
      lastFailure,
    }),
  };
}

export type NaiveMonitor = ReturnType<typeof createNaiveMonitor>;

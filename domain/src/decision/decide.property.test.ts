import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNaiveMonitor, type NaiveMonitor } from '../../test/naive-monitor.ts';
import {
  CALENDAR_IN_THE_GAP,
  EVERY_SECOND,
  EVES,
  FIVE_MINUTES,
  IN_THE_GAP,
  occurrenceBefore,
  usualGap,
} from '../../test/naive-schedule.ts';
import { checkResult, createLedger, findRepeated, type Ledger } from '../../test/scenario.ts';
import type { BlindWindow } from '../blind-window.ts';
import type { CheckResult, MonitorKind } from '../checks/check-result.ts';
import { type MonitorRules, RULES_DEFAULT } from '../monitor/rules.ts';
import type { Run } from '../monitor/run.ts';
import { type Monitor, newMonitorState, statusAt, storedStatus, wakeAt } from '../monitor/state.ts';
import type { Event } from '../ping/event.ts';
import type { EventType } from '../ping/ping.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts';
import type { CheckRecording, Command } from './command.ts';
import { type Decision, decide, runsNeeded } from './decide.ts';
import { VERDICTS_MAX } from './verdict.ts';

interface World {
  monitor: Monitor;
  ledger: Ledger;
  readonly decisions: Decision[];
  readonly windows: BlindWindow[];
  ids: number;
}

function createWorld(rules: MonitorRules, createdAt: number, paused: boolean): World {
  return {
    monitor: { rules, state: newMonitorState({ kind: rules.kind, createdAt, paused }) },
    ledger: createLedger(),
    decisions: [],
    windows: [],
    ids: 0,
  };
}

/**
 * Stored runs passed to `decide`. `exact`: only the requested runs. `all`: every run, newest first. The decision must be the same
 * for both.
 */
type Given = 'exact' | 'all';

function apply(world: World, command: Command, given: Given): Decision {
  const { monitor, ledger } = world;
  const found =
    given === 'exact' ? ledger.find(runsNeeded(monitor, command, world.windows)) : ledger.rows().toReversed();
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
  expect(decision.status).toBe(statusAt(decision.monitor, command.at));
  let status = storedStatus(before);
  for (const transition of decision.transitions) {
    expect(transition.from).toBe(status);
    expect(transition.to).not.toBe(status);
    status = transition.to;
  }
  expect(storedStatus(after)).toBe(status);
  if (command.kind === 'deadline' && decision.transitions.at(-1)?.to === 'down') {
    expect(after.failureStreak).toBeGreaterThanOrEqual(world.monitor.rules.alertAfterFailures);
  }
  // The command made all verdicts that were due, so the next verdict is due later. One command makes a limited number of verdicts.
  const wake = decision.wakeAt;
  if (wake !== null && decision.runs.length < VERDICTS_MAX) expect(wake).toBeGreaterThan(command.at);
}

function checkRows({ monitor, ledger }: World): void {
  const rows = ledger.rows();
  const open = rows.filter(({ state }) => state === 'running');
  const { openRunCount, runCount, runLimitAt } = monitor.state;
  expect({ openRunCount, runCount }).toEqual({ openRunCount: open.length, runCount: rows.length });
  if (open.length === 0) expect(runLimitAt).toBeNull();
  const isBound = ({ limitAt }: Run) => runLimitAt !== null && limitAt !== null && runLimitAt <= limitAt;
  expect(open.filter((run) => !isBound(run))).toEqual([]);
  expect(rows.filter(({ durationMs }) => durationMs !== null && durationMs < 0)).toEqual([]);
}

/** Checks that judging just before the wake time changes nothing. */
function checkSleep(world: World, now: number): void {
  const wake = world.decisions.at(-1)?.wakeAt ?? null;
  if (wake === null || wake - 1 < now) return;
  const command: Command = { kind: 'deadline', at: wake - 1 };
  const decision = decide(world.monitor, {
    stored: world.ledger.find(runsNeeded(world.monitor, command, world.windows)),
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

function compare(world: World, model: NaiveMonitor, now: number): void {
  const { state } = world.monitor;
  expectSame(
    {
      status: statusAt(world.monitor, now),
      next: state.nextExpectedAt,
      failureStreak: state.failureStreak,
      successStreak: state.successStreak,
      openRunCount: state.openRunCount,
      incident: state.incident,
      lastFailure: state.lastFailure,
    },
    model.view(now),
  );
  const rows = world.ledger.rows();
  expectSame(
    rows.map(({ runID, state: runState, limitAt, blindWindowID, countedAs, seq, ...run }) => ({
      ...run,
      seq,
      id: nameOf(runID),
      state: runState,
      stuckAfter: limitAt,
      window: blindWindowID,
      outcome: countedAs,
    })),
    model.rows.map((row, index) => ({ ...row, seq: index + 1, id: nameOf(row.id) })),
  );
  expectSame(
    world.decisions.flatMap(({ transitions }) => transitions),
    model.transitions,
  );
}

function compareEvents(world: World, model: NaiveMonitor): void {
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

/** Expects equal values. Calls the slower `toEqual` only if the values differ, to report the difference. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Returns a `rid` from the job unchanged. Replaces an ID that the service created by a placeholder. */
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
  | { readonly kind: 'all'; readonly rules: MonitorRules }
  | { readonly kind: 'grace'; readonly share: number }
  | { readonly kind: 'counts'; readonly rules: MonitorRules };

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
    }
  | {
      readonly kind: 'gap';
      readonly brief: 'restart' | 'stall';
      readonly share: number;
      /** Time between the last event and the gap. */
      readonly delayMs: number;
    }
  | {
      readonly kind: 'check';
      /** The awaited slot, the last one that is due, the one before it, or no slot of the schedule. */
      readonly slot: 'awaited' | 'due' | 'earlier' | 'now';
      readonly outcome: CheckResult['outcome'];
      /** Share of the interval for which the check ran. */
      readonly share: number;
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

const slotSchedules: fc.Arbitrary<Schedule> = fc
  .record({
    kind: fc.constantFrom('grid', 'grid', FIVE_MINUTES, EVERY_SECOND, IN_THE_GAP),
    intervalMs: fc.constantFrom(10 * SECOND_MS, 10 * MINUTE_MS, DAY_MS),
    phaseMs: fc.constantFrom(0, 1, 7777, 20 * MINUTE_MS + 1),
    share: fc.constantFrom(...GRACE_SHARES),
  })
  .map(({ kind, intervalMs, phaseMs, share }) => {
    const schedule: Schedule =
      kind === 'grid'
        ? { type: 'grid', intervalMs, phaseMs, timezone: 'UTC', graceMs: 0 }
        : { type: 'cron', cron: kind, timezone: kind === IN_THE_GAP ? 'Europe/Riga' : 'UTC', graceMs: 0 };
    return { ...schedule, graceMs: share * usualGap(schedule) };
  });

const rulesOf = (kind: MonitorKind, schedule: fc.Arbitrary<Schedule>): fc.Arbitrary<MonitorRules> =>
  fc
    .record({
      kind: fc.constant(kind),
      schedule,
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

const someRules = rulesOf('cron', schedules);
const checkedRules = rulesOf('http', slotSchedules);

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

const editsOf = (rules: fc.Arbitrary<MonitorRules>): fc.Arbitrary<Edit> =>
  fc.oneof(
    fc.record({ kind: fc.constant('all'), rules }),
    fc.record({ kind: fc.constant('grace'), share: fc.constantFrom(...GRACE_SHARES) }),
    fc.record({ kind: fc.constant('counts'), rules }),
  );

const checks: fc.Arbitrary<Action> = fc.record({
  kind: fc.constant('check'),
  slot: fc.constantFrom('awaited', 'awaited', 'awaited', 'due', 'due', 'earlier', 'now'),
  outcome: fc.constantFrom('succeeded', 'succeeded', 'failed', 'failed', 'timed_out', 'unknown'),
  share: fc.constantFrom(0, 0, 0.04, 0.6, 2.3),
});

/** `reports`: the pings or the results of checks. */
const actionsOf = (
  reports: fc.MaybeWeightedArbitrary<Action>,
  rules: fc.Arbitrary<MonitorRules>,
): fc.Arbitrary<Action> =>
  fc.oneof(
    reports,
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
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit'), edit: editsOf(rules) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('blind'),
        delayMs: fc.constantFrom(0, 1, 400),
        tenths: fc.integer({ min: 0, max: 45 }),
        looksFirst: fc.boolean(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('gap'),
        brief: fc.constantFrom('restart', 'stall'),
        share: fc.constantFrom(0.06, 0.2, 0.5, 1),
        delayMs: fc.constantFrom(0, 1, 400, 2500),
      }),
    },
  );

/** Longest gaps of each kind. */
const GAP_MS_MAX = { restart: 5 * SECOND_MS, stall: 30 * SECOND_MS } as const;

const livesOf = (rules: fc.Arbitrary<MonitorRules>, actions: fc.Arbitrary<Action>) =>
  fc.record({
    eve: fc.constantFrom(...EVES),
    offsetMs: fc.constantFrom(0, 1, 123_456),
    rules,
    paused: fc.constantFrom(false, false, false, true),
    attended: fc.boolean(),
    happenings: fc.array(fc.record({ step: steps, action: actions }), { maxLength: 40, size: 'max' }),
  });

const lives = livesOf(someRules, actionsOf({ weight: 16, arbitrary: pings }, someRules));
const checkedLives = livesOf(
  checkedRules,
  actionsOf(
    { weight: 16, arbitrary: fc.oneof({ weight: 12, arbitrary: checks }, { weight: 1, arbitrary: pings }) },
    checkedRules,
  ),
);

/** Returns the command of a check that ends at a time. */
function checkCommand(
  { slot, outcome, share }: Extract<Action, { readonly kind: 'check' }>,
  {
    schedule,
    awaited,
    at,
  }: { readonly schedule: Schedule; readonly awaited: number | null; readonly at: number },
): CheckRecording {
  const due = occurrenceBefore(schedule, at);
  const slots = {
    awaited: awaited !== null && awaited <= at ? awaited : due,
    due,
    earlier: occurrenceBefore(schedule, due - 1),
    now: at,
  };
  const startedAt = at - share * usualGap(schedule);
  return { kind: 'check', at, slot: slots[slot], startedAt, result: checkResult(outcome, startedAt) };
}

function timeOf(step: Exclude<Step, { readonly kind: 'to' }>, now: number, schedule: Schedule): number {
  return now + (step.kind === 'by' ? step.ms : (usualGap(schedule) * step.tenths) / 10);
}

function momentOf(moment: 'next' | 'early' | 'deadline' | 'stuck', model: NaiveMonitor): number {
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

function edited(rules: MonitorRules, edit: Edit): MonitorRules {
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

function commandOf(
  world: World,
  action: Action,
  at: number,
  awaited = world.monitor.state.nextExpectedAt,
): Command | null {
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
    case 'check': {
      const { schedule } = world.monitor.rules;
      return checkCommand(action, { schedule, awaited, at });
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
    case 'gap':
      return null;
  }
}

function tellModel(model: NaiveMonitor, action: Action, at: number): void {
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
    case 'check':
      model.check(checkCommand(action, { schedule: model.rules().schedule, awaited: model.next(), at }));
      return;
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
    case 'gap':
      model.lapse(at);
  }
}

/** A perfect watchdog: sends a deadline command whenever the monitor is due. */
function attend(world: World, until: number): void {
  for (let wake = wakeAt(world.monitor); wake !== null && wake <= until; )
    wake = apply(world, { kind: 'deadline', at: wake }, 'exact').wakeAt;
}

describe('decide', () => {
  test.each([
    ['jobs', lives],
    ['checked monitors', checkedLives],
  ])(
    'the domain and a naive model agree about %s for any order of verdicts, restarts and loaded rows',
    (_, some) => {
      fc.assert(
        fc.property(some, ({ eve, offsetMs, rules, paused, attended, happenings }) => {
          let now = eve + offsetMs;
          const model = createNaiveMonitor(rules, now, paused);
          const watched = createWorld(rules, now, paused);
          const unwatched = createWorld(rules, now, paused);
          for (const { step, action } of happenings) {
            now =
              step.kind === 'to'
                ? Math.max(now, momentOf(step.moment, model) + step.offset)
                : timeOf(step, now, model.rules().schedule);
            if (attended) attend(watched, now);
            if (action.kind === 'gap') {
              const from = now + action.delayMs;
              if (attended) attend(watched, from);
              now = from + action.share * GAP_MS_MAX[action.brief];
              const window = { id: model.windows.length + 1, from, to: now, brief: action.brief };
              for (const { windows } of [model, watched, unwatched]) windows.push(window);
              apply(watched, { kind: 'deadline', at: now }, 'exact');
              model.lapse(now);
            } else if (action.kind === 'blind') {
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
                for (const world of [watched, unwatched])
                  apply(world, { kind: 'deadline', at: now }, 'exact');
                model.lapse(now);
              }
              const awaited = model.next();
              const command = commandOf(watched, action, now, awaited);
              if (command !== null) apply(watched, command, 'exact');
              const unwatchedCommand =
                action.kind === 'look' ? null : commandOf(unwatched, action, now, awaited);
              if (unwatchedCommand !== null) apply(unwatched, unwatchedCommand, 'all');
              tellModel(model, action, now);
            }
            if (action.kind === 'restart') restart(watched);
            else compare(watched, model, now);
            if (action.kind !== 'restart' && action.kind !== 'look' && action.kind !== 'gap')
              compare(unwatched, model, now);
            checkSleep(watched, now);
          }
          compareEvents(watched, model);
          compareEvents(unwatched, model);
        }),
        { numRuns: 400 },
      );
    },
  );

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
          const rules: MonitorRules = {
            ...RULES_DEFAULT,
            schedule,
            maxRunMs: DAY_MS,
            alertAfterFailures,
          };
          const begin = (EVES[0] ?? 0) + offsetMs;
          const model = createNaiveMonitor(rules, begin, false);
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
      fc.property(
        fc.oneof(lives, checkedLives),
        jumps,
        ({ eve, offsetMs, rules, paused, happenings }, back) => {
          let now = eve + 8 * DAY_MS + offsetMs;
          const exact = createWorld(rules, now, paused);
          happenings.forEach(({ step, action }, index) => {
            if (step.kind !== 'to') now = timeOf(step, now, exact.monitor.rules.schedule);
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
        },
      ),
      { numRuns: 200 },
    );
  });
});

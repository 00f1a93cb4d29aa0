import type { BlindWindow } from '@overdue/domain/blind-window.ts';
import type { CheckResult } from '@overdue/domain/checks/check-result.ts';
import type { Command } from '@overdue/domain/decision/command.ts';
import { decide, ROWS_PER_KEY_MAX, type RunKey, runsNeeded } from '@overdue/domain/decision/decide.ts';
import type { Transition } from '@overdue/domain/decision/decision-draft.ts';
import { RECOUNTED_RUNS_MAX } from '@overdue/domain/decision/recount.ts';
import { findRecorded, reportKeyOf } from '@overdue/domain/decision/repeated-report.ts';
import { type MonitorRules, RULES_DEFAULT } from '@overdue/domain/monitor/rules.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import { type Monitor, newMonitorState, type Status, statusAt } from '@overdue/domain/monitor/state.ts';
import type { Event } from '@overdue/domain/ping/event.ts';
import type { PingType } from '@overdue/domain/ping/ping.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const TIME = /^(?:(?:(\d{4}-\d{2}-)?(\d{1,2}) )?)(\d{2}):(\d{2})(?::(\d{2}(?:\.\d{3})?))?$/;

/**
 * Parses a time in UTC: `02:00` on the scenario's day (21 November 2026), `22 02:00:05.250` in its month, or
 * `2027-03-28 02:00`.
 */
export function time(text: string): number {
  const [, month = '2026-11-', day = '21', hour = '', minute = '', second = '0'] = TIME.exec(text) ?? [];
  const at =
    Date.parse(`${month}${day.padStart(2, '0')}T${hour}:${minute}:00Z`) + Math.round(Number(second) * SECOND);
  if (Number.isNaN(at)) throw new Error(`${text} is not a time of a scenario`);
  return at;
}

export function cron(expression: string, graceMs: number, timezone = 'UTC'): Schedule {
  return { type: 'cron', cron: expression, timezone, graceMs };
}

export function every(intervalMs: number, graceMs: number, timezone = 'UTC'): Schedule {
  return { type: 'interval', intervalMs, timezone, graceMs };
}

/** Rules of a job that runs at 02:00 with a grace period of one hour. */
export function rules(other: Partial<MonitorRules> = {}): MonitorRules {
  return {
    ...RULES_DEFAULT,
    schedule: cron('0 2 * * *', HOUR),
    ...other,
  };
}

/** Runs of one monitor in memory. Finds and refuses the same rows as a database would. */
export interface Ledger {
  readonly find: (keys: readonly RunKey[]) => readonly Run[];
  readonly save: (runs: readonly Run[]) => void;
  readonly rows: () => readonly Run[];
}

export function createLedger(rows: readonly Run[] = []): Ledger {
  const bySeq = new Map<number, Run>();
  const seqOfRunID = new Map<string, number>();
  const seqOfOccurrence = new Map<number, number>();

  function claim<Key>(taken: Map<Key, number>, before: Key | null, key: Key | null, seq: number): void {
    if (before !== null && before !== key) taken.delete(before);
    if (key === null) return;
    const owner = taken.get(key);
    if (owner !== undefined && owner !== seq) throw new Error(`rows ${owner} and ${seq} both have ${key}`);
    taken.set(key, seq);
  }

  function save(runs: readonly Run[]): void {
    for (const run of runs) {
      const before = bySeq.get(run.seq);
      if (before === undefined && run.seq !== bySeq.size + 1)
        throw new Error(`row ${run.seq} after ${bySeq.size} rows`);
      claim(seqOfRunID, before?.runID ?? null, run.runID, run.seq);
      claim(seqOfOccurrence, before?.expectedAt ?? null, run.expectedAt, run.seq);
      bySeq.set(run.seq, run);
    }
  }

  function findByKey(key: RunKey): readonly Run[] {
    const all = [...bySeq.values()];
    switch (key.by) {
      case 'runID':
        return all.filter((run) => run.runID === key.runID);
      case 'seq':
        return all.filter((run) => run.seq === key.seq);
      case 'expectedAt':
        return all.filter((run) => run.expectedAt === key.at);
      case 'open':
        return all
          .filter((run) => run.state === 'running')
          .sort((a, b) => (a.limitAt ?? 0) - (b.limitAt ?? 0))
          .slice(0, ROWS_PER_KEY_MAX);
      case 'expectedFrom':
        return all
          .filter((run) => run.expectedAt !== null && run.expectedAt >= key.at)
          .filter((run) => (run.expectedAt ?? 0) <= (key.until ?? Number.POSITIVE_INFINITY))
          .sort((a, b) => (a.expectedAt ?? 0) - (b.expectedAt ?? 0))
          .slice(0, ROWS_PER_KEY_MAX);
      case 'newest':
        return all.slice(-RECOUNTED_RUNS_MAX);
    }
  }

  save(rows);
  return { find: (keys) => keys.flatMap(findByKey), save, rows: () => [...bySeq.values()] };
}

/**
 * Returns the earlier event whose report a command repeats; null if there is none. `exact`: compares only the events that a
 * database would return.
 */
export function findRepeated(
  command: Command,
  {
    stored,
    events,
    given,
  }: {
    readonly stored: readonly Run[];
    readonly events: readonly Event[];
    readonly given: 'exact' | 'all';
  },
): Event | null {
  const key = reportKeyOf(command, stored);
  if (key === null || command.kind !== 'ping') return null;
  const isOfKey = ({ number, at, happenedAt, runID }: Event) =>
    runID === key.runID && (number === key.number || (happenedAt < at && happenedAt === key.happenedAt));
  const content = { exitStatus: null, body: null };
  const candidates = events
    .filter((event) => given === 'all' || isOfKey(event))
    .map((event) => ({ event, ...content }));
  return findRecorded(command, { key, content, candidates });
}

/** Optional fields of a ping: the rid, the measured duration, and the time of the event. */
export interface ReportFields {
  readonly rid?: string;
  readonly durationMs?: number;
  readonly happenedAt?: number;
  /** Time in the format of {@link time}. */
  readonly happened?: string;
}

export interface CheckFields {
  /** Slot, and start of the first attempt, in the format of {@link time}. */
  readonly slot?: string;
  readonly since?: string;
  readonly result?: Partial<CheckResult>;
}

/** Returns the result of a check in 50 ms. A failure is an HTTP status of 503. */
export function checkResult(
  outcome: CheckResult['outcome'],
  startedAt: number,
  more: Partial<CheckResult> = {},
): CheckResult {
  const isFailure = outcome !== 'succeeded';
  return {
    outcome,
    code: isFailure ? 'status' : null,
    message: isFailure ? 'HTTP status 503' : '',
    startedAt,
    phases: { dns: 10, connect: 10, tls: null, firstByte: 30, total: 50 },
    address: '192.0.2.1',
    family: 4,
    status: isFailure ? 503 : 200,
    certificate: null,
    domainExpiresAt: null,
    excerpt: null,
    node: 'a',
    region: null,
    disputed: false,
    earlier: [],
    ...more,
  };
}

/** Scenario of one monitor. Each step happens at the time of the last {@link Scenario.at}. */
export interface Scenario {
  readonly at: (when: string | number) => Scenario;
  readonly ping: (said?: ReportFields) => Scenario;
  readonly start: (said?: ReportFields) => Scenario;
  readonly end: (said?: ReportFields) => Scenario;
  readonly fail: (said?: ReportFields) => Scenario;
  readonly log: (said?: ReportFields) => Scenario;
  /** Records the result of a check that ends now. By default, the check is of the awaited slot and took no time. */
  readonly check: (outcome: CheckResult['outcome'], made?: CheckFields) => Scenario;
  /** Runs the watchdog. */
  readonly advance: () => Scenario;
  readonly pause: () => Scenario;
  readonly resume: () => Scenario;
  readonly edit: (other: Partial<MonitorRules>) => Scenario;
  /** Records that the service has been blind since `when`. */
  readonly blindSince: (when: string) => Scenario;
  /** Simulates a quick restart: the service has received no pings since `when`. */
  readonly restartedSince: (when: string) => Scenario;
  /** Simulates a stall: the process has stood still since `when`, and what the system queued has been read. */
  readonly stalledSince: (when: string) => Scenario;
  /** Records that the service has been blind since `when`, without judging the monitor. */
  readonly blindSilentlySince: (when: string) => Scenario;
  readonly now: () => number;
  readonly status: () => Status;
  readonly monitor: () => Monitor;
  /** Returns the runs, sorted by seq. */
  readonly runs: () => readonly Run[];
  /** Returns the row of an occurrence. */
  readonly runOf: (expectedAt: string) => Run | undefined;
  readonly lastRun: () => Run;
  readonly events: () => readonly Event[];
  readonly lastEvent: () => Event;
  readonly transitions: () => readonly Transition[];
  /** Returns the transitions, such as `new>up up>down`. */
  readonly path: () => string;
}

/** Starts a scenario. By default, the monitor was created at 00:00. */
export function startScenario(
  ofRules: MonitorRules = rules(),
  { createdAt = '00:00', paused = false }: { readonly createdAt?: string; readonly paused?: boolean } = {},
): Scenario {
  const ledger = createLedger();
  const events: Event[] = [];
  const transitions: Transition[] = [];
  const windows: BlindWindow[] = [];
  let now = time(createdAt);
  let monitor: Monitor = {
    rules: ofRules,
    state: newMonitorState({ kind: ofRules.kind, createdAt: now, paused }),
  };
  let ids = 0;
  const newID = () => {
    ids += 1;
    return `id-${ids}`;
  };

  function step(command: Command): Scenario {
    const found = ledger.find(runsNeeded(monitor, command, windows));
    const recorded = findRepeated(command, { stored: found, events, given: 'exact' });
    const context = { blindWindows: windows, newID };
    const decision = decide(monitor, { stored: found, command, context, recorded });
    ledger.save(decision.runs);
    monitor = decision.monitor;
    if (decision.event !== null && !decision.isRepeat) events.push(decision.event);
    transitions.push(...decision.transitions);
    return scenario;
  }

  function send(type: PingType, { rid, durationMs, happened, happenedAt }: ReportFields = {}): Scenario {
    return step({
      kind: 'ping',
      at: now,
      type,
      rid: rid ?? null,
      durationMs: durationMs ?? null,
      warnings: [],
      ...(happened === undefined ? {} : { happenedAt: time(happened) }),
      ...(happenedAt === undefined ? {} : { happenedAt }),
    });
  }

  function openWindow(when: string): BlindWindow {
    const window = { id: windows.length + 1, from: time(when), to: now };
    windows.push(window);
    return window;
  }

  const scenario: Scenario = {
    at(when) {
      now = typeof when === 'string' ? time(when) : when;
      return scenario;
    },
    ping: (said) => send('ping', said),
    start: (said) => send('start', said),
    end: (said) => send('end', said),
    fail: (said) => send('fail', said),
    log: (said) => send('log', said),
    check(outcome, { slot, since, result } = {}) {
      const startedAt = since === undefined ? now : time(since);
      return step({
        kind: 'check',
        at: now,
        slot: slot === undefined ? (monitor.state.nextExpectedAt ?? now) : time(slot),
        startedAt,
        result: checkResult(outcome, startedAt, result),
      });
    },
    advance: () => step({ kind: 'deadline', at: now }),
    pause: () => step({ kind: 'pause', at: now }),
    resume: () => step({ kind: 'resume', at: now }),
    edit: (other) => step({ kind: 'edit', at: now, rules: { ...monitor.rules, ...other } }),
    blindSince: (when) => step({ kind: 'blind_window', at: now, window: openWindow(when) }),
    restartedSince(when) {
      windows.push({ id: windows.length + 1, from: time(when), to: now, brief: 'restart' });
      return scenario;
    },
    stalledSince(when) {
      windows.push({ id: windows.length + 1, from: time(when), to: now, brief: 'stall' });
      return scenario;
    },
    blindSilentlySince(when) {
      openWindow(when);
      return scenario;
    },
    now: () => now,
    status: () => statusAt(monitor, now),
    monitor: () => monitor,
    runs: ledger.rows,
    runOf: (expectedAt) => ledger.rows().find((run) => run.expectedAt === time(expectedAt)),
    lastRun: () => last(ledger.rows()),
    events: () => events,
    lastEvent: () => last(events),
    transitions: () => transitions,
    path: () => transitions.map(({ from, to }) => `${from}>${to}`).join(' '),
  };
  return scenario;
}

function last<Item>(items: readonly Item[]): Item {
  const item = items.at(-1);
  if (item === undefined) throw new Error('nothing has happened in this scenario');
  return item;
}

import { type CheckResult, clauseOf } from '../checks/check-result.ts';
import { pluralize } from '../format-text.ts';
import { isChecked, type MonitorRules } from '../monitor/rules.ts';
import { beganAt, type Run } from '../monitor/run.ts';
import { deadlineAt, type Failure, type Monitor, statusAt } from '../monitor/state.ts';
import { MONTH_NAMES } from '../month-names.ts';
import { zoneSpanAt } from '../schedule/timezone.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts';
import { MISSED_STREAK_MAX } from './verdict.ts';

/**
 * Explains a monitor's status and next run, in the schedule's zone. The text omits the name of the zone UTC, unless `saysUTC` is
 * true.
 */
export function explain(monitor: Monitor, now: number, saysUTC = false): string {
  const writer = createTimeWriter(monitor.rules.schedule.timezone, { now, saysUTC });
  switch (statusAt(monitor, now)) {
    case 'new':
      return isChecked(monitor.rules)
        ? `New: waiting for the first check.${writeUnchecked(monitor, writer)}`
        : 'New: waiting for the first ping.';
    case 'paused':
      if (isChecked(monitor.rules)) return 'Paused: the target is not checked.';
      return monitor.rules.manualResume
        ? 'Paused: pings are recorded but not evaluated.'
        : 'Paused: the next ping resumes the monitor.';
    case 'up':
      return `Up.${writeAwaited(monitor, now, writer)}${writeOpenRuns(monitor, now, writer)}`;
    case 'late':
      return `Late:${writeOverdue(monitor, writer)}${writeOpenRuns(monitor, now, writer)}`;
    case 'failing':
      return `Failing: ${writeFailures(monitor, writer)}.${writeAwaited(monitor, now, writer)}${writeOpenRuns(monitor, now, writer)}`;
    case 'down':
      return `Down ${writeOutage(monitor, writer)}. ${writeRecovery(monitor)}${writeUnchecked(monitor, writer)}${writeOpenRuns(monitor, now, writer)}`;
  }
}

/**
 * Explains why a monitor is down. Omits the start of the outage, because pages show the start separately. Names the time zone of
 * all other times.
 */
export function explainOutage(monitor: Monitor, now: number): string {
  const writer = createTimeWriter(monitor.rules.schedule.timezone, { now, saysUTC: true });
  const { incident } = monitor.state;
  if (incident === null) return explain(monitor, now, true);
  return `${capitalized(writeOutageCause(monitor, incident, writer))}. ${writeRecovery(monitor)}`;
}

/**
 * Returns the time until which the status and the text of {@link explain} stay valid, unless a command changes the monitor. The
 * time is always later than now.
 */
export function explainedUntil({ rules, state }: Monitor, now: number): number {
  const { offsetMs, untilMs } = zoneSpanAt(rules.schedule.timezone, now);
  const midnight = (Math.floor((now + offsetMs) / DAY_MS) + 1) * DAY_MS - offsetMs;
  const passings = [state.nextExpectedAt, state.runLimitAt].map((at) =>
    at === null || at < now ? Number.POSITIVE_INFINITY : at + 1,
  );
  return Math.min(midnight, untilMs, ...passings);
}

/** Formats times: adds the date only if it differs from today, and the zone only once. */
interface TimeWriter {
  /** `02:00`, `23 Nov 02:00` */
  readonly time: (at: number) => string;
  /** `at 02:00`, `on 23 Nov at 02:00` */
  readonly atTime: (at: number) => string;
}

function createTimeWriter(
  timezone: string,
  { now, saysUTC }: { readonly now: number; readonly saysUTC: boolean },
): TimeWriter {
  const isUTC = timezone === 'UTC';
  const localMs = (at: number) => (isUTC ? at : at + zoneSpanAt(timezone, at).offsetMs);
  const today = localMs(now);
  let zone = isUTC && !saysUTC ? '' : ` (${timezone})`;
  const writeZoneOnce = () => {
    const namedZone = zone;
    zone = '';
    return namedZone;
  };
  return {
    time(at) {
      const local = localMs(at);
      const date = dateUnlessSame(local, today);
      return `${date === '' ? '' : `${date} `}${clock(local)}${writeZoneOnce()}`;
    },
    atTime(at) {
      const local = localMs(at);
      const date = dateUnlessSame(local, today);
      return `${date === '' ? '' : `on ${date} `}at ${clock(local)}${writeZoneOnce()}`;
    },
  };
}

function clock(localMs: number): string {
  const minutes = Math.floor(localMs / MINUTE_MS) % 1440;
  const seconds = Math.floor(localMs / SECOND_MS) % 60;
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return seconds === 0 ? time : `${time}:${twoDigits(seconds)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

function dateUnlessSame(localMs: number, todayMs: number): string {
  const day = Math.floor(localMs / DAY_MS);
  const today = Math.floor(todayMs / DAY_MS);
  if (day === today) return '';
  const { date, year } = dateOf(day);
  return year === dateOf(today).year ? date : `${date} ${year}`;
}

interface DateOfYear {
  readonly date: string;
  readonly year: number;
}

const DATES_MAX = 10_000;
/** Cached dates by day number. Even a long list of monitors needs few different dates. */
const dates = new Map<number, DateOfYear>();

function dateOf(day: number): DateOfYear {
  const cached = dates.get(day);
  if (cached !== undefined) return cached;
  if (dates.size >= DATES_MAX) dates.clear();
  const time = new Date(day * DAY_MS);
  const named = {
    date: `${time.getUTCDate()} ${MONTH_NAMES[time.getUTCMonth()]}`,
    year: time.getUTCFullYear(),
  };
  dates.set(day, named);
  return named;
}

function writeAwaited(monitor: Monitor, now: number, writer: TimeWriter): string {
  const { nextExpectedAt } = monitor.state;
  const deadline = deadlineAt(monitor);
  if (isChecked(monitor.rules)) return writeNextCheck(monitor, now, writer);
  if (hasEnded(monitor)) return ' No more runs are expected.';
  if (nextExpectedAt === null || deadline === null) return '';
  if (now > nextExpectedAt) return ` Next run was${writeOverdue(monitor, writer)}`;
  const expected = writer.atTime(nextExpectedAt);
  const last = deadline === nextExpectedAt ? 'that' : writer.time(deadline);
  return ` Next run expected ${expected}, counts as missed after ${last}.`;
}

function writeNextCheck(monitor: Monitor, now: number, writer: TimeWriter): string {
  const { nextExpectedAt: slot } = monitor.state;
  const unchecked = writeUnchecked(monitor, writer);
  if (slot === null) return `${unchecked} No more checks are planned.`;
  const next =
    now > slot ? `The check of ${writer.time(slot)} has not ended yet` : `Next check ${writer.atTime(slot)}`;
  return `${unchecked} ${next}.`;
}

/** Says since when slots have passed unchecked; '' if the last slot was checked. */
function writeUnchecked({ rules, state }: Monitor, writer: TimeWriter): string {
  const { previousExpectedAt: last, metUntil } = state;
  if (!isChecked(rules) || last === null || last <= metUntil) return '';
  return ` Nobody has checked the target since ${writer.time(metUntil)}.`;
}

function writeOverdue(monitor: Monitor, writer: TimeWriter): string {
  const { nextExpectedAt } = monitor.state;
  const deadline = deadlineAt(monitor);
  if (nextExpectedAt === null || deadline === null) return '';
  const expected = writer.atTime(nextExpectedAt);
  return ` expected ${expected}, no report yet. Counts as missed after ${writer.time(deadline)}.`;
}

function writeFailures({ rules, state }: Monitor, writer: TimeWriter): string {
  const { failureStreak, lastFailure } = state;
  const { alertAfterFailures } = rules;
  // The streak can already have reached the threshold, because lowering the threshold opens no incident (rule 16).
  const count =
    failureStreak < alertAfterFailures
      ? `${failureStreak} ${failureStreak === 1 ? 'failure' : 'failures'} so far, and ${alertAfterFailures} in a row raise an alert`
      : `${failureStreak} in a row, and the next failure raises an alert`;
  if (lastFailure === null) return count;
  const cause = writeCause(rules, lastFailure, writer);
  return isChecked(rules) ? `${count}; ${cause}` : `${count}; ${writer.atTime(lastFailure.at)} ${cause}`;
}

function writeOutage(monitor: Monitor, writer: TimeWriter): string {
  const { incident } = monitor.state;
  return incident === null
    ? ''
    : `since ${writer.time(incident.at)}: ${writeOutageCause(monitor, incident, writer)}`;
}

function writeOutageCause(
  { rules, state: { failureStreak } }: Monitor,
  incident: Failure,
  writer: TimeWriter,
): string {
  const failures = failureStreak > 1 ? `, ${failureStreak} failures in a row` : '';
  return writeCause(rules, incident, writer) + failures;
}

function writeCause(rules: MonitorRules, failure: Failure, writer: TimeWriter): string {
  const { reason, expectedAt } = failure;
  if (isChecked(rules)) return writeFailedCheck(failure, writer);
  const run = expectedAt === null ? 'a run' : `the ${writer.time(expectedAt)} run`;
  switch (reason) {
    case 'missed':
      return `${run} missed its deadline`;
    case 'failed':
      return expectedAt === null ? 'the job reported a failure' : `${run} failed`;
    case 'timed_out':
      return `${run} did not end in time`;
  }
}

/** A monitor that an import continues has a failure without a check. */
function writeFailedCheck({ reason, expectedAt, message = '' }: Failure, writer: TimeWriter): string {
  const check = expectedAt === null ? 'a check' : `the check ${writer.atTime(expectedAt)}`;
  return `${check} ${reason === 'timed_out' ? 'timed out' : 'failed'}${message === '' ? '' : `: ${clauseOf(message)}`}`;
}

/** Explains the run of a checked monitor, in a time zone. */
export function explainCheck(
  run: Run,
  { timezone, now }: { readonly timezone: string; readonly now: number },
): string {
  const writer = createTimeWriter(timezone, { now, saysUTC: false });
  const { blindWindowID, check } = run;
  const when = writer.atTime(run.expectedAt ?? beganAt(run));
  if (check === null)
    return `Nobody checked the target ${when}${blindWindowID === null ? '' : ', because Overdue was not running'}.`;
  const { outcome, message, disputed, earlier } = check;
  const said = message === '' ? '' : `: ${clauseOf(message)}`;
  switch (outcome) {
    case 'failed':
    case 'timed_out': {
      const verb = outcome === 'failed' ? 'failed' : 'timed out';
      const confirmed =
        earlier.length === 0 ? '' : ` Confirmed by ${pluralize(earlier.length, 'further attempt')}.`;
      return `The check ${when} ${verb}${said}.${confirmed}`;
    }
    case 'unknown':
      return `The check ${when} shows nothing about the target${said}.`;
    case 'succeeded':
      return `The check ${when} succeeded${said}.${disputed ? ` ${writeDispute(check)}` : ''}`;
  }
}

/** Names the failed attempts before a success, oldest first. */
function writeDispute({ earlier }: CheckResult): string {
  const attempts = earlier.map(({ node, region, outcome, message }) => {
    const place = region === null ? node : `${node} in ${region}`;
    return `an attempt from ${place} ${outcome === 'timed_out' ? 'timed out' : 'failed'}: ${clauseOf(message)}`;
  });
  return `Disputed: ${attempts.join('; ')}.`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether the schedule has no further occurrence. False for a monitor that was given up (rule 17). */
function hasEnded({ rules, state }: Monitor): boolean {
  const { hasReported, nextExpectedAt, missedStreak } = state;
  return (
    rules.schedule.type === 'oncalendar' &&
    hasReported &&
    nextExpectedAt === null &&
    missedStreak < MISSED_STREAK_MAX
  );
}

function writeRecovery(monitor: Monitor): string {
  const { rules, state } = monitor;
  if (state.nextExpectedAt === null && !hasEnded(monitor)) {
    return `Missed ${state.missedStreak} runs in a row: no longer evaluated until the next ping.`;
  }
  const missing = rules.recoverAfterSuccesses - state.successStreak;
  if (missing <= 1) return 'Recovers on the next success.';
  return `Recovers after ${missing} ${state.successStreak > 0 ? 'more ' : ''}successes in a row.`;
}

/** Describes the open runs. Says "or later", because the run that `runLimitAt` belongs to may have ended. */
function writeOpenRuns({ state }: Monitor, now: number, writer: TimeWriter): string {
  const { openRunCount: count, runLimitAt } = state;
  if (count === 0) return '';
  const open = count === 1 ? ' 1 run is open' : ` ${count} runs are open`;
  if (runLimitAt === null || runLimitAt < now) return `${open}.`;
  const first = count === 1 ? 'it' : 'the first';
  return `${open}; ${first} times out at ${writer.time(runLimitAt)} or later.`;
}

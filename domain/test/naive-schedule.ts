import type { CronSchedule, OnCalendarSchedule, Schedule } from '@overdue/domain/schedule/schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@overdue/domain/time-units.ts';

export const FIVE_MINUTES = '*/5 * * * *';
export const EVERY_SECOND = '* * * * * *';
export const IN_THE_GAP = '30 3 * * *';
export const CALENDAR_IN_THE_GAP = '03:30 Europe/Riga';
/** Evenings before the clocks in Riga change at night. */
export const EVES = [Date.UTC(2026, 2, 28, 20), Date.UTC(2026, 9, 24, 20)];

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

const RIGA_TIMES: Readonly<Record<'cron' | 'oncalendar', readonly (readonly number[])[]>> = {
  cron: EVES.map((eve) => listRigaTimes(eve, true)),
  oncalendar: EVES.map((eve) => listRigaTimes(eve, false)),
};

function rigaTimesAround(at: number, type: 'cron' | 'oncalendar'): readonly number[] {
  const times = RIGA_TIMES[type].find((some) => (some[0] ?? 0) < at && at < (some.at(-1) ?? 0));
  if (times === undefined) throw new Error(`${at} is not in the lists of the test`);
  return times;
}

/** The gap between occurrences. */
export function usualGap(schedule: Schedule): number {
  if (schedule.type === 'interval' || schedule.type === 'grid') return schedule.intervalMs;
  if (schedule.type === 'oncalendar') return DAY_MS;
  return schedule.cron === FIVE_MINUTES ? 5 * MINUTE_MS : schedule.cron === EVERY_SECOND ? SECOND_MS : DAY_MS;
}

/** Returns the first occurrence after `at`. For an interval, `at` is an occurrence or the start of a run. */
export function occurrenceAfter(schedule: Schedule, at: number): number {
  if (schedule.type === 'interval') return at + schedule.intervalMs;
  if (isInTheGap(schedule)) {
    return rigaTimesAround(at, schedule.type).find((time) => time > at) ?? Number.NaN;
  }
  return occurrenceBefore(schedule, at) + usualGap(schedule);
}

function isInTheGap(schedule: Schedule): schedule is CronSchedule | OnCalendarSchedule {
  return schedule.type === 'oncalendar' || (schedule.type === 'cron' && schedule.cron === IN_THE_GAP);
}

export function occurrenceBefore(schedule: Schedule, at: number): number {
  if (isInTheGap(schedule)) {
    return rigaTimesAround(at, schedule.type).findLast((time) => time <= at) ?? Number.NaN;
  }
  const gap = usualGap(schedule);
  const phase = schedule.type === 'grid' ? schedule.phaseMs % gap : 0;
  let before = Math.floor(at / gap) * gap + phase;
  while (before > at) before -= gap;
  return before;
}

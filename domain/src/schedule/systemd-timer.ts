import type { ScheduleInput } from './parse-schedule.ts';

/** Settings of a timer's unit file that determine when the timer fires. */
export interface SystemdTimer {
  readonly calendars: readonly string[];
  /** Seconds between two runs, from OnUnitActiveSec or OnUnitInactiveSec. */
  readonly interval: number | null;
  /** Seconds by which systemd may delay the run. */
  readonly delay: number;
}

/** Minimum grace period of a timer, in seconds. */
const GRACE_MIN = 3600;
const EMPTY: SystemdTimer = { calendars: [], interval: null, delay: 0 };

/** Reads the timers in the output of `systemctl cat`, keyed by unit name. */
export function readTimerUnits(text: string): ReadonlyMap<string, SystemdTimer> {
  const timers = new Map<string, SystemdTimer>();
  let unit = '';
  for (const line of text.split(/\r?\n/)) {
    // The header of a drop-in contains the folder of its unit: # /etc/systemd/system/backup.timer.d/override.conf
    const path = /^# (\/\S+)$/.exec(line)?.[1];
    if (path !== undefined) unit = /(?<![^/])([^/]+\.timer)(?:\.d\/[^/]+)?$/.exec(path)?.[1] ?? unit;
    const [, key = '', value = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(line) ?? [];
    const before = timers.get(unit) ?? EMPTY;
    const after = withSetting(before, key, value.trim());
    if (unit !== '' && after !== before) timers.set(unit, after);
  }
  return timers;
}

/** Returns the schedule of a timer; null for a timer that doesn't repeat, such as a timer that fires once after boot. */
export function scheduleOfTimer(
  { calendars, interval }: SystemdTimer,
  timezone: string,
): ScheduleInput | null {
  if (calendars.length > 0) return { type: 'oncalendar', onCalendar: calendars.join('\n'), timezone };
  return interval === null ? null : { type: 'interval', interval, timezone };
}

/** Returns a grace period for a timer in seconds. Allows for the time by which systemd may delay a run on purpose. */
export function graceOfTimer(timer: SystemdTimer | null): number {
  return Math.max(GRACE_MIN, (timer?.delay ?? 0) * 2);
}

function withSetting(timer: SystemdTimer, key: string, value: string): SystemdTimer {
  switch (key) {
    case 'OnCalendar':
      return { ...timer, calendars: value === '' ? [] : [...timer.calendars, value] };
    case 'OnUnitActiveSec':
    case 'OnUnitInactiveSec':
      return { ...timer, interval: readTimeSpan(value) };
    case 'RandomizedDelaySec':
    case 'AccuracySec':
      return { ...timer, delay: timer.delay + (readTimeSpan(value) ?? 0) };
    default:
      return timer;
  }
}

const UNITS: Readonly<Record<string, number>> = {
  us: 1e-6,
  usec: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  msec: 1e-3,
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  hours: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  week: 604_800,
  weeks: 604_800,
  M: 2_629_800,
  month: 2_629_800,
  months: 2_629_800,
  y: 31_557_600,
  year: 31_557_600,
  years: 31_557_600,
};

/** Reads a time span as systemd.time(7) defines it, such as `1h 30min`, in seconds; null if unknown. */
export function readTimeSpan(text: string): number | null {
  const parts = [...text.matchAll(/(\d{1,12}(?:\.\d{1,6})?)\s*([a-zµ]*)/gi)];
  if (parts.length === 0 || text.replaceAll(/\d{1,12}(?:\.\d{1,6})?\s*[a-zµ]*/gi, '').trim() !== '')
    return null;
  let seconds = 0;
  for (const [, count = '', unit = ''] of parts) {
    const factor = unit === '' ? 1 : UNITS[unit];
    if (factor === undefined) return null;
    seconds += Number(count) * factor;
  }
  return seconds;
}

import type { ScheduleInput } from './parse-schedule.ts';
import { readTimeSpan } from './systemd-time.ts';

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

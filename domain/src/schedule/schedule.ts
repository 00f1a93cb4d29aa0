export type Schedule = IntervalSchedule | ClockSchedule;

/** A schedule whose occurrences are fixed times, independent of when the job runs. */
export type ClockSchedule = GridSchedule | CronSchedule | OnCalendarSchedule;

export interface IntervalSchedule {
  readonly type: 'interval';
  readonly intervalMs: number;
  readonly timezone: string;
  readonly graceMs: number;
}

/**
 * Interval of a checked monitor. Its occurrences are the multiples of the interval, moved by the phase, so that the checks of many
 * monitors are spread. The API shows it as an interval.
 */
export interface GridSchedule {
  readonly type: 'grid';
  readonly intervalMs: number;
  readonly phaseMs: number;
  readonly timezone: string;
  readonly graceMs: number;
}

export interface CronSchedule {
  readonly type: 'cron';
  readonly cron: string;
  readonly timezone: string;
  readonly graceMs: number;
}

/** Expressions for systemd's `OnCalendar=`, one per line. */
export interface OnCalendarSchedule {
  readonly type: 'oncalendar';
  readonly onCalendar: string;
  readonly timezone: string;
  readonly graceMs: number;
}

/** Types of schedules that users can choose. */
export const SCHEDULE_TYPES = [
  'interval',
  'cron',
  'oncalendar',
] as const satisfies readonly Schedule['type'][];
export type ScheduleType = (typeof SCHEDULE_TYPES)[number];

/** Returns the type that users see. */
export function scheduleType({ type }: Schedule): ScheduleType {
  return type === 'grid' ? 'interval' : type;
}

/** Returns the interval of a schedule; null for an expression. */
export function intervalOf(schedule: Schedule): number | null {
  return schedule.type === 'interval' || schedule.type === 'grid' ? schedule.intervalMs : null;
}

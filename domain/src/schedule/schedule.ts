export type Schedule = IntervalSchedule | ClockSchedule;

/** A schedule whose occurrences are fixed times, independent of when the job runs. */
export type ClockSchedule = CronSchedule | OnCalendarSchedule;

export interface IntervalSchedule {
  readonly type: 'interval';
  readonly intervalMs: number;
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

export const SCHEDULE_TYPES = [
  'interval',
  'cron',
  'oncalendar',
] as const satisfies readonly Schedule['type'][];

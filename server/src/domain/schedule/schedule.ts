export type Schedule = IntervalSchedule | CronSchedule;

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

import type { Monitor } from '@overdue/sdk';

export type SnippetSchedule = Pick<
  Monitor['schedule'],
  'type' | 'cron' | 'onCalendar' | 'interval' | 'timezone'
>;

/** Returns a file or command that contains the ping URL. */
export type WriteSnippet = (pingURL: string, schedule: SnippetSchedule) => string;

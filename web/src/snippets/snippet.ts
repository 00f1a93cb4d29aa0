import type { Monitor } from '@overdue/sdk';

/** What a snippet needs to know of a monitor's schedule. */
export type SnippetSchedule = Pick<Monitor['schedule'], 'type' | 'cron' | 'interval' | 'timezone'>;

/** Writes one file or command with a ping URL filled in. Pure: the same text for the same monitor. */
export type WriteSnippet = (pingURL: string, schedule: SnippetSchedule) => string;

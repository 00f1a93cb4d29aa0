import type { Monitor } from '@overdue/sdk';

export type SnippetSchedule = Pick<Monitor['schedule'], 'type' | 'cron' | 'interval' | 'timezone'>;

/** Writes a file or command with the ping URL filled in. Pure: the same text for the same monitor. */
export type WriteSnippet = (pingURL: string, schedule: SnippetSchedule) => string;

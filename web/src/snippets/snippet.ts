import type { Monitor } from '@overdue/sdk';

/** Fields of the schedule that snippets use. */
export type SnippetSchedule = Pick<Monitor['schedule'], 'type' | 'cron' | 'interval' | 'timezone'>;

/** Writes a file or command with the ping URL filled in. Pure: the same text for the same monitor. */
export type WriteSnippet = (pingURL: string, schedule: SnippetSchedule) => string;

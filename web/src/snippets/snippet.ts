import type { Monitor } from '@overdue/sdk';

export type SnippetSchedule = Pick<
  Monitor['schedule'],
  'type' | 'cron' | 'onCalendar' | 'interval' | 'timezone'
>;

export interface SnippetJob {
  /** The user's command, as a shell reads it. */
  readonly command?: string | undefined;
  /** Name of the monitor. */
  readonly name?: string;
}

/** Returns a file or command that contains the ping URL. */
export type WriteSnippet = (pingURL: string, schedule: SnippetSchedule, job?: SnippetJob) => string;

/** Makes curl send pings by POST if the monitor accepts only POST. All other clients use POST anyway. */
export function forFilter(code: string, { methods }: Pick<Monitor['pingFilter'], 'methods'>): string {
  return methods === 'POST' ? code.replaceAll('curl -fsS ', 'curl -fsS -X POST ') : code;
}

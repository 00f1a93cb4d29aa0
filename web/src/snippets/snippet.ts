import type { Monitor } from '@overdue/sdk';

export type SnippetSchedule = Pick<
  Monitor['schedule'],
  'type' | 'cron' | 'onCalendar' | 'interval' | 'timezone'
>;

/** Returns a file or command that contains the ping URL. `job` is the person's command, as a shell reads it. */
export type WriteSnippet = (pingURL: string, schedule: SnippetSchedule, job?: string) => string;

/** Makes curl send pings by POST if the monitor accepts only POST. All other clients use POST anyway. */
export function forFilter(code: string, { methods }: Pick<Monitor['pingFilter'], 'methods'>): string {
  return methods === 'POST' ? code.replaceAll('curl -fsS ', 'curl -fsS -X POST ') : code;
}

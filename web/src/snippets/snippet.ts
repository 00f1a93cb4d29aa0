import type { Monitor } from '@overdue/sdk';

export type SnippetSchedule = Pick<
  Monitor['schedule'],
  'type' | 'cron' | 'onCalendar' | 'interval' | 'timezone'
>;

/** Returns a file or command that contains the ping URL. `job`: the command of the person, as a shell reads it. */
export type WriteSnippet = (pingURL: string, schedule: SnippetSchedule, job?: string) => string;

/** Makes curl send its pings by POST if the monitor accepts nothing else. The other clients always use POST. */
export function forFilter(code: string, { methods }: Pick<Monitor['pingFilter'], 'methods'>): string {
  return methods === 'POST' ? code.replaceAll('curl -fsS ', 'curl -fsS -X POST ') : code;
}

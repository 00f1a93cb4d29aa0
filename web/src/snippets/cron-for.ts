import type { SnippetSchedule } from './snippet.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Returns five fields for crontab, Kubernetes or GitHub; null if five fields can't express the schedule. */
export function cronFor({ type, cron, interval }: SnippetSchedule): string | null {
  if (type === 'interval') return everySoOften(interval);
  if (type === 'oncalendar') return null;
  const plain =
    NICKNAMES[cron.trim().toLowerCase()] ?? cron.trim().replaceAll(/\s+/g, ' ').replaceAll('?', '*');
  return /^(?:[\d*,/a-z-]+ ){4}[\d*,/a-z-]+$/i.test(plain) && !/(?:^|[ ,\d])[LW](?:$|[ ,W])/.test(plain)
    ? plain
    : null;
}

function everySoOften(seconds: number): string | null {
  if (seconds === MINUTE) return '* * * * *';
  if (seconds < HOUR && seconds % MINUTE === 0 && HOUR % seconds === 0)
    return `*/${seconds / MINUTE} * * * *`;
  if (seconds === HOUR) return '0 * * * *';
  if (seconds < DAY && seconds % HOUR === 0 && DAY % seconds === 0) return `0 */${seconds / HOUR} * * *`;
  return seconds === DAY ? '0 2 * * *' : null;
}

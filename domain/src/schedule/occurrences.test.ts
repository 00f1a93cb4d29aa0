import { expect, test } from 'vitest';
import { suggestGraceMs } from './occurrences.ts';
import { parseSchedule, type ScheduleInput } from './parse-schedule.ts';

const FRIDAY_NOON = Date.UTC(2026, 10, 20, 12);

test.each<[schedule: ScheduleInput, seconds: number]>([
  [{ cron: '*/2 * * * *' }, 60],
  [{ cron: '*/10 * * * *' }, 60],
  [{ cron: '*/15 * * * *' }, 90],
  [{ cron: '0 * * * *' }, 360],
  [{ cron: '0 0,9 * * *' }, 3240],
  [{ cron: '0 0,10 * * *' }, 3600],
  [{ cron: '0 2 * * *' }, 3600],
  [{ cron: '0 9-17 * * 1-5' }, 360],
  [{ interval: 30 }, 60],
  [{ interval: 1234 }, 123],
  [{ interval: 86_400 }, 3600],
  [{ onCalendar: 'hourly' }, 360],
  [{ onCalendar: '2030-01-01 02:00' }, 3600],
])('the grace period suggested for %j is %i s', (input, seconds) => {
  const parsed = parseSchedule(input);
  if (!parsed.ok) throw new Error('The schedule is invalid.');
  expect(suggestGraceMs(parsed.schedule, FRIDAY_NOON) / 1000).toBe(seconds);
});

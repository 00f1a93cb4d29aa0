import { HOUR_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import { usualSpan } from './usual-zoom.ts';

const cron = (expression: string) =>
  usualSpan({ type: 'cron', interval: 0, cron: expression, onCalendar: '' }) / HOUR_MS;
const every = (seconds: number) =>
  usualSpan({ type: 'interval', interval: seconds, cron: '', onCalendar: '' }) / HOUR_MS;

test.each([
  ['* * * * *', 1],
  ['*/5 * * * *', 6],
  ['*/15 * * * *', 6],
  ['0 * * * *', 24],
  ['0 */6 * * *', 168],
  ['30 2 * * *', 720],
  ['0 2 * * 1-5', 720],
  ['0 1 * * 1', 720],
  ['0 3 1 * *', 720],
  ['0 0 2 * * *', 720],
  ['@daily', 720],
  ['nonsense', 720],
])('%s shows %d h', (expression, hours) => expect(cron(expression)).toBe(hours));

const onCalendar = (expression: string) =>
  usualSpan({ type: 'oncalendar', interval: 0, cron: '', onCalendar: expression }) / HOUR_MS;

test.each([
  ['minutely', 1],
  ['hourly', 24],
  ['*:0/5', 6],
  ['Mon..Fri 9..17:0/15 Europe/Riga', 24],
  ['*-*-* 0/6:00:00', 168],
  ['02:00', 720],
  ['*-*-01 *:00', 720],
  ['monthly', 720],
])('%s shows %d h', (expression, hours) => expect(onCalendar(expression)).toBe(hours));

test.each([
  [10, 1],
  [600, 6],
  [3600, 24],
  [86_400, 720],
])('every %d s shows %d h', (seconds, hours) => expect(every(seconds)).toBe(hours));

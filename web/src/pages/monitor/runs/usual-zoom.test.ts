import { expect, test } from 'vitest';
import { usualSpan } from './usual-zoom.ts';

const HOUR = 3_600_000;
const cron = (expression: string) => usualSpan({ type: 'cron', interval: 0, cron: expression }) / HOUR;
const every = (seconds: number) => usualSpan({ type: 'interval', interval: seconds, cron: '' }) / HOUR;

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

test.each([
  [10, 1],
  [600, 6],
  [3600, 24],
  [86_400, 720],
])('every %d s shows %d h', (seconds, hours) => expect(every(seconds)).toBe(hours));

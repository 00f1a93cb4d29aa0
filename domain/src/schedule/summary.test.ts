import { expect, test } from 'vitest';
import { summarize } from './summary.ts';

test.each([
  ['daily', 'Every day at 00:00'],
  ['hourly', 'Every hour'],
  ['minutely', 'Every minute'],
  ['weekly', 'Mon at 00:00'],
  ['monthly', 'On day 1 of the month at 00:00'],
  ['quarterly', 'On day 1 of Jan, Apr, Jul and Oct at 00:00'],
  ['yearly', 'On 1 Jan at 00:00'],
  ['Mon..Fri 02:00', 'Mon to Fri at 02:00'],
  ['Sun,Sat 06:30:15', 'Sat and Sun at 06:30:15'],
  ['Mon,Wed,Fri 2,14:00', 'Mon, Wed and Fri at 02:00 and 14:00'],
  ['Mon *-*-1..7 03:00', 'Mon on days 1 to 7 of the month at 03:00'],
  ['*-12-24..26 1:00', 'On days 24 to 26 of Dec at 01:00'],
  ['*-*~1 23:00', 'On the last day of the month at 23:00'],
  ['Mon *-5~7/1', 'Mon on the last 7 days of May at 00:00'],
  ['2027-01-01 00:00', 'On 1 Jan 2027 at 00:00'],
  ['2027-1,2-1 1:00', 'On day 1 of Jan and Feb 2027 at 01:00'],
  ['2026..2030-*-1 1:00', 'On day 1 of the month in 2026 to 2030 at 01:00'],
  ['2027-*-* 1:00', 'Every day in 2027 at 01:00'],
  ['*-1..3-* 4:00', 'Every day in Jan to Mar at 04:00'],
  ['*:5', 'Every hour at :05'],
  ['*:0/15', 'Every 15 minutes'],
  ['Mon..Fri 9..17:0/15', 'Every 15 minutes from 09:00 to 17:45, Mon to Fri'],
  ['9..17:30', 'Every hour from 09:30 to 17:30'],
  ['0/2:00', 'Every 2 hours'],
  ['*:*:*', 'Every second'],
  // Expressions without a short description.
  ['*:*:0/10', '*:*:0/10'],
  ['*:0/25', '*:0/25'],
  ['*-*-1,3,5,7,9 1:00', '*-*-1,3,5,7,9 1:00'],
  ['*-*~2 1:00', '*-*~2 1:00'],
  // Several expressions.
  ['Mon..Fri 02:00\nSat 06:00', 'Mon to Fri at 02:00; Sat at 06:00'],
  ['1:00\n2:00\n3:00\n4:00\n5:00', 'Every day at 01:00; Every day at 02:00; Every day at 03:00; and 2 more'],
  // A damaged row.
  ['nonsense', 'nonsense'],
])('%j is "%s"', (onCalendar, summary) => {
  expect(summarize({ type: 'oncalendar', onCalendar, timezone: 'UTC', graceMs: 0 })).toBe(summary);
});

test.each([
  ['02:00', 'Every day at 02:00 (Europe/Riga)'],
  ['02:00 UTC', 'Every day at 02:00 (UTC)'],
  [
    '02:00\n04:00 America/New_York\n*:0/25 UTC',
    'Every day at 02:00 (Europe/Riga); Every day at 04:00 (America/New_York); *:0/25 UTC',
  ],
])('%j in Riga is "%s"', (onCalendar, summary) => {
  expect(summarize({ type: 'oncalendar', onCalendar, timezone: 'Europe/Riga', graceMs: 0 })).toBe(summary);
});

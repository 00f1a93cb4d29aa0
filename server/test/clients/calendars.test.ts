import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askOverdue, findFault, isFull, parseRecord } from './calendar-references.ts';

/**
 * Responses of systemd-analyze 252 and oncalendar 1.1. `real-calendars.test.ts` writes this file to the path in
 * CALENDAR_RECORD.
 */
const RECORDS = readFileSync(new URL('recorded-calendars.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(parseRecord);

test('calendar expressions match the results of systemd-analyze and oncalendar', () => {
  const faults = RECORDS.flatMap(({ of, answers }) => {
    const ours = askOverdue(of);
    const fault = findFault(of, { ...answers, ours });
    return fault === null ? [] : [{ fault, ...of, ...answers, ours }];
  });
  expect(faults).toEqual([]);
  // The comparison is only meaningful if most expressions are valid.
  expect(RECORDS.filter(({ answers }) => isFull(answers.systemd)).length).toBeGreaterThan(500);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, text, writeCalendar } from './icalendar.ts';

const AT = Date.UTC(2026, 10, 21, 8, 15, 30, 123);

test('a text is escaped according to RFC 5545', () => {
  expect(text('a, b; c\\d "e": f')).toBe('a\\, b\\; c\\\\d "e": f');
  expect(text('one\ntwo\r\nthree\rfour')).toBe('one\\ntwo\\nthree\\nfour');
  expect(text('bell\u0007 and\ttab')).toBe('bell and\ttab');
  expect(text('BEGIN:VEVENT\r\nEND:VCALENDAR')).toBe('BEGIN:VEVENT\\nEND:VCALENDAR');
});

test('a line of 75 octets is whole, and a line of 76 octets is folded', () => {
  expect(fold('x'.repeat(75))).toBe('x'.repeat(75));
  expect(fold('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  expect(fold('x'.repeat(75 + 74 + 1))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x`);
  expect(fold(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é`);
});

test('folded lines have at most 75 octets, and together equal the line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ';', 'é', '€', '😀'), minLength: 30, maxLength: 400 }),
      (line) => {
        const folded = fold(line).split('\r\n');
        for (const each of folded) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(75);
        for (const each of folded.slice(1)) expect(each.startsWith(' ')).toBe(true);
        expect(folded.map((part, index) => (index === 0 ? part : part.slice(1))).join('')).toBe(line);
      },
    ),
  );
});

test('a calendar has its events, each with all required properties', () => {
  const written = writeCalendar({
    name: 'Jobs, all',
    asOf: AT,
    events: [
      {
        uid: 'a@overdue.example.com',
        summary: 'pg-dump',
        description: 'Expected.',
        categories: 'Expected run',
        when: { type: 'span', from: AT, to: AT + 3_600_000 },
      },
      {
        uid: 'b@overdue.example.com',
        summary: 'sync',
        description: 'Every 5 minutes.',
        categories: 'Expected run',
        when: { type: 'day', at: AT },
      },
    ],
  });
  expect(written.endsWith('\r\n')).toBe(true);
  expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(written.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overdue//Expected runs//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Jobs\\, all',
    'X-WR-CALNAME:Jobs\\, all',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:a@overdue.example.com',
    'DTSTAMP:20261121T081530Z',
    'DTSTART:20261121T081530Z',
    'DTEND:20261121T091530Z',
    'SUMMARY:pg-dump',
    'DESCRIPTION:Expected.',
    'CATEGORIES:Expected run',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:b@overdue.example.com',
    'DTSTAMP:20261121T081530Z',
    'DTSTART;VALUE=DATE:20261121',
    'SUMMARY:sync',
    'DESCRIPTION:Every 5 minutes.',
    'CATEGORIES:Expected run',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

import { describe, expect, test } from 'vitest';
import { parseTimezone, zoneSpanAt } from './timezone.ts';

describe('the name of a time zone', () => {
  test.each([
    ['Europe/Riga', 'Europe/Riga'],
    ['europe/RIGA', 'Europe/Riga'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
  ])('%s is %s', (name, canonical) => {
    expect(parseTimezone(name)).toBe(canonical);
    expect(parseTimezone(name)).toBe(canonical);
  });

  test.each([
    '',
    ' ',
    ' Europe/Riga',
    'Europe/Riga ',
    'Europe/',
    'Europe/Rega',
    'Riga',
    '+02:00',
    '+0200',
    '-05',
    'UTC+2',
    'Z',
    'local',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00+02:00[Europe/Riga]',
    '[Europe/Riga]',
    '../../etc/passwd',
    'constructor',
    'x'.repeat(100_000),
  ])('%j is not a time zone', (name) => {
    expect(parseTimezone(name)).toBeNull();
  });

  test('a time zone is still known after many wrong names', () => {
    for (let count = 0; count < 5000; count += 1) expect(parseTimezone(`Europe/Riga${count}`)).toBeNull();
    expect(parseTimezone('europe/riga')).toBe('Europe/Riga');
  });
});

describe('the span between two changes of the clock', () => {
  const spring = Date.parse('2024-03-31T01:00Z');
  const autumn = Date.parse('2024-10-27T01:00Z');
  const hour = 3_600_000;

  test.each([
    [spring, spring, autumn, 3, 2],
    [autumn - 1, spring, autumn, 3, 2],
    [spring - 1, Date.parse('2023-10-29T01:00Z'), spring, 2, 3],
    [autumn, autumn, Date.parse('2025-03-30T01:00Z'), 2, 3],
  ])(
    'the span in Riga at %d has the two neighbouring clock changes',
    (at, fromMs, untilMs, offset, previous) => {
      const span = { fromMs, untilMs, offsetMs: offset * hour, previousOffsetMs: previous * hour };
      expect(zoneSpanAt('Europe/Riga', at)).toEqual(span);
    },
  );

  test('the span has no end where clocks are not changed', () => {
    const always = {
      fromMs: Number.NEGATIVE_INFINITY,
      untilMs: Number.POSITIVE_INFINITY,
      offsetMs: 0,
      previousOffsetMs: 0,
    };
    expect(zoneSpanAt('UTC', 0)).toEqual(always);
    expect(zoneSpanAt('Asia/Kathmandu', spring)).toMatchObject({
      offsetMs: 5.75 * hour,
      untilMs: always.untilMs,
    });
  });

  test('the span is found again after its cached spans were evicted', () => {
    const first = zoneSpanAt('Europe/Riga', spring);
    for (let year = 2010; year < 2300; year += 1) {
      const july = zoneSpanAt('Europe/Riga', Date.UTC(year, 6));
      expect(new Date(july.fromMs).getUTCFullYear()).toBe(year);
    }
    expect(zoneSpanAt('Europe/Riga', spring)).toEqual(first);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time-units.ts';
import {
  announcedSnooze,
  beginSnooze,
  currentSnooze,
  endSnooze,
  presetEnd,
  SNOOZES_MAX,
  type Snoozable,
  snoozedMs,
} from './snooze.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const later = fc.integer({ min: 1, max: 7 * DAY_MS });
const due = fc.option(
  fc.integer({ min: -HOUR_MS, max: DAY_MS }).map((ms) => NOON + ms),
  { nil: null },
);
const fresh = fc.record({ snoozes: fc.constant([]), remindAt: due, escalateAt: due });
const OPEN = { acknowledgedAt: null, closedAt: null };

function begin(incident: Snoozable, at: number, until: number): Snoozable {
  const snoozed = beginSnooze(incident, { at, until, by: 'Ann' });
  if (snoozed === null) throw new Error('refused');
  return snoozed;
}

describe('a snooze', () => {
  test('no timer is due before the end of a snooze, and a reminder is due at its end', () => {
    fc.assert(
      fc.property(fresh, later, (incident, ms) => {
        const { remindAt, escalateAt } = begin(incident, NOON, NOON + ms);
        expect(remindAt).toBe(NOON + ms);
        expect(escalateAt ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(NOON + ms);
        expect(escalateAt === null).toBe(incident.escalateAt === null);
      }),
    );
  });

  test('a snooze postpones the escalation by the snoozed time, for any number of snoozes and any end', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('begin', 'end'), later, later), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (actions) => {
        const dueAt = NOON + 1000 * DAY_MS;
        let incident: Snoozable = { snoozes: [], remindAt: null, escalateAt: dueAt };
        let now = NOON;
        let until = NOON;
        let snoozed = 0;
        for (const [action, wait, length] of actions) {
          snoozed += Math.max(0, Math.min(now + wait, until) - now);
          now += wait;
          if (action === 'begin') {
            until = now + length;
            incident = begin(incident, now, until);
          } else {
            const ended = endSnooze(incident, { at: now, by: 'Bob' });
            expect(ended === null).toBe(until <= now);
            incident = ended ?? incident;
            until = Math.min(until, now);
          }
        }
        snoozed += Math.max(0, until - now);
        expect(incident.escalateAt).toBe(dueAt + snoozed);
        expect(snoozedMs(incident.snoozes)).toBe(snoozed);
        expect(currentSnooze({ ...OPEN, snoozes: incident.snoozes }, now)?.until ?? now).toBe(
          Math.max(until, now),
        );
      }),
    );
  });

  test('a member who ends the snooze immediately leaves the times unchanged', () => {
    fc.assert(
      fc.property(fresh, later, (incident, ms) => {
        const undone = endSnooze(begin(incident, NOON, NOON + ms), { at: NOON, by: 'Ann' });
        const atLeastNow = (time: number | null) => (time === null ? null : Math.max(NOON, time));
        expect(undone).toMatchObject({
          remindAt: atLeastNow(incident.remindAt),
          escalateAt: atLeastNow(incident.escalateAt),
        });
      }),
    );
  });

  test('a snooze has passed at its end, and does not apply to acknowledged and closed incidents', () => {
    const { snoozes } = begin({ snoozes: [], remindAt: null, escalateAt: null }, NOON, NOON + HOUR_MS);
    expect(currentSnooze({ ...OPEN, snoozes }, NOON + HOUR_MS - 1)).toMatchObject({ by: 'Ann' });
    expect(currentSnooze({ ...OPEN, snoozes }, NOON + HOUR_MS)).toBeNull();
    expect(currentSnooze({ ...OPEN, acknowledgedAt: NOON, snoozes }, NOON + 1)).toBeNull();
    expect(currentSnooze({ ...OPEN, closedAt: NOON, snoozes }, NOON + 1)).toBeNull();
  });

  test('a snooze is refused after fifty others', () => {
    let incident: Snoozable = { snoozes: [], remindAt: null, escalateAt: null };
    for (let count = 0; count < SNOOZES_MAX; count += 1)
      incident = begin(incident, NOON + count, NOON + DAY_MS);
    expect(beginSnooze(incident, { at: NOON + DAY_MS, until: NOON + 2 * DAY_MS, by: 'Ann' })).toBeNull();
  });
});

describe('the announcement of the end of a snooze', () => {
  const { snoozes } = begin({ snoozes: [], remindAt: null, escalateAt: null }, NOON, NOON + 90 * MINUTE_MS);
  test.each([
    ['without other reminders, however late', 0, 90 * MINUTE_MS, true],
    ['without other reminders, however late', 0, DAY_MS, true],
    ['not before the end', 0, 89 * MINUTE_MS, false],
    ['until the next regular reminder', 60 * MINUTE_MS, 119 * MINUTE_MS, true],
    ['by one reminder only', 60 * MINUTE_MS, 120 * MINUTE_MS, false],
  ])('%s', (_, everyMs, afterMs, isAnnounced) => {
    const incident = { openedAt: NOON, snoozes };
    expect(announcedSnooze(incident, { everyMs, remindedAt: NOON + afterMs }) !== null).toBe(isAnnounced);
  });

  test('a snooze that a member ended is not announced', () => {
    const ended = endSnooze({ snoozes, remindAt: null, escalateAt: null }, { at: NOON + 1, by: 'Bob' });
    const incident = { openedAt: NOON, snoozes: ended?.snoozes ?? [] };
    expect(announcedSnooze(incident, { everyMs: 0, remindedAt: NOON + DAY_MS })).toBeNull();
  });
});

describe('presets', () => {
  test('morning is the next 08:00 in local time that is at least one hour away', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Riga',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
    );
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 800 * DAY_MS }), (zone, ms) => {
        const now = NOON + ms;
        const end = presetEnd('morning', zone, now);
        const clock = new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
        });
        expect(clock.format(end)).toBe('08:00:00');
        expect(end).toBeGreaterThanOrEqual(now + HOUR_MS);
        // A day with a clock change has up to 25 hours, and the snooze lasts at least one hour.
        expect(end).toBeLessThan(now + 26 * HOUR_MS);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['2026-11-21T07:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T07:00:00.001Z', '2026-11-22T08:00:00.000Z'],
  ])('at %s, the morning is %s', (now, morning) => {
    expect(new Date(presetEnd('morning', 'UTC', Date.parse(now))).toISOString()).toBe(morning);
  });

  test('hour is one hour from now', () => {
    expect(presetEnd('hour', 'Europe/Riga', NOON)).toBe(NOON + HOUR_MS);
  });
});

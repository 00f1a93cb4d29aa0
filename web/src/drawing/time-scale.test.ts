import { DAY_MS } from '@overdue/domain/time-units.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentAt, pan, positionOf, ticksOf, VIEW_MS_MAX, VIEW_MS_MIN, zoom } from './time-scale.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

test('a position converts to its time and back', () => {
  const view = { from: 1000, to: 5000 };
  expect(positionOf(2000, view, 800)).toBe(200);
  expect(momentAt(200, view, 800)).toBe(2000);
});

test('zooming keeps the position of its centre, within the limits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: VIEW_MS_MIN, max: VIEW_MS_MAX }),
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (span, factor, share) => {
        const view = { from: at('2026-01-01T00:00:00Z'), to: at('2026-01-01T00:00:00Z') + span };
        const around = view.from + span * share;
        const zoomed = zoom(view, factor, around);
        const length = zoomed.to - zoomed.from;
        expect(length).toBeGreaterThanOrEqual(VIEW_MS_MIN - 1);
        expect(length).toBeLessThanOrEqual(VIEW_MS_MAX + 1);
        expect(positionOf(around, zoomed, 1000)).toBeCloseTo(positionOf(around, view, 1000), 1);
      },
    ),
  );
});

test('panning keeps the length', () => expect(pan({ from: 0, to: 100 }, 0.5)).toEqual({ from: 50, to: 150 }));

describe('ticks', () => {
  test('stand at round times of the zone, heavier at midnight', () => {
    const view = { from: at('2026-11-20T20:00:00Z'), to: at('2026-11-21T02:00:00Z') };
    const { unit, ticks } = ticksOf(view, { zone: 'Asia/Kolkata', width: 600 });
    expect(unit).toBe('minute');
    expect(ticks.map((tick) => iso(tick.at))).toEqual([
      '2026-11-20T20:30:00Z',
      '2026-11-20T21:30:00Z',
      '2026-11-20T22:30:00Z',
      '2026-11-20T23:30:00Z',
      '2026-11-21T00:30:00Z',
      '2026-11-21T01:30:00Z',
    ]);
    const midnight = ticksOf(
      { from: at('2026-11-20T18:00:00Z'), to: at('2026-11-20T19:00:00Z') },
      { zone: 'Asia/Kolkata', width: 600 },
    );
    expect(midnight.ticks.filter(({ isMajor }) => isMajor).map((tick) => iso(tick.at))).toEqual([
      '2026-11-20T18:30:00Z',
    ]);
  });

  test('days begin at local midnight on either side of a clock change', () => {
    const view = { from: at('2026-03-27T00:00:00Z'), to: at('2026-03-31T00:00:00Z') };
    expect(ticksOf(view, { zone: 'Europe/Riga', width: 300 }).ticks.map((tick) => iso(tick.at))).toEqual([
      '2026-03-27T22:00:00Z',
      '2026-03-28T22:00:00Z',
      '2026-03-29T21:00:00Z',
      '2026-03-30T21:00:00Z',
    ]);
  });

  test('ticks of weeks are Mondays', () => {
    const view = { from: at('2026-10-01T00:00:00Z'), to: at('2026-11-10T00:00:00Z') };
    const { ticks } = ticksOf(view, { zone: 'UTC', width: 500 });
    expect(ticks.map((tick) => new Date(tick.at).getUTCDay())).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('ticks of months are firsts, heavier in January', () => {
    const view = { from: at('2025-11-15T00:00:00Z'), to: at('2026-11-15T00:00:00Z') };
    const { unit, ticks } = ticksOf(view, { zone: 'America/New_York', width: 1000 });
    expect(unit).toBe('month');
    expect(ticks[0] === undefined ? '' : iso(ticks[0].at)).toBe('2025-12-01T05:00:00Z');
    expect(ticks.filter(({ isMajor }) => isMajor)).toHaveLength(1);
  });

  test('rise, lie in the view, and keep the minimum distance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.integer({ min: VIEW_MS_MIN, max: VIEW_MS_MAX }),
        fc.constantFrom('UTC', 'Europe/Riga', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'),
        (from, span, zone) => {
          const view = { from, to: from + span };
          const { ticks } = ticksOf(view, { zone, width: 800, pixelsMin: 72 });
          for (const [index, tick] of ticks.entries()) {
            expect(tick.at).toBeGreaterThanOrEqual(view.from);
            expect(tick.at).toBeLessThanOrEqual(view.to);
            const before = ticks[index - 1];
            // Clock changes and short months can make a gap smaller than the minimum distance.
            if (before !== undefined)
              expect(tick.at - before.at).toBeGreaterThan(Math.min((span / 800) * 72, DAY_MS) * 0.4);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import { latestOccurrenceAt, occurrenceAfter, previewOccurrences } from '../schedule/occurrences.ts';
import type { GridSchedule, Schedule } from '../schedule/schedule.ts';
import { summarize } from '../schedule/summary.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts';
import { slotGraceMs, slotSchedule } from './slots.ts';

const common = { timezone: 'UTC', graceMs: 0 };
const every = (intervalMs: number): Schedule => ({ type: 'interval', intervalMs, ...common });
const NOON = Date.UTC(2026, 10, 21, 12);
const attempts = { timeoutMs: 10 * SECOND_MS, confirmAttempts: 2, confirmDelayMs: 3 * SECOND_MS };

describe('the wait for a result', () => {
  test.each([
    ['half of the interval, and all attempts', every(MINUTE_MS), 30 + 10 + 2 * 13],
    ['at least 10 s for the start', every(10 * SECOND_MS), 10 + 10 + 2 * 13],
    ['half a day for a day', every(DAY_MS), 12 * 3600 + 10 + 2 * 13],
    [
      'half of the shortest gap of an expression',
      { type: 'cron', cron: '0,10 * * * *', ...common },
      300 + 36,
    ],
    ['at most half a day', { type: 'cron', cron: '0 0 1 1 *', ...common }, 12 * 3600 + 36],
  ] as const)('is %s', (_, schedule, seconds) => {
    expect(slotGraceMs(schedule, attempts, NOON)).toBe(seconds * SECOND_MS);
  });

  test('is shorter without confirmation', () => {
    const once = { ...attempts, confirmAttempts: 0 };
    expect(slotGraceMs(every(MINUTE_MS), once, NOON)).toBe(40 * SECOND_MS);
  });
});

describe('the slots', () => {
  const grid: GridSchedule = { type: 'grid', intervalMs: MINUTE_MS, phaseMs: 7000, ...common };

  test('of an interval are its multiples, moved by the phase', () => {
    expect(previewOccurrences(grid, NOON, 3)).toEqual([NOON + 7000, NOON + 67_000, NOON + 127_000]);
    expect(occurrenceAfter(grid, NOON + 7000)).toBe(NOON + 67_000);
    expect(occurrenceAfter(grid, NOON + 6999)).toBe(NOON + 7000);
    expect(latestOccurrenceAt(grid, NOON + 7000)).toBe(NOON + 7000);
    expect(latestOccurrenceAt(grid, NOON + 6999)).toBe(NOON - 53_000);
  });

  test('keep a phase that is longer than the interval', () => {
    const moved = { ...grid, phaseMs: HOUR_MS + 7000 };
    expect(occurrenceAfter(moved, NOON)).toBe(NOON + 7000);
  });

  test('are described as an interval', () => {
    expect(summarize(grid)).toBe('Every minute');
  });

  test('of an interval become a grid, and those of an expression stay', () => {
    const options = { phaseMs: 7000, attempts, afterMs: NOON };
    expect(slotSchedule(every(MINUTE_MS), options)).toEqual({ ...grid, graceMs: 66 * SECOND_MS });
    const cron = { type: 'cron', cron: '* * * * *', ...common } as const;
    expect(slotSchedule(cron, options)).toEqual({ ...cron, graceMs: 66 * SECOND_MS });
  });
});

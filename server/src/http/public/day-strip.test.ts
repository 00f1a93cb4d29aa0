import { expect, test } from 'vitest';
import { DAY_MS } from '../../domain/time-units.ts';
import { dayStrip } from './day-strip.ts';
import type { Day } from './days.ts';
import { pageTimes } from './page-times.ts';

const FIRST = Date.UTC(2026, 10, 1);

function strip(letters: string): string {
  const days = [...letters].map((letter, index): Day => {
    const from = FIRST + index * DAY_MS;
    const state = letter === 'u' ? 'up' : letter === 'd' ? 'down' : 'unknown';
    return { from, to: from + DAY_MS, state, downMs: state === 'down' ? 5_400_000 : 0 };
  });
  return String(dayStrip(days, pageTimes('UTC', FIRST + 10 * DAY_MS)));
}

test('days alike that follow one another are one dashed line, as high as their state', () => {
  const drawn = strip('??uuduu');
  expect(drawn).toContain('viewBox="0 0 33.6 28"');
  expect(drawn).toContain('<path class="unknown" d="M0 26h8.6"/>');
  expect(drawn).toContain('<path class="up" d="M10 18.5h8.6M25 18.5h8.6"/>');
  expect(drawn).toContain(
    '<path class="down" d="M20 14h3.6"><title>5 Nov: down for 1 h 30 min</title></path>',
  );
});

test('a day strip has a text equivalent', () => {
  expect(strip('uuu')).toContain('aria-label="Last 3 days: never down."');
  expect(strip('???')).toContain('aria-label="Last 3 days: nothing is known yet."');
  expect(strip('?ud')).toContain('aria-label="Last 3 days: down on 1 day, for 1 h 30 min in total."');
  expect(strip('dud')).toContain('aria-label="Last 3 days: down on 2 days, for 3 h in total."');
});

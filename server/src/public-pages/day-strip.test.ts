import { DAY_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import { dayStrip } from './day-strip.ts';
import { pageTimes } from './page-times.ts';
import type { Day } from './uptime-days.ts';

const FIRST = Date.UTC(2026, 10, 1);

const STATES: Readonly<Record<string, Day['state']>> = { u: 'up', d: 'down', q: 'quiet' };

function daysOf(letters: string, downMs = 5_400_000): readonly Day[] {
  return [...letters].map((letter, index): Day => {
    const from = FIRST + index * DAY_MS;
    const state = STATES[letter] ?? 'unknown';
    return { from, to: from + DAY_MS, state, downMs: state === 'down' ? downMs : 0 };
  });
}

function strip(letters: string, downMs?: number): string {
  return String(dayStrip(daysOf(letters, downMs), pageTimes('UTC', FIRST + 10 * DAY_MS)));
}

test('consecutive known days are one dashed line, and so are consecutive days without runs or data', () => {
  const drawn = strip('?quuduu');
  expect(drawn).toContain('viewBox="0 0 33.6 28"');
  expect(drawn).toContain('<path class="empty" d="M0 21h8.6"/>');
  expect(drawn).toContain('<path class="up" d="M10 11.5h23.6"/>');
});

test.each([
  ['a second', 1000, 0, 'down for 1 s (less than 1 % of the day)'],
  ['15 minutes', 15 * 60_000, 0.24, 'down for 15 min (1 % of the day)'],
  ['half a day', DAY_MS / 2, 11.5, 'down for 12 h (50 % of the day)'],
  ['all but a minute', DAY_MS - 60_000, 22.98, 'down for 23 h 59 min (99 % of the day)'],
  ['a whole day', DAY_MS, 23, 'down for 1 day (100 % of the day)'],
])(
  '%s of downtime covers its exact share of the bar, and has a mark of a fixed size',
  (_, downMs, height, title) => {
    const drawn = strip('ud', downMs);
    expect(drawn).toContain(`<path class="down" d="M5 0h3.6v${height}h-3.6z"/>`);
    expect(drawn).toContain('<path class="mark" d="M5 25h3.6v3h-3.6z"/>');
    expect(drawn).toContain(`<title>2 Nov: ${title}</title>`);
  },
);

test('the share of a day of 23 hours is a share of 23 hours', () => {
  const [day] = daysOf('d', 23 * 3_600_000);
  if (day === undefined) throw new Error('No day.');
  const short = { ...day, to: day.from + 23 * 3_600_000 };
  expect(String(dayStrip([short], pageTimes('UTC', FIRST + DAY_MS)))).toContain('(100 % of the day)');
});

test('the ends of a day strip are labelled', () => {
  expect(strip('uuu')).toContain('<div class="ends"><span>3 days ago</span><span>Today</span></div>');
});

test('a day strip has a text equivalent', () => {
  expect(strip('uuu')).toContain('aria-label="Last 3 days: never down."');
  expect(strip('???')).toContain('aria-label="Last 3 days: nothing is known yet."');
  expect(strip('?ud')).toContain('aria-label="Last 3 days: down on 1 day, for 1 h 30 min in total."');
  expect(strip('dud')).toContain('aria-label="Last 3 days: down on 2 days, for 3 h in total."');
});

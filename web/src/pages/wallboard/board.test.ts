import type { MonitorRow } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { boardOf, gridOf, pageOf } from './board.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

function monitor(name: string, more: Partial<MonitorRow>): MonitorRow {
  return {
    name,
    shortID: name,
    kind: 'cron',
    status: 'up',
    projectShortID: 'p',
    tags: [],
    nextExpectedAt: null,
    incident: null,
    ...more,
  } as MonitorRow;
}

const MONITORS = [
  monitor('well', {}),
  monitor('b-down', { status: 'down', tags: ['prod'] }),
  monitor('a-down', { status: 'down' }),
  monitor('late', { nextExpectedAt: '2026-11-21T11:59:00.000Z', projectShortID: 'q' }),
  monitor('paused', { status: 'paused' }),
];

test('monitors that need attention come first, worst first, then by name', () => {
  const { problems, others } = boardOf(MONITORS, {}, NOW);
  expect(problems.map(({ monitor: { name } }) => name)).toEqual(['a-down', 'b-down', 'late']);
  expect(others.map(({ monitor: { name } }) => name)).toEqual(['paused', 'well']);
});

test('numbers in names are sorted by their value', () => {
  const monitors = ['host 10', 'host 9', 'host 100'].map((name) => monitor(name, { status: 'down' }));
  expect(boardOf(monitors, {}, NOW).problems.map(({ monitor: { name } }) => name)).toEqual([
    'host 9',
    'host 10',
    'host 100',
  ]);
});

test('monitors that someone has acknowledged come after the others that are down', () => {
  const incident = { acknowledgedAt: '2026-11-21T11:56:00.000Z' } as NonNullable<MonitorRow['incident']>;
  const monitors = [
    monitor('a', { status: 'down', incident }),
    monitor('b', { status: 'down' }),
    monitor('late', { nextExpectedAt: '2026-11-21T11:59:00.000Z' }),
  ];
  expect(boardOf(monitors, {}, NOW).problems.map(({ monitor: { name } }) => name)).toEqual([
    'b',
    'a',
    'late',
  ]);
});

test('statuses are counted, and unused ones are omitted', () => {
  const { counts } = boardOf(MONITORS, {}, NOW);
  expect(counts).toEqual([
    { status: 'down', count: 2 },
    { status: 'late', count: 1 },
    { status: 'paused', count: 1 },
    { status: 'up', count: 1 },
  ]);
});

test('a project or a tag filters the board', () => {
  expect(boardOf(MONITORS, { project: 'q' }, NOW).problems).toHaveLength(1);
  expect(boardOf(MONITORS, { tag: 'prod' }, NOW).problems).toHaveLength(1);
});

/** The space for tiles on a screen of 1920 × 1080 pixels, in pixels of the board. */
const SCREEN = { width: 1488, height: 560 };

test.each([
  [1, { columns: 1, rows: 1, pages: 1 }],
  [2, { columns: 2, rows: 1, pages: 1 }],
  [4, { columns: 2, rows: 2, pages: 1 }],
  [6, { columns: 3, rows: 2, pages: 1 }],
  [12, { columns: 4, rows: 3, pages: 1 }],
  [13, { columns: 5, rows: 3, pages: 1 }],
  [84, { columns: 5, rows: 4, pages: 5 }],
])('%d tiles fill the screen: %j', (tiles, grid) => expect(gridOf(tiles, SCREEN)).toEqual(grid));

test.each([84, 85, 90, 91, 1000])('every one of %d tiles is on exactly one page', (count) => {
  const { columns, rows, pages } = gridOf(count, SCREEN);
  const entries = Array.from({ length: count }, (_, index) => index);
  const shown = Array.from({ length: pages }, (_, page) => pageOf(entries, page, pages));
  expect(shown.flat()).toEqual(entries);
  for (const page of shown) expect(page.length).toBeLessThanOrEqual(columns * rows);
});

test('a space that is too small for a tile shows one tile per page', () =>
  expect(gridOf(3, { width: 10, height: 10 })).toEqual({ columns: 1, rows: 1, pages: 3 }));

import type { Monitor } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { boardOf, columnsOf } from './board.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

function monitor(name: string, more: Partial<Monitor>): Monitor {
  return {
    name,
    shortID: name,
    status: 'up',
    projectShortID: 'p',
    tags: [],
    nextExpectedAt: null,
    incident: null,
    ...more,
  } as Monitor;
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

test('monitors that someone has acknowledged come after the others that are down', () => {
  const incident = { acknowledgedAt: '2026-11-21T11:56:00.000Z' } as NonNullable<Monitor['incident']>;
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

test('problems that do not fit are counted', () => {
  const many = Array.from({ length: 30 }, (_, index) => monitor(`m${index}`, { status: 'down' }));
  const { problems, hidden } = boardOf(many, {}, NOW);
  expect([problems.length, hidden]).toEqual([24, 6]);
});

test.each([
  [1, 1],
  [4, 2],
  [6, 3],
  [12, 4],
  [13, null],
])('%d tiles fill the screen in %s columns', (tiles, columns) => {
  expect(columnsOf(tiles)).toBe(columns);
});

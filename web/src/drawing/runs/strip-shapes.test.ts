import type { Run } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { stripShapes } from './strip-shapes.ts';

function run(state: Run['state'], duration: number | null): Run {
  return {
    runID: crypto.randomUUID(),
    state,
    expectedAt: null,
    startedAt: null,
    endedAt: null,
    duration,
    late: false,
    startEvent: null,
    endEvent: null,
    check: null,
  };
}

test('the newest run is at the right, and the longest is the tallest', () => {
  const { shapes, width } = stripShapes([run('succeeded', 100), run('succeeded', 25)], 30);
  expect(width).toBe(182);
  expect(shapes).toEqual([{ state: 'succeeded', path: 'M176 0h4v18h-4zM170 9h4v9h-4z' }]);
});

test('bars of the same outcome share a path', () => {
  const { shapes } = stripShapes([run('failed', 1), run('succeeded', 1), run('failed', 1)], 3);
  expect(shapes.map(({ state }) => state)).toEqual(['failed', 'succeeded']);
});

test('a short run stays visible', () =>
  expect(stripShapes([run('succeeded', 0), run('succeeded', 10_000)], 2).shapes[0]?.path).toContain('v3'));

test('runs of unknown duration have a medium height', () =>
  expect(stripShapes([run('succeeded', null)], 1).shapes[0]?.path).toBe('M2 11h4v7h-4z'));

test('bad outcomes are marked below the line', () => {
  const { marks } = stripShapes([run('succeeded', 1), run('missed', null), run('running', null)], 3);
  expect(marks).toBe('M8 20h4v2h-4z');
});

test('an empty strip keeps its size', () =>
  expect(stripShapes([], 30)).toMatchObject({ width: 182, shapes: [], marks: '' }));

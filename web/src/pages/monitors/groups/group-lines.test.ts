import { expect, test } from 'vitest';
import { groupLines } from './group-lines.ts';

const ROWS = [
  { monitor: { shortID: 'a', projectShortID: 'p2', tags: ['prod'] }, status: 'down' },
  { monitor: { shortID: 'b', projectShortID: 'p1', tags: [] }, status: 'up' },
  { monitor: { shortID: 'c', projectShortID: 'p2', tags: ['db'] }, status: 'late' },
] as const;
const ORDER = ROWS.map(({ monitor }) => monitor.shortID);
const find = (shortID: string) => ROWS.find(({ monitor }) => monitor.shortID === shortID);

test('the list without grouping is unchanged', () =>
  expect(groupLines(ORDER, find, { by: 'none', closed: [] })).toEqual({ lines: ORDER, groups: new Map() }));

test('monitors are below the header of their group, and a closed group shows only its header', () => {
  const { lines, groups } = groupLines(ORDER, find, { by: 'project', closed: ['p1'] });
  expect(lines).toEqual(['group:p2', 'a', 'c', 'group:p1']);
  expect([...groups.values()]).toEqual([
    { id: 'group:p2', key: 'p2', count: 2, worst: 'down', isClosed: false },
    { id: 'group:p1', key: 'p1', count: 1, worst: 'up', isClosed: true },
  ]);
});

import { expect, test } from 'vitest';
import type { Status } from '../monitor/state.ts';
import { groupRows } from './monitor-groups.ts';

interface Sample {
  readonly projectShortID: string;
  readonly tags: readonly string[];
}

const row = (shortID: string, status: Status, sample: Sample) => ({
  monitor: { shortID, ...sample },
  status,
});
const ROWS = [
  row('a', 'down', { projectShortID: 'p2', tags: ['prod', 'db'] }),
  row('b', 'up', { projectShortID: 'p1', tags: [] }),
  row('c', 'late', { projectShortID: 'p2', tags: ['db'] }),
];
const ORDER = ROWS.map(({ monitor }) => monitor.shortID);
const find = (shortID: string) => ROWS.find(({ monitor }) => monitor.shortID === shortID);
const OPEN = new Set<string>();

test('the list without grouping is unchanged', () =>
  expect(groupRows(ORDER, find, { by: 'none', closed: OPEN })).toEqual({ lines: ORDER, groups: new Map() }));

test('the rows of a project are below its header, with the worst status', () => {
  const { lines, groups } = groupRows(ORDER, find, { by: 'project', closed: OPEN });
  expect(lines).toEqual(['group:p2', 'a', 'c', 'group:p1', 'b']);
  expect(groups.get('group:p2')).toEqual({
    id: 'group:p2',
    key: 'p2',
    count: 2,
    worst: 'down',
    isClosed: false,
  });
});

test('a monitor is in the group of its first tag, and a closed group shows only its header', () => {
  const { lines, groups } = groupRows(ORDER, find, { by: 'tag', closed: new Set(['prod']) });
  expect(lines).toEqual(['group:prod', 'group:', 'b', 'group:db', 'c']);
  expect(groups.get('group:prod')?.isClosed).toBe(true);
});

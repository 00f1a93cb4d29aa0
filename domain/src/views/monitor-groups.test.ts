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

test.each([
  [
    'its project, with the worst status of the group',
    'project',
    [
      ['p2', ['a', 'c'], 'down'],
      ['p1', ['b'], 'up'],
    ],
  ],
  [
    'its first tag',
    'tag',
    [
      ['prod', ['a'], 'down'],
      ['', ['b'], 'up'],
      ['db', ['c'], 'late'],
    ],
  ],
] as const)('a monitor is in the group of %s', (_what, by, groups) =>
  expect(
    groupRows(ROWS, by).map(({ key, rows, worst }) => [
      key,
      rows.map(({ monitor }) => monitor.shortID),
      worst,
    ]),
  ).toEqual(groups),
);

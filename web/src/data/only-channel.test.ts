import { expect, test } from 'vitest';
import { countAlertedOnlyBy } from './only-channel.ts';

const channels = [
  { shortID: 'mail', isDefault: true },
  { shortID: 'pager', isDefault: false },
];
const projects = [
  { shortID: 'plain', channels: null },
  { shortID: 'paged', channels: ['pager'] },
];

test.each([
  ['its own only channel', ['pager'], 'plain', 'pager', 1],
  ['one of its own channels', ['pager', 'mail'], 'plain', 'pager', 0],
  ['the only channel of its project', null, 'paged', 'pager', 1],
  ['the only default channel', null, 'plain', 'mail', 1],
  ['nobody', [], 'paged', 'pager', 0],
  ['another channel', ['mail'], 'paged', 'pager', 0],
])('a monitor that alerts %s', (_what, own, projectShortID, deleted, count) => {
  expect(
    countAlertedOnlyBy(deleted, { monitors: [{ channels: own, projectShortID }], projects, channels }),
  ).toBe(count);
});

import { expect, test } from 'vitest';
import { channelUsageOf } from './channel-usage.ts';

type Team = Parameters<typeof channelUsageOf>[1];

const channel = (shortID: string, more: Partial<Team['channels'][number]> = {}) => ({
  shortID,
  name: shortID,
  channels: [],
  isDefault: false,
  tags: [],
  minSeverity: 'low' as const,
  ...more,
});
const monitor = (shortID: string, more: Partial<Team['monitors'][number]> = {}) => ({
  shortID,
  name: shortID,
  projectShortID: 'plain',
  channels: null,
  tags: [],
  severity: 'normal' as const,
  ...more,
});
const project = (shortID: string, channels: readonly string[] | null) => ({
  shortID,
  name: shortID,
  channels,
});

const team: Team = {
  channels: [
    channel('mail', { isDefault: true }),
    channel('pager'),
    channel('everybody', { channels: ['pager', 'chat'] }),
    channel('chat', { tags: ['prod'], minSeverity: 'high' }),
    channel('spare'),
  ],
  projects: [project('plain', null), project('paged', ['pager'])],
  monitors: [
    monitor('by default'),
    monitor('by project', { projectShortID: 'paged' }),
    monitor('silent', { projectShortID: 'paged', channels: [] }),
    monitor('by group', { channels: ['everybody'] }),
    monitor('named', { channels: ['pager', 'chat'], tags: ['prod'], severity: 'critical' }),
    monitor('filtered', { channels: ['chat'], tags: ['prod'] }),
  ],
  policies: [
    { shortID: 'night', name: 'Night', steps: [{ after: 600, channels: ['pager'], onCall: [] }] },
    { shortID: 'day', name: 'Day', steps: [{ after: 600, channels: ['mail'], onCall: ['x'] }] },
  ],
  contacts: [
    { memberID: 'a', name: 'Ann', channels: ['pager'] },
    { memberID: 'b', name: 'Ben', channels: [] },
  ],
};

const named = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test('a channel is used by everything that names it, and by monitors that inherit it or alert a group that contains it', () => {
  const { monitors, own, projects, policies, groups, people } = channelUsageOf('pager', team);
  expect([monitors, named(own), named(projects)]).toEqual([3, ['named'], ['paged']]);
  expect([named(policies), named(groups), people]).toEqual([['Night'], ['everybody'], ['Ann']]);
});

test.each([
  ['mail', 1],
  ['spare', 0],
  ['everybody', 1],
  // The filters of `chat` refuse the monitor `filtered`, but don't apply to messages that reach `chat` through a group.
  ['chat', 2],
])('counts only the monitors whose alerts the filters of %s accept', (shortID, count) => {
  expect(channelUsageOf(shortID, team).monitors).toBe(count);
});

import { expect, test } from 'vitest';
import { policiesWith, usageOf } from './policy-usage.ts';

const project = (shortID: string, escalation: string) => ({ shortID, name: shortID, escalation });
const monitor = (shortID: string, projectShortID: string, escalation: string | null) => ({
  shortID,
  name: shortID,
  projectShortID,
  escalation,
});
const team = {
  projects: [project('paged', 'night'), project('quiet', '')],
  monitors: [
    monitor('inherits', 'paged', null),
    monitor('refuses', 'paged', ''),
    monitor('names it', 'quiet', 'night'),
    monitor('names another', 'paged', 'day'),
    monitor('has none', 'quiet', null),
  ],
};

test('a policy is used by its projects, their monitors without a policy, and monitors that name it', () => {
  const { projects, own, monitors } = usageOf('night', team);
  expect(projects.map(({ name }) => name)).toEqual(['paged']);
  expect(own.map(({ name }) => name)).toEqual(['names it']);
  expect(monitors).toBe(2);
  expect(usageOf('unused', team)).toEqual({ projects: [], own: [], monitors: 0 });
});

test('a schedule is used by the policies with a step that alerts it', () => {
  const step = (onCall: readonly string[]) => ({ after: 300, channels: [], onCall });
  const policies = [
    { shortID: 'a', name: 'Night', steps: [step([]), step(['database'])] },
    { shortID: 'b', name: 'Day', steps: [step(['web'])] },
  ];
  expect(policiesWith('database', policies).map(({ name }) => name)).toEqual(['Night']);
});

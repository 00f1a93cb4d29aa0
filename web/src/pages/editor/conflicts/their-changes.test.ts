import type { Monitor } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { sampleMonitor } from '../../../data/monitors/sample-monitor.ts';
import type { MonitorDraft } from '../draft/draft-fields.ts';
import { newEditBase } from '../draft/stored-draft.ts';
import { editBaseWithTheirs, findConflicts, withTheirs } from './their-changes.ts';

const before = sampleMonitor({
  revision: 4,
  name: 'dump',
  description: 'Nightly.',
  remindEvery: null,
  schedule: { ...sampleMonitor({}).schedule, type: 'cron', cron: '0 2 * * *', graceDuration: 3600 },
});
const start = newEditBase(before);

/** The monitor after another user's change. */
function after(change: Partial<Monitor>): Monitor {
  return { ...before, ...change, revision: before.revision + 1 };
}

function typed(change: Partial<MonitorDraft>): MonitorDraft {
  return { ...start.draft, ...change };
}

const named = (path: string, yours: unknown, theirs: unknown) => ({ path, yours, theirs });

test('a field that both have changed is a conflict', () => {
  expect(findConflicts(start, typed({ name: 'mine' }), after({ name: 'theirs' }))).toEqual([
    named('name', 'mine', 'theirs'),
  ]);
});

test.each([
  ['different fields', typed({ name: 'mine' }), after({ description: 'theirs' })],
  ['the same value', typed({ name: 'same' }), after({ name: 'same' })],
  ['an unchanged form', start.draft, after({ name: 'theirs' })],
  ['another person’s ping', typed({ name: 'mine' }), after({ lastPingAt: '2026-11-02T09:14:07Z' })],
  ['a revision from before the edit', typed({ name: 'mine' }), { ...before, name: 'old', revision: 3 }],
])('%s are no conflict', (_, draft, current) => {
  expect(findConflicts(start, draft, current)).toEqual([]);
});

test('fields of the schedule are compared one by one', () => {
  const theirs = after({ schedule: { ...before.schedule, graceDuration: 60 } });
  expect(findConflicts(start, typed({ cron: '0 3 * * *' }), theirs)).toEqual([]);
  expect(findConflicts(start, typed({ graceDuration: '2 min' }), theirs)).toMatchObject([
    named('schedule.graceDuration', 120, 60),
  ]);
});

test('keeping one’s own value ends the conflict until the other person changes the field again', () => {
  const draft = typed({ name: 'mine', description: 'Also mine.' });
  const theirs = after({ name: 'theirs', description: 'Theirs.' });
  const next = editBaseWithTheirs(start, theirs, 'name');
  expect(findConflicts(next, draft, theirs)).toEqual([named('description', 'Also mine.', 'Theirs.')]);
  expect(next.fields.revision).toBe(4);
  expect(findConflicts(next, draft, { ...theirs, name: 'newer', revision: 6 })).toMatchObject([
    named('name', 'mine', 'newer'),
    { path: 'description' },
  ]);
});

test.each<readonly [string, Partial<MonitorDraft>, Partial<Monitor>, Partial<MonitorDraft>]>([
  ['name', { name: 'mine' }, { name: 'theirs' }, { name: 'theirs' }],
  ['tags', { tags: ['mine'] }, { tags: ['theirs'] }, { tags: ['theirs'] }],
  ['remindEvery', { remind: 'never' }, { remindEvery: 900 }, { remind: 'every', remindEvery: '15 min' }],
  [
    'schedule.graceDuration',
    { graceDuration: '2 min', cron: '0 4 * * *' },
    { schedule: { ...before.schedule, graceDuration: 60 } },
    { graceDuration: '1 min', cron: '0 4 * * *' },
  ],
  [
    'schedule.cron',
    { cron: '0 4 * * *' },
    { schedule: { ...before.schedule, type: 'interval', cron: '', interval: 600 } },
    { scheduleType: 'interval', interval: '10 min' },
  ],
  [
    'pingFilter.failureKeywords',
    { pingFilter: { ...before.pingFilter, failureKeywords: 'mine', successKeywords: 'kept' } },
    { pingFilter: { ...before.pingFilter, failureKeywords: 'theirs' } },
    { pingFilter: { ...before.pingFilter, failureKeywords: 'theirs', successKeywords: 'kept' } },
  ],
])('taking the other person’s %s keeps the rest of the draft', (path, yours, theirs, taken) => {
  const draft = typed({ ...yours, description: 'Mine.' });
  const current = after(theirs);
  expect(findConflicts(start, draft, current)).toMatchObject([{ path }]);
  const next = withTheirs(draft, current, path);
  expect(next).toMatchObject({ ...taken, description: 'Mine.' });
  expect(findConflicts(editBaseWithTheirs(start, current, path), next, current)).toEqual([]);
});

import { expect, test } from 'vitest';
import { mergeEdit, withoutPaths } from './merged-edit.ts';

const base = {
  name: 'job',
  tags: ['prod'],
  description: '',
  schedule: { type: 'cron', cron: '0 2 * * *', graceDuration: 60, interval: 0 },
  startsAt: '2026-11-22T01:00:00.000Z',
  maxRunDuration: null,
};

test('sends only changed fields', () => {
  const yours = { ...base, name: 'other', startsAt: '2026-11-22T02:00:00+01:00' };
  expect(mergeEdit({ base, yours, theirs: base })).toEqual({ edit: { name: 'other' }, conflicts: [] });
});

test('changes of different fields are both kept', () => {
  const theirs = { ...base, tags: ['db'] };
  expect(mergeEdit({ base, yours: { ...base, name: 'other' }, theirs })).toEqual({
    edit: { name: 'other' },
    conflicts: [],
  });
});

test('changes of different fields of one object are both kept', () => {
  const yours = { schedule: { ...base.schedule, cron: '0 3 * * *' } };
  const theirs = { ...base, schedule: { ...base.schedule, graceDuration: 120 } };
  expect(mergeEdit({ base, yours, theirs })).toEqual({
    edit: { schedule: { cron: '0 3 * * *' } },
    conflicts: [],
  });
});

test('different changes of one field are a conflict', () => {
  const yours = { name: 'mine', schedule: { ...base.schedule, cron: '0 3 * * *' } };
  const theirs = { ...base, name: 'theirs', schedule: { ...base.schedule, cron: '0 4 * * *' } };
  expect(mergeEdit({ base, yours, theirs })).toEqual({
    edit: { name: 'mine', schedule: { cron: '0 3 * * *' } },
    conflicts: [
      { path: 'name', yours: 'mine', theirs: 'theirs' },
      {
        path: 'schedule.cron',
        yours: '0 3 * * *',
        theirs: '0 4 * * *',
        within: { yours: yours.schedule, theirs: theirs.schedule },
      },
    ],
  });
});

test('the same change by both people is not a conflict', () => {
  const changed = { ...base, tags: ['a', 'b'] };
  expect(mergeEdit({ base, yours: changed, theirs: changed }).conflicts).toEqual([]);
});

test('a list is one value', () => {
  const theirs = { ...base, tags: ['prod', 'b'] };
  expect(mergeEdit({ base, yours: { tags: ['prod', 'a'] }, theirs }).conflicts).toEqual([
    { path: 'tags', yours: ['prod', 'a'], theirs: ['prod', 'b'] },
  ]);
});

test('a missing field equals null', () => {
  expect(mergeEdit({ base, yours: { maxRunDuration: null, limit: null }, theirs: base }).edit).toEqual({});
});

test('leaving a field out keeps the other person’s value', () => {
  const edit = { name: 'mine', schedule: { cron: '0 3 * * *', graceDuration: 5 } };
  expect(withoutPaths(edit, ['schedule.cron'])).toEqual({ name: 'mine', schedule: { graceDuration: 5 } });
  expect(withoutPaths(edit, ['name', 'schedule.cron', 'schedule.graceDuration'])).toEqual({});
});

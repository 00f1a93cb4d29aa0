import { describe, expect, test } from 'vitest';
import { differences } from './differences.ts';
import { matchResources } from './match.ts';
import { planConfiguration } from './plan-configuration.ts';
import type { CurrentResource, PlannedResource } from './resource.ts';

const FILE = 'production';

function current(more: Partial<CurrentResource> = {}): CurrentResource {
  return {
    kind: 'monitor',
    id: 'm1',
    name: 'Dump',
    revision: 1,
    settings: { name: 'Dump', project: 'p1', channels: null },
    managedBy: null,
    ...more,
  };
}

function item(more: Partial<PlannedResource> = {}): PlannedResource {
  return { kind: 'monitor', key: 'dump', name: 'Dump', adopts: null, settings: { name: 'Dump' }, ...more };
}

function plan(wanted: readonly PlannedResource[], team: readonly CurrentResource[], prunes = false) {
  const { existing, problems } = matchResources(wanted, team, FILE);
  const planned = planConfiguration({
    file: FILE,
    wanted,
    current: team,
    existing,
    prunes,
    defaultsOf: () => ({}),
  });
  return { ...planned, problems: [...problems, ...planned.problems] };
}

describe('an item', () => {
  test('creates a missing resource, or refers to a resource of the same name', () => {
    expect(plan([item()], [current()]).steps).toEqual([
      {
        action: 'create',
        kind: 'monitor',
        key: 'dump',
        id: null,
        name: 'Dump',
        changes: [{ path: 'name', from: null, to: 'Dump' }],
        notes: ['A monitor with this name exists. To manage that one instead, add id: m1'],
      },
    ]);
  });

  test('takes over the resource that it names', () => {
    expect(plan([item({ adopts: 'm1' })], [current()]).steps).toMatchObject([{ action: 'adopt', id: 'm1' }]);
  });

  test('changes the resource that the file manages under its key, from value to value', () => {
    const managedBy = { file: FILE, key: 'dump' };
    const renamed = item({ name: 'Dump 2', settings: { name: 'Dump 2' } });
    expect(plan([renamed], [current({ managedBy })]).steps).toMatchObject([
      { action: 'change', id: 'm1', changes: [{ path: 'name', from: 'Dump', to: 'Dump 2' }] },
    ]);
    expect(plan([item()], [current({ managedBy })])).toMatchObject({ steps: [], unchanged: 1 });
  });

  test('refers to other resources by key or by ID', () => {
    const managedBy = { file: FILE, key: 'dump' };
    const project = current({
      kind: 'project',
      id: 'p1',
      settings: {},
      managedBy: { file: FILE, key: 'shop' },
    });
    const shop = item({ kind: 'project', key: 'shop', settings: {} });
    for (const to of ['shop', 'p1'])
      expect(
        plan([shop, item({ settings: { project: to } })], [project, current({ managedBy })]).steps,
      ).toEqual([]);
  });
});

test.each<[string, readonly PlannedResource[], readonly CurrentResource[], boolean, string, string]>([
  [
    'an unknown ID',
    [item({ adopts: 'm9' })],
    [],
    false,
    'monitors.dump.id',
    'The team has no monitor with this ID',
  ],
  [
    'a resource of another file',
    [item({ adopts: 'm1' })],
    [current({ managedBy: { file: 'staging', key: 'x' } })],
    false,
    'monitors.dump.id',
    'The configuration file “staging” manages this monitor already, under the key “x”',
  ],
  [
    'two items about one resource',
    [item({ adopts: 'm1' }), item({ key: 'copy', adopts: 'm1' })],
    [current()],
    false,
    'monitors.copy.id',
    'The item “dump” refers to the same monitor',
  ],
  [
    'a key of another resource',
    [item({ adopts: 'm2' })],
    [current({ managedBy: { file: FILE, key: 'dump' } }), current({ id: 'm2' })],
    false,
    'monitors.dump.id',
    'belongs to another monitor of this file',
  ],
  [
    'a reference to nothing',
    [item({ settings: { channels: ['ops'] } })],
    [],
    false,
    'monitors.dump.channels.0',
    'channels of this file has no “ops”',
  ],
  [
    'pruning a project that has other monitors',
    [],
    [current({ kind: 'project', id: 'p1', managedBy: { file: FILE, key: 'shop' } }), current()],
    true,
    'projects',
    'it has 1 monitors that this file doesn',
  ],
])('%s is a problem', (_, wanted, team, prunes, path, message) => {
  expect(plan(wanted, team, prunes).problems).toEqual([{ path, message: expect.stringContaining(message) }]);
});

test('differences name the innermost setting, or a whole list', () => {
  expect(
    differences(
      { schedule: { cron: '0 2 * * *', timezone: 'UTC' }, tags: ['a'], other: 1 },
      { schedule: { interval: 60, timezone: 'UTC' }, tags: ['a', 'b'] },
    ),
  ).toEqual([
    { path: 'schedule.cron', from: '0 2 * * *', to: null },
    { path: 'schedule.interval', from: null, to: 60 },
    { path: 'tags', from: ['a'], to: ['a', 'b'] },
  ]);
});

import { expect, test } from 'vitest';
import { draftItem, isLeftOut } from '../compat/source/draft-item.ts';
import type { ImportChannel, ImportItem } from '../compat/source/item.ts';
import { type PlanContext, planImport } from './plan.ts';

const UUID = '6b8e4c1a-52fd-4c1e-9a3b-0d4f1f6f0c11';
const NOTHING: PlanContext = {
  projectShortID: 'p1',
  monitors: [],
  channels: [],
  keys: [],
  isTaken: () => false,
};

function item(more: Partial<Parameters<typeof draftItem>[0]> = {}): ImportItem {
  const drafted = draftItem({ name: 'job', pingID: UUID, schedule: { interval: 3600 }, ...more });
  if (isLeftOut(drafted)) throw new Error(drafted.reason);
  return drafted;
}

const existing = (more: object = {}) => ({
  shortID: 'm1',
  pingID: UUID.toUpperCase().replaceAll('-', ''),
  name: 'job',
  slug: 'job',
  projectShortID: 'p1',
  schedule: item().rules.schedule,
  ...more,
});

function plan(
  items: readonly ImportItem[],
  context: Partial<PlanContext> = {},
  channels: readonly ImportChannel[] = [],
) {
  return planImport({ items, leftOut: [], channels, notes: [] }, { ...NOTHING, ...context });
}

test('pings do not resume a paused monitor, unless the source says so', () => {
  expect(item({ paused: true })).toMatchObject({ paused: true, rules: { manualResume: true } });
  expect(item({ paused: true, rules: { manualResume: false } }).rules.manualResume).toBe(false);
});

test('a new item is created', () => {
  expect(plan([item()]).items).toMatchObject([{ outcome: 'create', monitorShortID: null, notes: [] }]);
});

test('an item whose monitor exists is unchanged, in any project, and differences are named', () => {
  const monitors = [existing({ projectShortID: 'p2' })];
  expect(plan([item()], { monitors }).items).toMatchObject([
    { outcome: 'exists', monitorShortID: 'm1', notes: [] },
  ]);
  expect(plan([item({ name: 'x', schedule: { interval: 60 } })], { monitors }).items).toMatchObject([
    { outcome: 'exists', notes: [expect.stringContaining('name and schedule')] },
  ]);
});

test('an item without a ping ID is found by its slug or else its name in the project', () => {
  const slugged = item({ pingID: undefined, name: 'other', slug: 'job' });
  expect(plan([slugged], { monitors: [existing()] }).counts.exists).toBe(1);
  expect(plan([slugged], { monitors: [existing({ slug: 'x' })] }).counts.create).toBe(1);
  const unnamed = item({ pingID: undefined });
  expect(plan([unnamed], { monitors: [existing()] }).counts.exists).toBe(1);
  expect(plan([unnamed], { monitors: [existing({ projectShortID: 'p2' })] }).counts.create).toBe(1);
});

test('a ping ID of another team collides, with the same words as any other collision', () => {
  const { items, counts } = plan([item()], { isTaken: () => true });
  expect(items).toMatchObject([
    {
      outcome: 'collision',
      monitorShortID: null,
      notes: ['The ping ID can’t be kept here. The job would need a new ping URL.'],
    },
  ]);
  expect(counts).toEqual({ create: 0, exists: 0, collision: 1, left_out: 0 });
});

test('a repeated ping ID collides in any notation', () => {
  expect(
    plan([item(), item({ name: 'b', pingID: UUID.toUpperCase() })]).items.map(({ outcome }) => outcome),
  ).toEqual(['create', 'collision']);
});

test('channels are created, found by name, or left out, and monitors follow', () => {
  const channel = (key: string, create: ImportChannel['create'], isDefault = false): ImportChannel => ({
    key,
    name: `Channel ${key}`,
    create,
    isDefault,
    reason: create === null ? 'Unknown.' : '',
  });
  const discord = { type: 'discord', settings: {} };
  const { channels, items } = plan(
    [
      item({ channels: ['a', 'b', 'c'] }),
      item({ pingID: undefined, name: 'n', channels: ['c'] }),
      item({ pingID: undefined, name: 'none', channels: [] }),
    ],
    { channels: [{ shortID: 'ch', name: 'channel B', isDefault: false }] },
    [
      channel('a', discord),
      channel('b', null),
      channel('c', null),
      channel('d', discord),
      channel('e', discord, true),
    ],
  );
  expect(channels.map(({ outcome, shortID }) => [outcome, shortID])).toEqual([
    ['create', null],
    ['exists', 'ch'],
    ['left_out', null],
    ['left_out', null],
    ['create', null],
  ]);
  expect(items.map(({ item: planned, notes }) => [planned?.channels, notes.join()])).toEqual([
    [['a', 'b'], 'No longer alerted: Channel c.'],
    [null, 'No longer alerted: Channel c. Its alerts go to the default channels.'],
    [[], ''],
  ]);
});

test('a check with all channels of the source inherits the default channels only if both lists are equal', () => {
  const usual = { shortID: 'ch', name: 'Ops', isDefault: true };
  const ops: ImportChannel = {
    key: 'a',
    name: 'Ops',
    create: null,
    isDefault: false,
    reason: 'hidden',
    uuid: UUID,
  };
  const channelsOf = (team: readonly (typeof usual)[]) =>
    plan([item({ channels: 'all' })], { channels: team }, [ops]).items[0]?.item?.channels;
  expect(channelsOf([usual])).toBeNull();
  expect(channelsOf([usual, { ...usual, shortID: 'other', name: 'Other' }])).toEqual(['a']);
  expect(channelsOf([{ ...usual, isDefault: false }])).toEqual(['a']);
  expect(channelsOf([])).toBeNull();
});

test('an item without a slug matches a monitor of the same name, but not any other monitor without a slug', () => {
  const monitors = [existing({ slug: '', name: 'other', pingID: 'x' })];
  const slugless = item({ pingID: undefined, slug: '' });
  expect(slugless.slug).toBe('');
  expect(plan([slugless], { monitors }).items).toMatchObject([{ outcome: 'create' }]);
  expect(plan([slugless], { monitors: [existing({ slug: '' })] }).items).toMatchObject([
    { outcome: 'exists' },
  ]);
});

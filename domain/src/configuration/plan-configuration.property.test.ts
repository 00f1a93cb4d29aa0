import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchResources } from './match.ts';
import { type ConfigurationPlan, planConfiguration } from './plan-configuration.ts';
import type { ConfiguredKind } from './resource.ts';
import { type CurrentResource, itemID, type PlannedResource } from './resource.ts';
import { mapReferences } from './setting-references.ts';

const FILE = 'production';
const KINDS = ['channel', 'project', 'monitor'] as const satisfies readonly ConfiguredKind[];
const INITIAL = { name: '', note: '', channels: null };
const KEYS = ['a', 'b', 'c', 'd'];

function planOf(
  wanted: readonly PlannedResource[],
  current: readonly CurrentResource[],
  prunes: boolean,
): ConfigurationPlan {
  const { existing } = matchResources(wanted, current, FILE);
  return planConfiguration({ file: FILE, wanted, current, existing, prunes, defaultsOf: () => INITIAL });
}

/** Simple model of how the service applies a plan. */
function applied(
  { steps }: ConfigurationPlan,
  wanted: readonly PlannedResource[],
  current: readonly CurrentResource[],
): readonly CurrentResource[] {
  const { existing } = matchResources(wanted, current, FILE);
  const deleted = new Set(steps.flatMap(({ action, id }) => (action === 'delete' ? [id] : [])));
  const idOf = (kind: ConfiguredKind, key: string) =>
    existing.get(itemID({ kind, key }))?.id ?? `new-${kind}-${key}`;
  const isKey = (kind: ConfiguredKind, to: string) =>
    wanted.some((item) => item.kind === kind && item.key === to);
  const saved = wanted.map(({ kind, key, name, settings }): CurrentResource => {
    const before = existing.get(itemID({ kind, key }));
    const resolved = mapReferences(kind, settings, (place) =>
      isKey(place.kind, place.to) ? idOf(place.kind, place.to) : place.to,
    );
    return {
      kind,
      id: idOf(kind, key),
      name,
      revision: 1,
      settings: { ...(before?.settings ?? INITIAL), ...resolved },
      managedBy: { file: FILE, key },
    };
  });
  const touched = new Set(saved.map(({ kind, id }) => `${kind} ${id}`));
  return [...current.filter(({ kind, id }) => !touched.has(`${kind} ${id}`) && !deleted.has(id)), ...saved];
}

const item = fc.record({
  kind: fc.constantFrom(...KINDS),
  key: fc.constantFrom(...KEYS),
  name: fc.constantFrom('A', 'B'),
  adopts: fc.constantFrom(null, null, 'x1', 'x2'),
  settings: fc.record(
    {
      name: fc.constantFrom('A', 'B'),
      note: fc.constantFrom('', 'hello'),
      channels: fc.constantFrom(null, [], ['a'], ['x1'], ['a', 'x2']),
    },
    { requiredKeys: ['name'] },
  ),
});
const file = fc
  .uniqueArray(item, { maxLength: 8, selector: ({ kind, key }) => `${kind}/${key}` })
  .map((items): readonly PlannedResource[] => items);
const team = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    id: fc.constantFrom('x1', 'x2', 'x3', 'x4'),
    name: fc.constantFrom('A', 'B'),
    revision: fc.constant(1),
    settings: fc.record({
      name: fc.constantFrom('A', 'B'),
      note: fc.constantFrom('', 'hello'),
      channels: fc.constantFrom(null, [], ['x1']),
    }),
    managedBy: fc.option(
      fc.record({ file: fc.constantFrom(FILE, 'staging'), key: fc.constantFrom(...KEYS) }),
      {
        nil: null,
      },
    ),
  }),
  { maxLength: 8, selector: ({ kind, id }) => `${kind} ${id}` },
);

/** Removes duplicate owners, because a file can't manage two resources under one key. */
function withUniqueOwners(resources: readonly CurrentResource[]): readonly CurrentResource[] {
  const seen = new Set<string>();
  return resources.map((resource) => {
    const owned = `${resource.managedBy?.file} ${resource.kind} ${resource.managedBy?.key}`;
    if (seen.has(owned)) return { ...resource, managedBy: null };
    seen.add(owned);
    return resource;
  });
}

function isValid(wanted: readonly PlannedResource[], current: readonly CurrentResource[], prunes: boolean) {
  return (
    matchResources(wanted, current, FILE).problems.length === 0 &&
    planOf(wanted, current, prunes).problems.length === 0
  );
}

describe('a plan', () => {
  test('an applied plan leaves nothing to do', () => {
    fc.assert(
      fc.property(file, team.map(withUniqueOwners), fc.boolean(), (wanted, current, prunes) => {
        fc.pre(isValid(wanted, current, prunes));
        const after = applied(planOf(wanted, current, prunes), wanted, current);
        const again = planOf(
          wanted.map((resource) => ({ ...resource, adopts: null })),
          after,
          prunes,
        );
        expect(again.steps.filter(({ action }) => action !== 'keep')).toEqual([]);
        expect(again.unchanged).toBe(wanted.length);
      }),
    );
  });

  test('deletes only resources that the file manages and no longer names, and only if it prunes', () => {
    fc.assert(
      fc.property(file, team.map(withUniqueOwners), fc.boolean(), (wanted, current, prunes) => {
        const { steps } = planOf(wanted, current, prunes);
        const { existing } = matchResources(wanted, current, FILE);
        const deleted = steps.filter(({ action }) => action === 'delete');
        const expected = current.filter(
          (resource) => resource.managedBy?.file === FILE && ![...existing.values()].includes(resource),
        );
        expect(deleted.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(
          prunes ? expected.map(({ kind, id }) => `${kind} ${id}`).toSorted() : [],
        );
      }),
    );
  });
});

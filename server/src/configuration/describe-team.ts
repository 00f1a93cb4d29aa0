import type { ConfiguredKind } from '@overdue/domain/configuration/kinds.ts';
import type { CurrentResource, ManagingFile, Settings } from '@overdue/domain/configuration/resource.ts';
import type { TeamKind } from './configured-kind.ts';
import type { TeamState } from './team-state.ts';

/** Returns all resources of the team, with the files that manage them. */
export async function describeAll(
  state: TeamState,
  kinds: ReadonlyMap<ConfiguredKind, TeamKind>,
): Promise<readonly CurrentResource[]> {
  const { slices, managed } = state;
  const owners = new Map<string, ManagingFile>(
    managed.map(({ kind, resourceID, file, key }) => [`${kind} ${resourceID}`, { file, key }]),
  );
  const current: CurrentResource[] = [];
  for (const [kind, open] of kinds)
    for (const described of open.describe()) {
      if (slices.isOver()) await slices.next();
      current.push({ ...described, kind, managedBy: owners.get(`${kind} ${described.id}`) ?? null });
    }
  return current;
}

/** Returns a function that computes the default settings of each kind once. Names have no default. */
export function createDefaults(
  kinds: ReadonlyMap<ConfiguredKind, TeamKind>,
): (kind: ConfiguredKind) => Settings {
  const defaults = new Map<ConfiguredKind, Settings>();
  return (kind) => {
    const cached = defaults.get(kind);
    if (cached !== undefined) return cached;
    const settings = kinds.get(kind)?.defaults() ?? {};
    defaults.set(kind, settings);
    return settings;
  };
}

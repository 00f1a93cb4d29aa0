import {
  type ConfigurationProblem,
  type CurrentResource,
  itemID,
  pathOf,
  SECTIONS,
  type WantedResource,
} from './resource.ts';

export interface Matches {
  /** Existing resource of each item, by the item's ID (see `itemID`). An item that has no resource here creates one. */
  readonly existing: ReadonlyMap<string, CurrentResource>;
  readonly problems: readonly ConfigurationProblem[];
}

/**
 * Finds the existing resource of each item: the resource with the ID that the item names, or else the resource that the file
 * manages under the item's key. Reports conflicts as problems.
 */
export function matchResources(
  wanted: readonly WantedResource[],
  current: readonly CurrentResource[],
  file: string,
): Matches {
  const managedByItem = new Map(
    current.flatMap((resource) =>
      resource.managedBy?.file === file
        ? [[itemID({ kind: resource.kind, key: resource.managedBy.key }), resource] as const]
        : [],
    ),
  );
  const byID = new Map(current.map((resource) => [`${resource.kind} ${resource.id}`, resource]));
  const existing = new Map<string, CurrentResource>();
  const claims = new Map<CurrentResource, WantedResource>();
  const problems: ConfigurationProblem[] = [];
  for (const item of wanted) {
    const managed = managedByItem.get(itemID(item));
    const target = item.adopts === null ? managed : byID.get(`${item.kind} ${item.adopts}`);
    const problem = problemOf(item, { managed, target, file, claimedBy: target && claims.get(target) });
    if (problem !== null) problems.push({ path: pathOf(item, 'id'), message: problem });
    else if (target !== undefined) {
      existing.set(itemID(item), target);
      claims.set(target, item);
    }
  }
  return { existing, problems };
}

interface Match {
  /** Resource that the file manages under the key. */
  readonly managed: CurrentResource | undefined;
  /** Resource that the item manages or takes over. */
  readonly target: CurrentResource | undefined;
  readonly file: string;
  /** Earlier item that manages or takes over the same resource. */
  readonly claimedBy: WantedResource | undefined;
}

function problemOf(
  { kind, adopts, key }: WantedResource,
  { managed, target, file, claimedBy }: Match,
): string | null {
  const word = SECTIONS[kind].item;
  if (target === undefined)
    return adopts === null ? null : `The team has no ${word} with this ID. Leave id out to create one.`;
  if (managed !== undefined && managed !== target)
    return `The key “${key}” belongs to another ${word} of this file, ${managed.id}. Choose another key, or leave id out.`;
  if (target.managedBy !== null && target.managedBy.file !== file)
    return (
      `The configuration file “${target.managedBy.file}” manages this ${word} already, under the key “${target.managedBy.key}”. ` +
      'Remove the item from one of the two files. To keep it in this file, release it from the other file first.'
    );
  return claimedBy === undefined
    ? null
    : `The item “${claimedBy.key}” refers to the same ${word}. Keep one of the two items.`;
}

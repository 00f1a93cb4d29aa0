import { differences, type SettingChange } from './differences.ts';
import type { Matches } from './match.ts';
import {
  CONFIGURED_KINDS,
  type ConfigurationProblem,
  type ConfiguredKind,
  type CurrentResource,
  itemID,
  type PlannedResource,
  pathOf,
  SECTIONS,
  type Settings,
} from './resource.ts';
import { mapReferences, type ReferencePlace, referencesOf } from './setting-references.ts';

export const STEP_ACTIONS = ['create', 'change', 'adopt', 'delete', 'keep'] as const;
/**
 * `adopt`: the file takes over a resource whose settings already match the file. `keep`: the file manages the resource but no
 * longer has an item for it. Only a plan that prunes deletes such a resource.
 */
export type StepAction = (typeof STEP_ACTIONS)[number];

export interface PlanStep {
  readonly action: StepAction;
  readonly kind: ConfiguredKind;
  readonly key: string;
  /** Null for a resource that doesn't exist yet. */
  readonly id: string | null;
  readonly name: string;
  /** Settings that change. For a new resource: settings that differ from the defaults. */
  readonly changes: readonly SettingChange[];
  /** Remarks for the person who reads the plan. */
  readonly notes: readonly string[];
}

export interface ConfigurationPlan {
  readonly steps: readonly PlanStep[];
  /** Number of items whose resources already match the file. */
  readonly unchanged: number;
  readonly problems: readonly ConfigurationProblem[];
}

export interface ConfigurationPlanInput {
  readonly file: string;
  readonly wanted: readonly PlannedResource[];
  /** IDs of items that have mistakes, see `itemID`. References to these items are not reported as mistakes. */
  readonly invalidItemIDs?: readonly string[];
  readonly current: readonly CurrentResource[];
  readonly existing: Matches['existing'];
  readonly prunes: boolean;
  /** Initial settings of a new resource of each kind. */
  readonly defaultsOf: (kind: ConfiguredKind) => Settings;
}

/** Compares a configuration file with the team's resources. Changes nothing. */
export function planConfiguration(input: ConfigurationPlanInput): ConfigurationPlan {
  const { wanted, existing, prunes } = input;
  const names = createNames(input);
  const unmanagedIDByName = new Map(
    input.current.flatMap(({ kind, name, id, managedBy }) =>
      managedBy === null ? [[`${kind} ${name}`, id]] : [],
    ),
  );
  const problems = wanted.flatMap((item) => missingReferences(item, names));
  const planned = wanted.map((item) => {
    const current = existing.get(itemID(item));
    return current === undefined
      ? createStep(item, input, { names, unmanagedIDByName })
      : changeStep(item, current, names);
  });
  const steps = planned.filter((step) => step !== null);
  const orphans = orphansOf(input);
  const inUse = prunes ? orphans.flatMap((orphan) => problemsOfPruning(orphan, input)) : [];
  return {
    steps: [...steps, ...orphans.map((orphan) => orphanStep(orphan, { prunes }))],
    unchanged: planned.length - steps.length,
    problems: [...problems, ...inUse],
  };
}

/** Gives each resource a single name, so that references in the file can be compared with references in the team. */
interface Names {
  /**
   * Returns the key of the resource in the file. Returns the ID if the file doesn't contain the resource, and null if the resource
   * doesn't exist.
   */
  find(place: Pick<ReferencePlace, 'kind' | 'to'>): string | null;
}

function createNames({ wanted, invalidItemIDs = [], current, existing }: ConfigurationPlanInput): Names {
  const keys = new Set([...wanted.map(itemID), ...invalidItemIDs]);
  const byID = new Map<string, string>(current.map(({ kind, id }) => [`${kind} ${id}`, id]));
  for (const item of wanted) {
    const current = existing.get(itemID(item));
    if (current !== undefined) byID.set(`${item.kind} ${current.id}`, item.key);
  }
  return {
    find: ({ kind, to }) => (keys.has(itemID({ kind, key: to })) ? to : (byID.get(`${kind} ${to}`) ?? null)),
  };
}

function withFileKeys(kind: ConfiguredKind, settings: Settings, names: Names): Settings {
  return mapReferences(kind, settings, (place) => names.find(place) ?? place.to);
}

function missingReferences(item: PlannedResource, names: Names): readonly ConfigurationProblem[] {
  return referencesOf(item.kind, item.settings)
    .filter((place) => names.find(place) === null)
    .map(({ kind, to, path }) => ({
      path: pathOf(item, path),
      message: `The section ${SECTIONS[kind].name} of this file has no “${to}”, and the team has no ${SECTIONS[kind].item} with this ID.`,
    }));
}

function createStep(
  item: PlannedResource,
  { defaultsOf }: ConfigurationPlanInput,
  {
    names,
    unmanagedIDByName,
  }: { readonly names: Names; readonly unmanagedIDByName: ReadonlyMap<string, string> },
): PlanStep {
  const { kind, key, name, settings } = item;
  const unmanagedID = unmanagedIDByName.get(`${kind} ${name}`);
  return {
    action: 'create',
    kind,
    key,
    id: null,
    name,
    changes: differences(withFileKeys(kind, defaultsOf(kind), names), withFileKeys(kind, settings, names)),
    notes:
      unmanagedID === undefined
        ? []
        : [
            `A ${SECTIONS[kind].item} with this name exists. To manage that one instead, add id: ${unmanagedID}`,
          ],
  };
}

/** Returns null if the resource already matches the file and the file already manages it. */
function changeStep(item: PlannedResource, current: CurrentResource, names: Names): PlanStep | null {
  const { kind, key, name, settings } = item;
  const changes = differences(
    withFileKeys(kind, current.settings, names),
    withFileKeys(kind, settings, names),
  );
  const isNew = current.managedBy?.key !== key;
  if (changes.length === 0 && !isNew) return null;
  const notes = isNew && changes.length > 0 ? ['This file manages it from now on.'] : [];
  return {
    action: changes.length === 0 ? 'adopt' : 'change',
    kind,
    key,
    id: current.id,
    name,
    changes,
    notes,
  };
}

/** Returns the resources that the file manages but no longer lists, in an order in which they can be deleted. */
function orphansOf({ file, current, existing }: ConfigurationPlanInput): readonly CurrentResource[] {
  const kept = new Set(existing.values());
  return current
    .filter((resource) => resource.managedBy?.file === file && !kept.has(resource))
    .toSorted((a, b) => CONFIGURED_KINDS.indexOf(b.kind) - CONFIGURED_KINDS.indexOf(a.kind));
}

function orphanStep(
  { kind, id, name, managedBy, isPermanent }: CurrentResource,
  { prunes }: Pick<ConfigurationPlanInput, 'prunes'>,
): PlanStep {
  const action = prunes && isPermanent !== true ? 'delete' : 'keep';
  const notes = prunes && action === 'keep' ? ["The team's default project can't be deleted."] : [];
  return { action, kind, key: managedBy?.key ?? '', id, name, changes: [], notes };
}

/** Returns a problem if a project would be deleted while it contains monitors that remain. */
function problemsOfPruning(
  orphan: CurrentResource,
  { current, wanted, existing, file }: ConfigurationPlanInput,
): readonly ConfigurationProblem[] {
  if (orphan.kind !== 'project' || orphan.isPermanent === true) return [];
  const moved = new Set(
    wanted.flatMap((item) => (item.kind === 'monitor' ? (existing.get(itemID(item)) ?? []) : [])),
  );
  const staying = current.filter(
    (other) =>
      other.kind === 'monitor' &&
      other.settings.project === orphan.id &&
      !moved.has(other) &&
      other.managedBy?.file !== file,
  );
  if (staying.length === 0) return [];
  return [
    {
      path: SECTIONS.project.name,
      message: `The project “${orphan.name}” can't be deleted: it has ${staying.length} monitors that this file doesn't manage. Move them, or keep the project.`,
    },
  ];
}

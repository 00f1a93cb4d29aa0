import { hash } from 'node:crypto';
import { matchResources } from '@overdue/domain/configuration/match.ts';
import {
  type ConfigurationPlan,
  planConfiguration,
} from '@overdue/domain/configuration/plan-configuration.ts';
import {
  CONFIGURED_KINDS,
  type ConfiguredKind,
  type CurrentResource,
  itemID,
  type PlannedResource,
  SECTIONS,
} from '@overdue/domain/configuration/resource.ts';
import type { FileItem, TeamKind } from './configured-kind.ts';
import { createDefaults, describeAll } from './configured-kind.ts';
import { openKinds } from './kinds.ts';
import { createProblemCollector, readItems, type Sections } from './read-items.ts';
import type { TeamState } from './team-state.ts';

/** A plan with the data to apply it. */
export interface PreparedPlan {
  readonly plan: ConfigurationPlan;
  /** Hash of the plan. Two different plans have different IDs. */
  readonly planID: string;
  readonly items: readonly FileItem[];
  readonly existing: ReadonlyMap<string, CurrentResource>;
  readonly kinds: ReadonlyMap<ConfiguredKind, TeamKind>;
  /** IDs of resources that this file managed and that no longer exist. */
  readonly missingResourceIDs: readonly string[];
}

export interface FileRequest {
  /** Name of the file. */
  readonly file: string;
  readonly sections: Sections;
  readonly prunes: boolean;
}

/** Compares a file with the team's resources. Throws an error that lists all problems of the file. */
export async function makePlan(
  { file, sections, prunes }: FileRequest,
  state: TeamState,
): Promise<PreparedPlan> {
  const kinds = await openKinds(state);
  const { slices } = state;
  const current = await describeAll(state, kinds);
  const problems = createProblemCollector();
  const items = await readItems(sections, { kinds, slices, problems });
  const matches = matchResources(items, current, file);
  problems.add(matches.problems);
  const { existing } = matches;
  const wanted: PlannedResource[] = [];
  const invalidItemIDs = faultyItems(sections, items);
  for (const item of items) {
    if (slices.isOver()) await slices.next();
    const existingID = existing.get(itemID(item))?.id ?? null;
    const settings = problems.within(item, () => item.content.settings(existingID));
    await authorize(item, existingID, problems);
    const { kind, key, name, adopts } = item;
    if (settings === null) invalidItemIDs.push(itemID(item));
    else wanted.push({ kind, key, name, adopts, settings });
  }
  const plan = planConfiguration({
    file,
    wanted,
    invalidItemIDs,
    current,
    existing,
    prunes,
    defaultsOf: createDefaults(kinds),
  });
  problems.add(plan.problems);
  problems.throwAll();
  const ids = new Set(current.map(({ id }) => id));
  const missingResourceIDs = state.managed.filter(
    (resource) => resource.file === file && !ids.has(resource.resourceID),
  );
  return {
    plan,
    planID: planIDOf(file, plan),
    items,
    existing,
    kinds,
    missingResourceIDs: missingResourceIDs.map(({ resourceID }) => resourceID),
  };
}

async function authorize(
  { content, kind, key }: FileItem,
  existingID: string | null,
  problems: ReturnType<typeof createProblemCollector>,
) {
  const refused = await content.authorize(existingID).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (refused !== null)
    problems.within({ kind, key }, () => {
      throw refused.error;
    });
}

function faultyItems(sections: Sections, items: readonly FileItem[]): string[] {
  const valid = new Set(items.map(itemID));
  return CONFIGURED_KINDS.flatMap((kind) =>
    Object.keys(sections[SECTIONS[kind].name] ?? {}).map((key) => itemID({ kind, key })),
  ).filter((id) => !valid.has(id));
}

function planIDOf(file: string, { steps }: ConfigurationPlan): string {
  return hash('sha256', JSON.stringify([file, steps]), 'base64url').slice(0, 22);
}

import type { ConfiguredKind } from '@overdue/domain/configuration/resource.ts';
import { itemID } from '@overdue/domain/configuration/resource.ts';
import { AppError } from '@overdue/domain/error.ts';
import { memberName } from '../api/member-name.ts';
import { ImportRefusal } from '../monitors/contract.ts';
import { newShortID } from '../platform/runtime/random.ts';
import type { FileItem, ItemTarget, SaveContext } from './configured-kind.ts';
import type { ManagedResource, TeamTransaction } from './contract.ts';
import type { PreparedPlan } from './make-plan.ts';
import { createReferenceCheck, outdatedPlanError } from './save-resource.ts';
import type { TeamState } from './team-state.ts';

/** IDs by item. */
type IDs = ReadonlyMap<string, string>;

/** Saves everything in one transaction, or nothing. Returns the IDs of the resources by item. */
export async function savePlan(file: string, prepared: PreparedPlan, state: TeamState): Promise<IDs> {
  const { access, parts } = state;
  const { teamID } = access;
  const createdBy = await memberName(access, parts.store);
  const ids = assignIDs(prepared, parts.random);
  // Read before the store records the watched time, because edits make all verdicts that are due at this time.
  const now = parts.clock.now();
  try {
    await parts.store.changeTogether(teamID, async (changes) => {
      await requireSameOwners(changes, state);
      const saving = await saveItems(prepared, { ids, changes, state, createdBy, now });
      await deleteResources(prepared, saving);
      await recordOwners(file, prepared, { ids, changes, teamID });
    });
  } catch (error) {
    if (error instanceof ImportRefusal) throw importError(error, parts.allowance);
    throw error;
  }
  return ids;
}

function assignIDs({ items, existing }: PreparedPlan, random: TeamState['parts']['random']): IDs {
  return new Map(
    items.map((item) => {
      const newID = () => (item.kind === 'status_page' ? random.uuid() : newShortID(random));
      return [itemID(item), existing.get(itemID(item))?.id ?? newID()];
    }),
  );
}

async function requireSameOwners(changes: TeamTransaction, { access, managed }: TeamState): Promise<void> {
  const now = await changes.managed.list(access.teamID);
  const isSame = now.every(({ resourceID, file, key }, index) => {
    const before = managed[index];
    return before?.resourceID === resourceID && before.file === file && before.key === key;
  });
  if (!isSame || now.length !== managed.length) throw outdatedPlanError();
}

interface Context {
  readonly ids: IDs;
  readonly changes: TeamTransaction;
  readonly state: TeamState;
  readonly createdBy: string;
  readonly now: number;
}

async function saveItems({ items, existing, plan }: PreparedPlan, context: Context): Promise<SaveContext> {
  const { ids, changes, state, createdBy, now } = context;
  const { teamID } = state.access;
  const rowIDs = new Map(state.projects.map(({ shortID, id }) => [shortID, id]));
  const saving: SaveContext = {
    changes,
    now,
    createdBy,
    idOf: (kind, keyOrID) => ids.get(itemID({ kind, key: keyOrID })) ?? keyOrID,
    projectRowID(shortID) {
      const id = rowIDs.get(shortID);
      if (id === undefined) throw outdatedPlanError();
      return id;
    },
    monitors: [],
    edits: [],
    references: [],
  };
  const changed = new Set(
    plan.steps.flatMap((step) =>
      step.action === 'create' || step.action === 'change' ? [itemID(step)] : [],
    ),
  );
  for (const [kind, some] of Map.groupBy(items, (item) => item.kind)) {
    // Groups are saved after the channels that they name.
    const ordered = some.toSorted((a, b) => Number(a.content.isGroup) - Number(b.content.isGroup));
    for (const item of ordered.filter((candidate) => changed.has(itemID(candidate)))) {
      const target: ItemTarget = {
        id: ids.get(itemID(item)) ?? '',
        key: item.key,
        isNew: !existing.has(itemID(item)),
      };
      await item.content.save(target, saving);
    }
    if (kind === 'project')
      for (const { shortID, id } of await changes.projects.list(teamID)) rowIDs.set(shortID, id);
    if (kind === 'monitor') await saveMonitors(saving, state);
  }
  return saving;
}

async function saveMonitors(
  { changes, monitors, edits, references }: SaveContext,
  { access, parts }: TeamState,
) {
  const { teamID } = access;
  const unique = [
    ...new Map(references.map((reference) => [`${reference.kind} ${reference.shortID}`, reference])).values(),
  ];
  await changes.importMonitors(
    { teamID, monitors, edits, channels: [], projectKeys: [], legacyIDs: [] },
    { monitors: parts.allowance, channels: Number.POSITIVE_INFINITY },
    { references: { teamID, references: unique, check: createReferenceCheck(unique) } },
  );
}

/** Deletes in the order of the plan: resources that refer to others first. */
async function deleteResources({ plan, kinds }: PreparedPlan, saving: SaveContext): Promise<void> {
  for (const { action, kind, id } of plan.steps)
    if (action === 'delete' && id !== null) await kinds.get(kind)?.remove(id, saving);
}

async function recordOwners(
  file: string,
  { items, plan, existing, missingResourceIDs }: PreparedPlan,
  { ids, changes, teamID }: { readonly ids: IDs; readonly changes: TeamTransaction; readonly teamID: string },
): Promise<void> {
  const isNewTo = ({ kind, key }: Pick<FileItem, 'kind' | 'key'>): boolean => {
    const owner = existing.get(itemID({ kind, key }))?.managedBy;
    return owner?.file !== file || owner.key !== key;
  };
  const owned = items.filter(isNewTo).map(
    ({ kind, key }: { readonly kind: ConfiguredKind; readonly key: string }): ManagedResource => ({
      teamID,
      resourceID: ids.get(itemID({ kind, key })) ?? '',
      file,
      kind,
      key,
    }),
  );
  const deleted = plan.steps.flatMap(({ action, id }) => (action === 'delete' && id !== null ? [id] : []));
  await changes.release([...missingResourceIDs, ...deleted, ...owned.map(({ resourceID }) => resourceID)]);
  await changes.manage(owned);
}

function importError({ outcome }: ImportRefusal, allowance: number): AppError {
  return outcome === 'allowance_used_up'
    ? new AppError(
        'allowance_used_up',
        `Nothing was changed. This file would exceed the team's allowance of ${allowance} monitors. Delete some, or ask the operator for more.`,
      )
    : outdatedPlanError();
}

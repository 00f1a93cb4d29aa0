import type {
  ConfiguredKind,
  CurrentResource,
  ManagingFile,
  Settings,
  WantedResource,
} from '@overdue/domain/configuration/resource.ts';
import { z } from 'zod';
import { parseInput } from '../api/problems.ts';
import type { Reference } from '../database/edits.ts';
import type { MonitorEdit, NewMonitor } from '../database/records.ts';
import type { TeamTransaction } from './contract.ts';
import { outdatedPlanError } from './save-resource.ts';
import type { TeamState } from './team-state.ts';

/** ID of an existing resource that the file takes over. */
export const itemIDField = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'This must be the ID of a resource, as in its address in the application.')
  .optional()
  .meta({
    description:
      'ID of an existing resource that this file takes over. Without an ID, the first apply creates the resource.',
  });

/** Returns the description of a setting that refers to other resources. */
export function reference(resources: string): string {
  return `${resources}, by key in this file, or by ID.`;
}

/** A resource without its kind and the file that manages it. */
export type DescribedResource = Omit<CurrentResource, 'managedBy' | 'kind'>;

/** Values and lists that all items share while a plan is saved. */
export interface SaveContext {
  readonly changes: TeamTransaction;
  readonly now: number;
  /** Name of the person who applies the file, recorded as creator. */
  readonly createdBy: string;
  /** Returns the ID of a resource that settings name by key or ID. */
  idOf(kind: ConfiguredKind, keyOrID: string): string;
  /** Returns the row ID of a project. */
  projectRowID(shortID: string): number;
  /** Monitors to insert and to edit together, after the last item of this kind. */
  readonly monitors: NewMonitor[];
  readonly edits: MonitorEdit[];
  readonly references: Reference[];
}

/** The resource that an item creates or changes. */
export interface ItemTarget {
  readonly id: string;
  /** Key in the file. */
  readonly key: string;
  readonly isNew: boolean;
}

/** A valid item of a file. */
export interface Item {
  readonly name: string;
  readonly adopts: string | null;
  /** Whether the item names other items of its kind. */
  readonly isGroup: boolean;
  /** Returns the settings to compare with the settings of the existing resource. Throws `invalid` with paths within the item. */
  settings(existingID: string | null): Settings;
  /** Refuses settings that the caller isn't allowed to choose. */
  authorize(existingID: string | null): Promise<void>;
  save(target: ItemTarget, saving: SaveContext): Promise<void>;
}

/** A valid item with its place in the file. */
export interface FileItem extends WantedResource {
  readonly content: Item;
}

/** One kind of resource of one team. */
export interface TeamKind {
  /** Yields all resources one at a time, so that pings can be handled in between. */
  describe(): Generator<DescribedResource>;
  /** Returns the settings of a new resource whose item sets none. */
  defaults(): Settings;
  /** Throws `invalid` with paths within the item. */
  read(input: unknown): Item;
  remove(id: string, saving: SaveContext): Promise<void>;
}

/** How configuration files describe, compare and save one kind of resource. */
export interface KindDefinition<Stored, Input> {
  /** Schema of an item. */
  readonly schema: z.ZodType<Input>;
  /** Settings of a new resource whose item sets none. */
  readonly defaults?: Settings;
  /** Item with only the required settings, from which the defaults are computed. Replaces `defaults`. */
  readonly minimalItem?: Settings;
  list(state: TeamState): readonly Stored[] | Promise<readonly Stored[]>;
  describe(record: Stored, state: TeamState): DescribedResource;
  settingsOf(
    input: Input,
    context: { readonly existing: Stored | null; readonly state: TeamState },
  ): Settings;
  isGroup?(input: Input): boolean;
  authorize?(input: Input, existing: Stored | null, state: TeamState): Promise<void>;
  save(
    input: Input,
    target: ItemTarget & { readonly existing: Stored | null; readonly state: TeamState },
    saving: SaveContext,
  ): Promise<void>;
  remove(record: Stored, state: TeamState, saving: SaveContext): Promise<void>;
}

export interface ConfigurationKind {
  readonly schema: z.ZodType;
  open(state: TeamState): Promise<TeamKind>;
}

interface NamedInput {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
}

/** Hides the type parameters of one kind, so that one list can contain all kinds. */
export function configurationKind<Stored, Input extends NamedInput>(
  definition: KindDefinition<Stored, Input>,
): ConfigurationKind {
  const { schema } = definition;
  return {
    schema,
    async open(state) {
      const listed = await definition.list(state);
      const records = new Map<string, Stored>();
      const find = (id: string | null) => (id === null ? null : (records.get(id) ?? null));
      return {
        *describe() {
          for (const record of listed) {
            const described = definition.describe(record, state);
            records.set(described.id, record);
            yield described;
          }
        },
        defaults() {
          const { defaults, minimalItem } = definition;
          if (minimalItem === undefined) return defaults ?? {};
          const input = parseInput(schema, minimalItem);
          const { name: _, title: __, ...settings } = definition.settingsOf(input, { existing: null, state });
          return settings;
        },
        read(json) {
          const input = parseInput(schema, json);
          return {
            name: nameOf(input),
            adopts: input.id ?? null,
            isGroup: definition.isGroup?.(input) === true,
            settings: (id) => definition.settingsOf(input, { existing: find(id), state }),
            authorize: async (id) => definition.authorize?.(input, find(id), state),
            save: (target, saving) =>
              definition.save(
                input,
                { ...target, existing: target.isNew ? null : find(target.id), state },
                saving,
              ),
          };
        },
        async remove(id, saving) {
          const record = find(id);
          if (record === null) throw outdatedPlanError();
          await definition.remove(record, state, saving);
        },
      };
    },
  };
}

function nameOf({ name, title = '' }: NamedInput): string {
  return name ?? title;
}

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

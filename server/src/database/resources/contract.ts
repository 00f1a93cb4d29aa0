import type { CheckedReferences, DeletionCheck, Edit, Edited, Revised } from '../edits.ts';

/** Types that describe one kind of resource, such as channels. */
export interface ResourceTypes {
  readonly record: { readonly revision: number };
  readonly new: { readonly teamID: string };
  readonly change: object;
  /** Outcomes of a refused creation, besides `too_many`. */
  readonly creationRefusal: string;
  /** Outcomes of a refused deletion, besides `not_found`. */
  readonly deletionRefusal: string;
}

/** Types of plain settings, such as maintenance windows. They have no refusals of their own. */
export interface SettingsTypes<T extends object, Change extends object = Partial<Omit<T, 'shortID'>>>
  extends ResourceTypes {
  readonly record: Revised<T>;
  readonly new: T & { readonly teamID: string; readonly createdAt: number };
  readonly change: Change;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

export type Refused<Outcome extends string> = { [Each in Outcome]: { readonly outcome: Each } }[Outcome];

/** Conditions of a creation, checked in the transaction of the insert. */
export interface CreationConditions {
  /** Maximum number of resources of this kind in the team. Unlimited by default. */
  readonly max?: number;
  readonly references?: CheckedReferences;
}

export type CreatedResource<T extends ResourceTypes> =
  | { readonly outcome: 'created'; readonly record: T['record'] }
  | { readonly outcome: 'too_many'; readonly max: number }
  | Refused<T['creationRefusal']>;

export type DeletedResource<T extends ResourceTypes> =
  | { readonly outcome: 'deleted'; readonly record: T['record'] }
  | { readonly outcome: 'not_found' }
  | Refused<T['deletionRefusal']>;

/** Resources of one kind, such as channels. An `id` is the ID in the API. Resources of other teams count as missing. */
export interface Resources<T extends ResourceTypes> {
  /** Lists a team's resources, oldest first: all of them, or a page after a row ID. */
  list(
    teamID: string,
    page?: { readonly afterID: number; readonly limit: number },
  ): Promise<readonly T['record'][]>;
  find(teamID: string, id: string): Promise<T['record'] | null>;
  /** Counts and inserts in one transaction, so that concurrent creations respect the limit. */
  create(created: T['new'], conditions?: CreationConditions): Promise<CreatedResource<T>>;
  /** Null if the resource doesn't exist. */
  change(
    teamID: string,
    id: string,
    edit: Edit<T['record'], T['change']>,
  ): Promise<Edited<T['record']> | null>;
  /** Deletes a resource and removes it from settings that refer to it. */
  delete(teamID: string, id: string, check?: DeletionCheck<T['record']>): Promise<DeletedResource<T>>;
}

/** Resources that are also found without their team, by an ID or the hash of a secret. */
export interface FoundInAnyTeam<Found> {
  findInAnyTeam(id: string): Promise<Found | null>;
}

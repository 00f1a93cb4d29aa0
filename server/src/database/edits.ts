/** A resource with the revision of its settings: 1 at first, incremented by each change. */
export type Revised<T> = T & { readonly revision: number };

/** Kinds of resources that settings can refer to by short ID. */
export type ReferenceKind = 'monitor' | 'project' | 'channel' | 'escalation' | 'on_call';

export interface Reference {
  readonly kind: ReferenceKind;
  readonly shortID: string;
}

/** Returns the row ID of a referenced resource; null if the team doesn't have it. */
export type FindReference = (name: Reference) => number | null;

/** A change of settings. The store merges it under the row's lock, so that no change overwrites another change. */
export interface Edit<Current, Change> {
  /** Resources that the change refers to. The store keeps them from being deleted until the change is committed. */
  readonly references: readonly Reference[];
  /** Returns the values to save; null if nothing changes. Throws an error to refuse the change; the store rethrows it. */
  merge(current: Current, find: FindReference): Change | null;
}

/** References of a new resource, checked in the transaction that inserts it. */
export interface CheckedReferences {
  readonly teamID: string;
  /** Resources that the new resource refers to. The store keeps them from being deleted until the insert is committed. */
  readonly references: readonly Reference[];
  /** Throws an error to refuse the insert; the store rethrows it. */
  check(find: FindReference): void;
}

/** Checks a resource before it is deleted, under the row's lock. Throws an error to refuse the deletion. */
export type DeletionCheck<Current> = (current: Current) => void;

export interface Edited<T> {
  readonly before: T;
  readonly after: T;
}

/** A resource with the number of its settings' revision: 1 at first, one more after each change. */
export type Revised<T> = T & { readonly revision: number };

/** Kinds of things that a team's settings may name by their short IDs. */
export type NamedKind = 'monitor' | 'project' | 'channel' | 'escalation';

export interface Name {
  readonly kind: NamedKind;
  readonly shortID: string;
}

/** Returns the row ID of something that a change names; null when the team does not have it. */
export type Find = (name: Name) => number | null;

/**
 * A change of settings. The store merges it while it holds the row's lock, so that no change overwrites another one.
 */
export interface Edit<Current, Change> {
  /** Things that the change refers to. The store keeps them from being deleted until the change is committed. */
  readonly names: readonly Name[];
  /** Returns what to save; null when nothing changes. Whatever it throws refuses the change, and the store throws it on. */
  merge(current: Current, find: Find): Change | null;
}

/** References of a new resource. The store checks them in the transaction that inserts the resource. */
export interface References {
  readonly teamID: string;
  /** Things that the new resource refers to. The store keeps them from being deleted until the insert is committed. */
  readonly names: readonly Name[];
  /** An error that this throws refuses the insert, and the store throws it on. */
  check(find: Find): void;
}

/** Effect of a deletion on resources that named the deleted one. */
export interface Unnamed {
  readonly teamID: string;
  /** Monitors whose settings have changed. */
  readonly monitorIDs: readonly number[];
}

/** Looks at a resource before it is deleted, while its row is locked. Whatever it throws refuses the deletion. */
export type Check<Current> = (current: Current) => void;

export interface Edited<T> {
  readonly before: T;
  readonly after: T;
}

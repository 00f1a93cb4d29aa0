import type { Expression, Generated, Kysely, SqlBool, Transaction } from 'kysely';
import type { ChangeKind } from '../change-feed.ts';
import type { RowLocks } from '../row-locks.ts';
import type { Schema } from '../schema.ts';
import type { CreatedResource, Refused, ResourceTypes } from './contract.ts';

/** Tables of resources: rows of a team that have a revision. */
export type ResourceTable = {
  [Table in keyof Schema]: Schema[Table] extends {
    readonly id: Generated<number>;
    readonly team_id: string;
    readonly revision: unknown;
  }
    ? Table
    : never;
}[keyof Schema];

export interface RowSelection {
  readonly where: Expression<SqlBool>;
  readonly limit: number;
}

export interface ResourceKey {
  readonly teamID: string;
  readonly shortID: string;
}

/** Everything that distinguishes one kind of resource from the others, for `resourcesOf` in `queries.ts`. */
export interface ResourceKind<T extends ResourceTypes> {
  readonly table: ResourceTable;
  /** The kind of data that browsers reload after a change; omitted if pages read the resources when they open. */
  readonly changes?: ChangeKind;
  /** Further kinds of data that may refer to a deleted resource. */
  readonly referringKinds?: readonly ChangeKind[];
  /** Column of the ID that the API shows. */
  readonly idColumn: 'short_id' | 'share_id' | 'member_id' | 'resource_id';
  /** Rows of a team that the caller may see. All other rows count as missing. Without this, all rows of the team. */
  readonly visible?: Expression<SqlBool>;
  /** Reads the selected resources, oldest first. */
  read(db: Kysely<Schema>, rows: RowSelection): Promise<readonly T['record'][]>;
  /**
   * Throws an error if a new or changed resource conflicts with others of the team. Holds the team lock, so that no other resource is
   * saved meanwhile.
   */
  requireRoom?(db: Transaction<Schema>, teamID: string, saved: T['new'] | T['record']): Promise<void>;
  insert(db: Transaction<Schema>, created: T['new']): Promise<CreatedResource<T>>;
  update(db: Transaction<Schema>, rowID: number, changed: T['record']): Promise<unknown>;
  /** Returns why a resource can't be deleted; null if it can. */
  refuseDeletion?(record: T['record']): Refused<T['deletionRefusal']> | null;
  /** Deletes rows that belong to the resource. Runs before the row of the resource is locked. */
  deleteOwned?(db: Transaction<Schema>, deleted: ResourceKey, locks: RowLocks): Promise<void>;
  /** Removes a deleted resource from settings. Returns the monitors that referred to it. */
  removeReferences?(
    db: Transaction<Schema>,
    deleted: ResourceKey,
    locks: RowLocks,
  ): Promise<readonly number[]>;
}

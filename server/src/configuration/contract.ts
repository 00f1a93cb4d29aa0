import type { ConfiguredKind } from '@overdue/domain/configuration/resource.ts';
import type { ChannelStore } from '../channels/contract.ts';
import type { DeletionCheck, Revised } from '../database/edits.ts';
import type { Resources, ResourceTypes } from '../database/resources/contract.ts';
import type { EscalationStore } from '../escalations/contract.ts';
import type { MaintenanceStore } from '../maintenance/contract.ts';
import type { ImportedRows, ImportLimits, ImportOptions } from '../monitors/contract.ts';
import type { OnCallStore } from '../on-call/contract.ts';
import type { ProjectStore, ShareStore } from '../projects/contract.ts';
import type { ViewStore } from '../views/contract.ts';

/** A resource that a configuration file manages. */
export interface ManagedResource {
  readonly teamID: string;
  /** ID of the resource in the API. */
  readonly resourceID: string;
  /** Name of the file. */
  readonly file: string;
  readonly kind: ConfiguredKind;
  /** The resource's key in the file. */
  readonly key: string;
}

export interface ManagedResourceTypes extends ResourceTypes {
  readonly record: Revised<ManagedResource>;
  readonly new: ManagedResource;
  readonly change: Partial<Pick<ManagedResource, 'file' | 'key'>>;
  /** `taken`: a file already manages the resource, or the file already uses the key. */
  readonly creationRefusal: 'taken';
  readonly deletionRefusal: never;
}

/** Stores of the resources that configuration files manage, besides monitors. */
export interface ResourceStores
  extends ChannelStore,
    OnCallStore,
    EscalationStore,
    ProjectStore,
    MaintenanceStore,
    ShareStore,
    ViewStore {}

/** Methods that change one team, within an open transaction that holds the team's lock. */
export interface TeamTransaction extends ResourceStores {
  readonly managed: Resources<ManagedResourceTypes>;
  /**
   * Inserts all rows and applies all edits. Returns the IDs of the new monitors, in the order of the rows. Rethrows the error of
   * an edit.
   * @throws ImportRefusal
   */
  importMonitors(
    rows: ImportedRows,
    limits: ImportLimits,
    options?: ImportOptions,
  ): Promise<readonly number[]>;
  /** Deletes a monitor with all its rows, and ends its incident with an alert. Returns whether the monitor existed. */
  deleteMonitor(
    monitorID: number,
    at: number,
    check?: DeletionCheck<{ readonly revision: number }>,
  ): Promise<boolean>;
  /** Records that a file manages resources. The caller must first remove earlier entries of these resources. */
  manage(resources: readonly ManagedResource[]): Promise<void>;
  /** Removes the entries of resources. The resources themselves stay. */
  release(resourceIDs: readonly string[]): Promise<void>;
}

export interface ConfigurationStore {
  /** Resources that configuration files manage, by the ID of the resource in the API. */
  readonly managed: Resources<ManagedResourceTypes>;
  /**
   * Saves all changes of `work` in one transaction under the team's lock, or none of them if `work` throws. Rethrows that error. Runs
   * `work` again if the database aborted the transaction because of a conflict.
   */
  changeTogether<T>(teamID: string, work: (changes: TeamTransaction) => Promise<T>): Promise<T>;
}

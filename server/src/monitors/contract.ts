import type { Run } from '@overdue/domain/monitor/run.ts';
import type { NewChannel } from '../channels/contract.ts';
import type { IngestStore } from '../core/contract.ts';
import type { CheckedReferences, DeletionCheck } from '../database/edits.ts';
import type {
  CreateResult,
  EventBody,
  EventRecord,
  MonitorEdit,
  MonitorRecord,
  NewMonitor,
  PageRange,
  TransitionRecord,
} from '../database/records.ts';
import type { FoundInAnyTeam } from '../database/resources/contract.ts';
import type { NewProjectKey } from '../projects/contract.ts';

export type MonitorSelection =
  | { readonly shortIDs: readonly string[] }
  | { readonly ids: readonly number[] }
  /** Several monitors of a project can have the same slug. */
  | { readonly projectID: number; readonly slugs: readonly string[] };

export interface MonitorStore extends IngestStore, MonitorListStore {
  /**
   * Counts the team's monitors and inserts the new monitor in one transaction, so that concurrent creates never exceed the
   * allowance.
   */
  createMonitor(
    monitor: NewMonitor,
    allowance: number,
    references?: CheckedReferences,
  ): Promise<CreateResult>;
  /** Returns the normalized ping IDs that equal a text except for the case of letters, at most two. */
  findPingIDsInAnyCase(text: string): Promise<readonly string[]>;
  /**
   * Returns the selected monitors (at most 1,000) in no particular order. Leaves out deleted monitors and monitors of other
   * teams.
   */
  findMonitors(teamID: string, selection: MonitorSelection): Promise<readonly MonitorRecord[]>;
  /** Deletes monitors with all their rows, and ends their incidents with an alert. Returns the IDs that existed. */
  deleteMonitors(
    monitorIDs: readonly number[],
    at: number,
    check?: DeletionCheck<{ readonly revision: number }>,
  ): Promise<readonly number[]>;
  listEvents(monitorID: number, page: PageRange): Promise<readonly EventRecord[]>;
  /** Null if the event doesn't exist or has no body. */
  findEventBody(monitorID: number, number: number): Promise<Uint8Array | null>;
  /** Returns the newest body among at most 1,000 events; null if none of the events has a body. */
  findNewestBody(monitorID: number, numbers: readonly number[]): Promise<EventBody | null>;
  listRuns(monitorID: number, page: PageRange): Promise<readonly Run[]>;
  listTransitions(monitorID: number, page: PageRange): Promise<readonly TransitionRecord[]>;
}

export interface ImportedRows {
  readonly teamID: string;
  readonly monitors: readonly NewMonitor[];
  readonly channels: readonly NewChannel[];
  readonly projectKeys: readonly NewProjectKey[];
  /** Edits of monitors that exist already. */
  readonly edits: readonly MonitorEdit[];
  /** Healthchecks IDs that stay valid. */
  readonly legacyIDs: readonly LegacyID[];
}

/** Maximum numbers of monitors and channels that the team may have after an import. */
export interface ImportLimits {
  readonly monitors: number;
  readonly channels: number;
}

export interface ImportOptions {
  readonly references?: CheckedReferences;
  /** Called within the transaction, with the number of monitors inserted so far. */
  readonly report?: (monitors: number) => void;
}

/** Error that refuses a whole import. Thrown within a transaction, which is rolled back. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
  /** `id_taken`: a ping ID, short ID or key is in use. `monitor_gone`: a monitor to edit was deleted. */
  readonly outcome: 'allowance_used_up' | 'too_many_channels' | 'too_many_keys' | 'id_taken' | 'monitor_gone';
  constructor(outcome: ImportRefusal['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** A stored monitor in a list. Parsed into a record only on demand. */
export interface ListedMonitor {
  readonly id: number;
  /** Changes whenever the stored row changes; null if the database can't provide a version cheaply. */
  readonly version: string | null;
  read(): MonitorRecord;
}

export interface MonitorFilter {
  readonly projectShortID?: string;
  readonly projects?: readonly string[];
  readonly tag?: string;
  readonly q?: string;
  readonly afterID?: number;
  readonly limit?: number;
}

export interface MonitorListStore {
  /** Oldest first. Filters are combined with "and". `q` searches the name, ignoring case. */
  listMonitors(teamID: string, filter: MonitorFilter): Promise<readonly ListedMonitor[]>;
}

export interface GaugeStore {
  /** Reads the metrics of the next `limit` monitors after an ID, across all teams. */
  listMonitorGauges(afterID: number, limit: number): Promise<readonly MonitorGauges[]>;
}

export interface MonitorGauges {
  readonly id: number;
  readonly shortID: string;
  readonly name: string;
  readonly project: string;
  readonly team: string;
  readonly tags: readonly string[];
  readonly isDown: boolean;
  readonly lastPingAt: number | null;
  readonly failureStreak: number;
}

/**
 * A Healthchecks ID that stays valid in a project: the UUID of an integration, the key of a check's badge, or the address of a
 * tag's badge (`*` for all checks).
 */
export type LegacyID = { readonly projectID: number; readonly value: string } & (
  | { readonly kind: 'channel'; readonly channelShortID: string }
  | { readonly kind: 'check_badge'; readonly monitorShortID: string }
  | { readonly kind: 'tag_badge'; readonly tag: string }
);

export type LegacyBadge =
  | { readonly kind: 'check_badge'; readonly teamID: string; readonly monitorShortID: string }
  | {
      readonly kind: 'tag_badge';
      readonly teamID: string;
      readonly projectShortID: string;
      readonly tag: string;
    };

/** IDs of another service that an import stored and that stay valid. */
export interface LegacyIDStore {
  /** Finds badges by key or address. Knowing the key or address grants access. */
  readonly legacyIDs: FoundInAnyTeam<LegacyBadge> & {
    /** UUIDs of channels in a project, with the short IDs of the channels, oldest first. */
    listChannelUUIDs(
      projectID: number,
    ): Promise<readonly { readonly uuid: string; readonly shortID: string }[]>;
  };
}

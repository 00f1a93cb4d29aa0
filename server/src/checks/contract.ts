import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { StoredStatus } from '@overdue/domain/monitor/state.ts';

/** Number of shards of checked monitors. A monitor belongs to the shard `id % CHECK_SHARDS`. */
export const CHECK_SHARDS = 256;

/** A checked monitor with a slot that is due soon. */
export interface DueCheck {
  readonly monitorID: number;
  readonly shortID: string;
  readonly teamID: string;
  readonly rules: MonitorRules;
  readonly status: StoredStatus;
  /** The awaited slot. May be long past if nobody has checked for a while. */
  readonly slot: number;
  readonly url: string;
  /** Settings of the check, sealed for the team. */
  readonly sealedCheck: string;
}

export interface CheckStore {
  /** Returns checked monitors whose awaited slot is before `until`, earliest first. `shards`: the shards of interest; null for all. */
  listDueChecks(options: {
    readonly until: number;
    readonly shards: readonly number[] | null;
    readonly limit: number;
  }): Promise<readonly DueCheck[]>;
  /**
   * Renews the shards that this process holds, and takes shards whose leases have expired, up to its fair share. Gives back shards
   * beyond the fair share, unless they are in `busy`. @returns the shards held until `until`
   */
  holdCheckShards(options: {
    readonly holder: string;
    readonly region: string;
    readonly now: number;
    readonly until: number;
    readonly busy: ReadonlySet<number>;
  }): Promise<{ readonly shards: readonly number[]; readonly nodes: readonly CheckNode[] }>;
  /** Gives back all shards of a process that stops. */
  releaseCheckShards(holder: string): Promise<void>;
}

/** A live process that checks. */
export interface CheckNode {
  readonly holder: string;
  /** Empty if no region is set. */
  readonly region: string;
}

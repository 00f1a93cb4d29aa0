import type { MonitorRecord } from '../records.ts';

/** A stored monitor in a list. Parsed into a record only on demand. */
export interface ListedMonitor {
  readonly id: number;
  /** Changes with each change of the stored row; null if the database has no cheap version. */
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
  countMonitors(teamID: string): Promise<number>;
}

export interface GaugeStore {
  /** Reads the metrics of monitors of all teams: the next `limit` ones after an ID. */
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

import type { MonitorRecord } from '../records.ts';

/** A monitor of a list: what is stored of it, and only made into a record for those who look into it. */
export interface ListedMonitor {
  readonly id: number;
  /** A text that is another one after each change of what is stored; null where the database has none at hand. */
  readonly version: string | null;
  read(): MonitorRecord;
}

export interface MonitorFilter {
  readonly projectShortID?: string;
  /** Only monitors of these projects, by their short IDs. */
  readonly projects?: readonly string[];
  readonly tag?: string;
  readonly q?: string;
  /** Only monitors created after this one. */
  readonly afterID?: number;
  readonly limit?: number;
}

/** The monitors of a team, as many as it has. */
export interface MonitorListStore {
  /** Oldest first. */
  listMonitors(teamID: string, filter: MonitorFilter): Promise<readonly ListedMonitor[]>;
  countMonitors(teamID: string): Promise<number>;
}

export interface GaugeStore {
  /** Reads what metrics tell of each monitor of every team: the next `limit` monitors after an ID. */
  listMonitorGauges(afterID: number, limit: number): Promise<readonly MonitorGauges[]>;
}

/** Facts about a monitor that metrics tell. */
export interface MonitorGauges {
  readonly id: number;
  readonly shortID: string;
  readonly name: string;
  /** Name of its project. */
  readonly project: string;
  /** Slug of its team. */
  readonly team: string;
  readonly tags: readonly string[];
  /** True if the monitor has an open incident and is not paused. */
  readonly isDown: boolean;
  readonly lastPingAt: number | null;
  readonly failureStreak: number;
}

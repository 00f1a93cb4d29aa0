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

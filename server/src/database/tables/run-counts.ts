import type { RunCounts } from '@overdue/domain/statistics/run-counts.ts';

export interface RunCountTables {
  team_run_counts: TeamRunCountsTable;
  pruned_run_counts: PrunedRunCountsTable;
}

/**
 * Counts of a team's runs by the quarter of an hour in which they began, numbered from 1970. The sum of all shards is the total.
 */
interface TeamRunCountsTable extends RunCounts {
  team_id: string;
  quarter: number;
  /**
   * Number of a partial count. Nodes that count runs of one team use different shards, so that they don't wait for each other.
   * Always 0 on SQLite.
   */
  shard: number;
}

/** Counts of a monitor's deleted runs by the UTC day on which they began, numbered from 1970. */
interface PrunedRunCountsTable extends RunCounts {
  monitor_id: number;
  day: number;
}

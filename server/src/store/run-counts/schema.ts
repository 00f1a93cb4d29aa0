import type { RunCounts } from '../../domain/statistics/run-counts.ts';

export interface RunCountTables {
  team_run_counts: TeamRunCountsTable;
  pruned_run_counts: PrunedRunCountsTable;
}

/** Runs of a team that began in a quarter of an hour since 1970. The sum of all shards counts. */
interface TeamRunCountsTable extends RunCounts {
  team_id: string;
  quarter: number;
  /**
   * Number of a partial count. Nodes that count runs of one team use different shards, so that they don't wait for each other.
   * Always 0 on SQLite.
   */
  shard: number;
}

/** Deleted runs of a monitor that began on a UTC day since 1970. */
interface PrunedRunCountsTable extends RunCounts {
  monitor_id: number;
  day: number;
}

import { TEXT } from './column-types.ts';

/**
 * Counts of runs by time. A team's runs are counted when they are stored, a monitor's runs when they are deleted. Starts empty,
 * because counting the runs of a large installation takes longer than nodes may wait.
 */
export const runCounts: readonly string[] = [
  `CREATE TABLE team_run_counts (
    team_id ${TEXT} NOT NULL, quarter BIGINT NOT NULL, shard BIGINT NOT NULL, succeeded BIGINT NOT NULL,
    failed BIGINT NOT NULL, missed BIGINT NOT NULL, late BIGINT NOT NULL, unknown BIGINT NOT NULL,
    PRIMARY KEY (team_id, quarter, shard)
  )`,
  `CREATE TABLE pruned_run_counts (
    monitor_id BIGINT NOT NULL, day BIGINT NOT NULL, succeeded BIGINT NOT NULL, failed BIGINT NOT NULL,
    missed BIGINT NOT NULL, late BIGINT NOT NULL, unknown BIGINT NOT NULL, PRIMARY KEY (monitor_id, day)
  )`,
];

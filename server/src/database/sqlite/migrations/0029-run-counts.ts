/**
 * Counts of runs by time. `team_run_counts` counts runs when they are stored, and `pruned_run_counts` counts runs when they are
 * deleted.
 */
export const runCounts: readonly string[] = [
  `CREATE TABLE team_run_counts (
    team_id TEXT NOT NULL, quarter INTEGER NOT NULL, shard INTEGER NOT NULL, succeeded INTEGER NOT NULL,
    failed INTEGER NOT NULL, missed INTEGER NOT NULL, late INTEGER NOT NULL, unknown INTEGER NOT NULL,
    PRIMARY KEY (team_id, quarter, shard)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE pruned_run_counts (
    monitor_id INTEGER NOT NULL, day INTEGER NOT NULL, succeeded INTEGER NOT NULL, failed INTEGER NOT NULL,
    missed INTEGER NOT NULL, late INTEGER NOT NULL, unknown INTEGER NOT NULL, PRIMARY KEY (monitor_id, day)
  ) STRICT, WITHOUT ROWID`,
  // Counts the runs that are already stored. Integer division rounds down here, because times after 1970 are positive.
  `INSERT INTO team_run_counts
    SELECT m.team_id, COALESCE(r.started_at, r.ended_at - COALESCE(r.duration_ms, 0), r.expected_at, 0) / 900000, 0,
      SUM(r.state = 'succeeded'), SUM(r.state IN ('failed', 'timed_out')), SUM(r.state = 'missed'), SUM(r.late),
      SUM(r.state = 'unknown')
    FROM runs r JOIN monitors m ON m.id = r.monitor_id WHERE r.state <> 'running' GROUP BY 1, 2`,
];

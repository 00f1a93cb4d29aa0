import { RUN_COUNTS } from '@overdue/domain/statistics/run-counts.ts';
import { bigintArray, textArray } from '../../database/postgres/arrays.ts';
import type { Statement } from '../../database/postgres/statement.ts';
import { type TeamCounts, writeTeamCounts } from '../run-counts/team-counts.ts';

/**
 * Number of rows that share the counts of one team and one quarter of an hour. Several rows let concurrent batches count without
 * waiting for each other.
 */
const SHARDS = 16;

/** Sorted, so that two batches with the same shard can't deadlock. */
const ADD_COUNTS = `INSERT INTO team_run_counts AS t (team_id, quarter, shard, ${RUN_COUNTS.join(', ')})
  SELECT team_id, quarter, pg_backend_pid() % ${SHARDS}, ${RUN_COUNTS.join(', ')}
  FROM unnest($1::text[], $2::bigint[], ${RUN_COUNTS.map((_, index) => `$${index + 3}::bigint[]`).join(', ')})
    AS u (team_id, quarter, ${RUN_COUNTS.join(', ')})
  ORDER BY team_id COLLATE "C", quarter
  ON CONFLICT (team_id, quarter, shard) DO UPDATE SET ${RUN_COUNTS.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}`;

export function saveRunCounts(changes: TeamCounts): readonly Statement[] {
  const rows = writeTeamCounts(changes);
  if (rows.length === 0) return [];
  return [
    {
      text: ADD_COUNTS,
      values: [
        textArray(rows, ({ teamID }) => teamID),
        bigintArray(rows, ({ quarter }) => quarter),
        ...RUN_COUNTS.map((name) => bigintArray(rows, ({ counts }) => counts[name])),
      ],
    },
  ];
}

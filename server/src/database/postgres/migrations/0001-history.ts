import { TEXT } from './column-types.ts';

/**
 * Partitioned by time, so that old data can be dropped as whole tables. Default partitions store rows that fit no other
 * partition.
 */
export const history: readonly string[] = [
  `CREATE TABLE events (
    monitor_id BIGINT NOT NULL, number BIGINT NOT NULL, type ${TEXT} NOT NULL, at BIGINT NOT NULL, duration_ms BIGINT,
    run_id ${TEXT} NOT NULL, warnings ${TEXT}, method ${TEXT} NOT NULL, user_agent ${TEXT} NOT NULL,
    remote_address ${TEXT} NOT NULL, exit_status INTEGER, body_size BIGINT NOT NULL, PRIMARY KEY (monitor_id, number, at)
  ) PARTITION BY RANGE (at)`,
  `CREATE TABLE events_default PARTITION OF events DEFAULT`,
  `CREATE TABLE event_bodies (
    monitor_id BIGINT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (monitor_id, number, at)
  ) PARTITION BY RANGE (at)`,
  `CREATE TABLE event_bodies_default PARTITION OF event_bodies DEFAULT`,
  // made_at is the time of the command that created the row. Unlike a run's other times it never changes.
  `CREATE TABLE runs (
    monitor_id BIGINT NOT NULL, seq BIGINT NOT NULL, made_at BIGINT NOT NULL, run_id ${TEXT} NOT NULL,
    state ${TEXT} NOT NULL, expected_at BIGINT, started_at BIGINT, ended_at BIGINT, duration_ms BIGINT,
    late INTEGER NOT NULL, start_event BIGINT, end_event BIGINT, deadline_at BIGINT, blind_window_id BIGINT,
    counted ${TEXT}, PRIMARY KEY (monitor_id, seq, made_at)
  ) PARTITION BY RANGE (made_at)`,
  // Indexes leave out the columns of a run's progress, so that ending a run updates no index and rewrites its row on the same
  // page.
  `CREATE INDEX runs_run_id ON runs (run_id, monitor_id)`,
  `CREATE INDEX runs_expected ON runs (monitor_id, expected_at) WHERE expected_at IS NOT NULL`,
  `CREATE INDEX runs_blind ON runs (blind_window_id) WHERE blind_window_id IS NOT NULL`,
  `CREATE TABLE runs_default PARTITION OF runs DEFAULT`,
];

/** Times that jobs report, and the time of each monitor's last resume. */
export const reportedTimes: readonly string[] = [
  'ALTER TABLE events ADD COLUMN happened_at BIGINT',
  'ALTER TABLE queued_pings ADD COLUMN happened_at BIGINT',
  'ALTER TABLE monitor_states ADD COLUMN streaks_since BIGINT NOT NULL DEFAULT 0',
];

/** Times that jobs report, and the time of each monitor's last resume. */
export const reportedTimes: readonly string[] = [
  'ALTER TABLE events ADD COLUMN happened_at INTEGER',
  'ALTER TABLE monitor_states ADD COLUMN streaks_since INTEGER NOT NULL DEFAULT 0',
];

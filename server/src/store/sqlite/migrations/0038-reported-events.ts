/** An index of events whose jobs reported their times, so that a repeated report is found. */
export const reportedEvents: readonly string[] = [
  'CREATE INDEX events_reported ON events (monitor_id, happened_at) WHERE happened_at IS NOT NULL',
];

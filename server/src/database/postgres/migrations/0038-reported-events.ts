/** Index of events with a time that the job reported, to find repeated reports. */
export const reportedEvents: readonly string[] = [
  'CREATE INDEX events_reported ON events (monitor_id, happened_at) WHERE happened_at IS NOT NULL',
];

/** URLs to which monitors forward their pings, and the progress of forwarding. The index covers all columns that a list reads. */
export const forwarding: readonly string[] = [
  "ALTER TABLE monitors ADD COLUMN forward_to TEXT NOT NULL DEFAULT ''",
  'DROP INDEX monitors_team',
  `CREATE INDEX monitors_team ON monitors (
    team_id, id, project_id, short_id, ping_id, name, description, tags, schedule_type, interval_ms, cron, timezone, grace_ms,
    max_run_ms, alert_after_failures, recover_after_successes, created_at, alerting, revision, runbook_url, slug,
    on_calendar, manual_resume, ping_filter, forward_to
  )`,
  `CREATE TABLE forwarding (
    monitor_id INTEGER PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE, forwarded_until INTEGER NOT NULL,
    due_at INTEGER NOT NULL DEFAULT 0, lease_until INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
    last_sent_at INTEGER, failed_at INTEGER, error TEXT NOT NULL DEFAULT '', dropped INTEGER NOT NULL DEFAULT 0,
    dropped_at INTEGER
  ) STRICT`,
];

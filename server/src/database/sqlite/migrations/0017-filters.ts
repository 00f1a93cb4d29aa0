/** Ping filters, and whether a ping resumes a paused monitor. The index covers all columns that a list reads. */
export const filters: readonly string[] = [
  'ALTER TABLE monitors ADD COLUMN manual_resume INTEGER NOT NULL DEFAULT 1',
  "ALTER TABLE monitors ADD COLUMN ping_filter TEXT NOT NULL DEFAULT ''",
  'DROP INDEX monitors_team',
  `CREATE INDEX monitors_team ON monitors (
    team_id, id, project_id, short_id, ping_id, name, description, tags, schedule_type, interval_ms, cron, timezone, grace_ms,
    max_run_ms, alert_after_failures, recover_after_successes, created_at, alerting, revision, runbook_url, slug,
    on_calendar, manual_resume, ping_filter
  )`,
];

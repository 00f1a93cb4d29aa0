/** A link from each monitor to the instructions for its failures. The index covers all columns that a list reads. */
export const runbook: readonly string[] = [
  "ALTER TABLE monitors ADD COLUMN runbook_url TEXT NOT NULL DEFAULT ''",
  'DROP INDEX monitors_team',
  `CREATE INDEX monitors_team ON monitors (
    team_id, id, project_id, short_id, ping_id, name, description, tags, schedule_type, interval_ms, cron, timezone, grace_ms,
    max_run_ms, alert_after_failures, recover_after_successes, created_at, alerting, revision, runbook_url
  )`,
];

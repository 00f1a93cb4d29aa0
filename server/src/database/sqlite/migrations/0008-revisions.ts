const EDITED = [
  'monitors',
  'projects',
  'channels',
  'maintenance_windows',
  'escalation_policies',
  'shares',
  'teams',
  'members',
  'users',
];

/** Revision numbers, which count the changes to a resource's settings. */
export const revisions: readonly string[] = [
  ...EDITED.map((table) => `ALTER TABLE ${table} ADD COLUMN revision INTEGER NOT NULL DEFAULT 1`),
  'DROP INDEX monitors_team',
  `CREATE INDEX monitors_team ON monitors (
    team_id, id, project_id, short_id, ping_id, name, description, tags, schedule_type, interval_ms, cron, timezone, grace_ms,
    max_run_ms, alert_after_failures, recover_after_successes, created_at, alerting, revision
  )`,
];

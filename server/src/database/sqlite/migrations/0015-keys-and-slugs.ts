/** Keys of projects, and slugs of monitors. The index covers all columns that a list reads. */
export const keysAndSlugs: readonly string[] = [
  `CREATE TABLE project_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT, short_id TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL REFERENCES teams (id),
    project_id INTEGER NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED, kind TEXT NOT NULL, name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE, prefix TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    last_used_at INTEGER, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX project_keys_team ON project_keys (team_id, id)',
  'CREATE INDEX project_keys_project ON project_keys (project_id, id)',
  "ALTER TABLE monitors ADD COLUMN slug TEXT NOT NULL DEFAULT ''",
  // The index `monitors_slug` also finds the monitors of a project, so it replaces `monitors_project`.
  'DROP INDEX monitors_project',
  'CREATE INDEX monitors_slug ON monitors (project_id, slug)',
  'DROP INDEX monitors_team',
  `CREATE INDEX monitors_team ON monitors (
    team_id, id, project_id, short_id, ping_id, name, description, tags, schedule_type, interval_ms, cron, timezone, grace_ms,
    max_run_ms, alert_after_failures, recover_after_successes, created_at, alerting, revision, runbook_url, slug
  )`,
];

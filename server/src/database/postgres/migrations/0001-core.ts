import { ID, TEXT } from './column-types.ts';

/** Tables of monitors and their states. Hot tables have no foreign keys, which would cost look-ups. */
export const core: readonly string[] = [
  `CREATE TABLE users (
    id ${TEXT} PRIMARY KEY, email ${TEXT} NOT NULL UNIQUE CHECK (email = lower(email)), name ${TEXT} NOT NULL,
    email_verified INTEGER NOT NULL, image ${TEXT}, created_at ${TEXT} NOT NULL, updated_at ${TEXT} NOT NULL
  )`,
  `CREATE TABLE accounts (
    id ${TEXT} PRIMARY KEY, user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, provider_id ${TEXT} NOT NULL,
    account_id ${TEXT} NOT NULL, password ${TEXT}, created_at ${TEXT} NOT NULL, updated_at ${TEXT} NOT NULL,
    UNIQUE (provider_id, account_id)
  )`,
  `CREATE INDEX accounts_user ON accounts (user_id)`,
  `CREATE TABLE teams (
    id ${TEXT} PRIMARY KEY, name ${TEXT} NOT NULL, slug ${TEXT} NOT NULL UNIQUE, created_at ${TEXT} NOT NULL,
    alerting ${TEXT} NOT NULL DEFAULT '{}'
  )`,
  `CREATE TABLE members (
    id ${TEXT} PRIMARY KEY, team_id ${TEXT} NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, role ${TEXT} NOT NULL, created_at ${TEXT} NOT NULL,
    UNIQUE (team_id, user_id)
  )`,
  `CREATE INDEX members_user ON members (user_id)`,
  `CREATE TABLE api_tokens (
    id ${TEXT} PRIMARY KEY, member_id ${TEXT} NOT NULL REFERENCES members (id) ON DELETE CASCADE, name ${TEXT} NOT NULL,
    scope ${TEXT} NOT NULL, prefix ${TEXT} NOT NULL, hash ${TEXT} NOT NULL UNIQUE, created_at BIGINT NOT NULL,
    last_used_at BIGINT, expires_at BIGINT
  )`,
  `CREATE INDEX api_tokens_member ON api_tokens (member_id, id)`,
  `CREATE TABLE projects (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    is_default INTEGER NOT NULL, created_at BIGINT NOT NULL, alerting ${TEXT} NOT NULL DEFAULT '{}'
  )`,
  `CREATE INDEX projects_team ON projects (team_id, id)`,
  `CREATE UNIQUE INDEX projects_default ON projects (team_id) WHERE is_default = 1`,
  `CREATE TABLE monitors (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), project_id BIGINT NOT NULL REFERENCES projects (id),
    short_id ${TEXT} NOT NULL UNIQUE, ping_id ${TEXT} NOT NULL, ping_key ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    description ${TEXT} NOT NULL, tags ${TEXT} NOT NULL, schedule_type ${TEXT} NOT NULL, interval_ms BIGINT NOT NULL,
    cron ${TEXT} NOT NULL, timezone ${TEXT} NOT NULL, grace_ms BIGINT NOT NULL, max_run_ms BIGINT,
    alert_after_failures BIGINT NOT NULL, recover_after_successes BIGINT NOT NULL, created_at BIGINT NOT NULL,
    alerting ${TEXT} NOT NULL DEFAULT '{}'
  )`,
  `CREATE INDEX monitors_team ON monitors (team_id, id)`,
  `CREATE INDEX monitors_project ON monitors (project_id)`,
  // Each ping rewrites a row, so pages keep free room for the new version. The rules version lets a node cache a monitor's rules.
  `CREATE TABLE monitor_states (
    monitor_id BIGINT PRIMARY KEY, rules_version BIGINT NOT NULL DEFAULT 0, paused INTEGER NOT NULL,
    reported INTEGER NOT NULL, event_count BIGINT NOT NULL, run_count BIGINT NOT NULL, last_ping_at BIGINT,
    last_start_seq BIGINT, next_expected_at BIGINT, previous_expected_at BIGINT, met_until BIGINT NOT NULL,
    settled_at BIGINT NOT NULL, missed_streak BIGINT NOT NULL, failure_streak BIGINT NOT NULL,
    success_streak BIGINT NOT NULL, open_runs BIGINT NOT NULL, run_deadline_at BIGINT, incident_reason ${TEXT},
    incident_at BIGINT, incident_expected_at BIGINT, failure_reason ${TEXT}, failure_at BIGINT,
    failure_expected_at BIGINT, wake_at BIGINT
  ) WITH (fillfactor = 60)`,
  `CREATE INDEX monitor_states_wake ON monitor_states (wake_at) WHERE wake_at IS NOT NULL`,
  `CREATE TABLE transitions (
    id ${ID}, monitor_id BIGINT NOT NULL, from_status ${TEXT} NOT NULL, to_status ${TEXT} NOT NULL, at BIGINT NOT NULL,
    reason ${TEXT} NOT NULL, run_seq BIGINT, event_number BIGINT
  )`,
  `CREATE INDEX transitions_monitor ON transitions (monitor_id, id)`,
  `CREATE TABLE blind_windows (id ${ID}, from_at BIGINT NOT NULL, to_at BIGINT NOT NULL, settled_at BIGINT)`,
  `CREATE TABLE watch (id INTEGER PRIMARY KEY CHECK (id = 1), watched_until BIGINT NOT NULL)`,
];

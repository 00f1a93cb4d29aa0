/** Tables of monitors and their histories. Hot tables have no foreign keys, which would cost look-ups. */
export const core: readonly string[] = [
  `CREATE TABLE users (
    id TEXT PRIMARY KEY, email TEXT NOT NULL COLLATE NOCASE UNIQUE, name TEXT NOT NULL,
    email_verified INTEGER NOT NULL, image TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE accounts (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, provider_id TEXT NOT NULL,
    account_id TEXT NOT NULL, password TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (provider_id, account_id)
  ) STRICT`,
  `CREATE INDEX accounts_user ON accounts (user_id)`,
  `CREATE TABLE teams (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE members (
    id TEXT PRIMARY KEY, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, role TEXT NOT NULL, created_at TEXT NOT NULL,
    UNIQUE (team_id, user_id)
  ) STRICT`,
  `CREATE INDEX members_user ON members (user_id)`,
  `CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY, member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE, name TEXT NOT NULL,
    scope TEXT NOT NULL, prefix TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL,
    last_used_at INTEGER, expires_at INTEGER
  ) STRICT`,
  `CREATE INDEX api_tokens_member ON api_tokens (member_id, id)`,
  `CREATE TABLE projects (
    id INTEGER PRIMARY KEY, team_id TEXT NOT NULL REFERENCES teams (id), short_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, is_default INTEGER NOT NULL, created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX projects_team ON projects (team_id, id)`,
  `CREATE UNIQUE INDEX projects_default ON projects (team_id) WHERE is_default = 1`,
  `CREATE TABLE monitors (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id),
    project_id INTEGER NOT NULL REFERENCES projects (id), short_id TEXT NOT NULL UNIQUE, ping_id TEXT NOT NULL,
    ping_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT NOT NULL, tags TEXT NOT NULL,
    schedule_type TEXT NOT NULL, interval_ms INTEGER NOT NULL, cron TEXT NOT NULL, timezone TEXT NOT NULL,
    grace_ms INTEGER NOT NULL, max_run_ms INTEGER, alert_after_failures INTEGER NOT NULL,
    recover_after_successes INTEGER NOT NULL, created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX monitors_team ON monitors (team_id, id)`,
  `CREATE INDEX monitors_project ON monitors (project_id)`,
  `CREATE TABLE monitor_states (
    monitor_id INTEGER PRIMARY KEY, paused INTEGER NOT NULL, reported INTEGER NOT NULL, event_count INTEGER NOT NULL,
    run_count INTEGER NOT NULL, last_ping_at INTEGER, last_start_seq INTEGER, next_expected_at INTEGER,
    previous_expected_at INTEGER, met_until INTEGER NOT NULL, settled_at INTEGER NOT NULL,
    missed_streak INTEGER NOT NULL, failure_streak INTEGER NOT NULL, success_streak INTEGER NOT NULL,
    open_runs INTEGER NOT NULL, run_deadline_at INTEGER, incident_reason TEXT, incident_at INTEGER,
    incident_expected_at INTEGER, failure_reason TEXT, failure_at INTEGER, failure_expected_at INTEGER, wake_at INTEGER,
    last_event_id INTEGER, last_run_id INTEGER
  ) STRICT`,
  `CREATE INDEX monitor_states_wake ON monitor_states (wake_at) WHERE wake_at IS NOT NULL`,
  // Events and runs are only appended, so that a batch of pings dirties few pages. Each row has the ID of the monitor's previous
  // row, and the monitor's state has the ID of the newest row. Lists follow this chain. Every hundredth row is an anchor, where a
  // reader can enter the chain.
  `CREATE TABLE events (
    id INTEGER PRIMARY KEY, previous_id INTEGER, monitor_id INTEGER NOT NULL, number INTEGER NOT NULL, type TEXT NOT NULL,
    at INTEGER NOT NULL, duration_ms INTEGER, run_id TEXT NOT NULL, warnings TEXT, method TEXT NOT NULL,
    user_agent TEXT NOT NULL, remote_address TEXT NOT NULL, exit_status INTEGER, body_size INTEGER NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX events_anchor ON events (monitor_id, number) WHERE number % 100 = 0`,
  `CREATE TABLE event_bodies (
    monitor_id INTEGER NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (monitor_id, number)
  ) STRICT`,
  `CREATE TABLE runs (
    id INTEGER PRIMARY KEY, previous_id INTEGER, monitor_id INTEGER NOT NULL, seq INTEGER NOT NULL, run_id TEXT NOT NULL,
    state TEXT NOT NULL, expected_at INTEGER, started_at INTEGER, ended_at INTEGER, duration_ms INTEGER,
    late INTEGER NOT NULL, start_event INTEGER, end_event INTEGER, deadline_at INTEGER, blind_window_id INTEGER,
    counted TEXT
  ) STRICT`,
  `CREATE UNIQUE INDEX runs_anchor ON runs (monitor_id, seq) WHERE seq % 100 = 0`,
  `CREATE UNIQUE INDEX runs_run_id ON runs (run_id, monitor_id)`,
  `CREATE UNIQUE INDEX runs_expected ON runs (monitor_id, expected_at) WHERE expected_at IS NOT NULL`,
  `CREATE INDEX runs_open ON runs (monitor_id, deadline_at) WHERE state = 'running'`,
  `CREATE INDEX runs_blind ON runs (blind_window_id) WHERE blind_window_id IS NOT NULL`,
  `CREATE TABLE transitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, from_status TEXT NOT NULL,
    to_status TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL, run_seq INTEGER, event_number INTEGER
  ) STRICT`,
  `CREATE INDEX transitions_monitor ON transitions (monitor_id, id)`,
  `CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL, monitor_id INTEGER, kind TEXT NOT NULL,
    transition_id INTEGER UNIQUE, blind_window_id INTEGER, created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX outbox_blind ON outbox (blind_window_id, team_id) WHERE blind_window_id IS NOT NULL`,
  `CREATE TABLE blind_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, settled_at INTEGER
  ) STRICT`,
  `CREATE TABLE watch (id INTEGER PRIMARY KEY CHECK (id = 1), watched_until INTEGER NOT NULL) STRICT`,
];

/** Accounts, and the ways to sign in. */
const accounts: readonly string[] = [
  `CREATE TABLE users (
    id TEXT PRIMARY KEY, email TEXT NOT NULL COLLATE NOCASE UNIQUE, name TEXT NOT NULL, email_verified INTEGER NOT NULL,
    image TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, two_factor_enabled INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  `CREATE TABLE accounts (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, provider_id TEXT NOT NULL,
    account_id TEXT NOT NULL, password TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, access_token TEXT,
    refresh_token TEXT, id_token TEXT, access_token_expires_at TEXT, refresh_token_expires_at TEXT, scope TEXT,
    UNIQUE (provider_id, account_id)
  ) STRICT`,
  'CREATE INDEX accounts_user ON accounts (user_id)',
  `CREATE TABLE sessions (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, token TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, ip_address TEXT, user_agent TEXT,
    active_team_id TEXT, authenticated_at INTEGER, sign_in_method TEXT
  ) STRICT`,
  'CREATE INDEX sessions_user ON sessions (user_id)',
  'CREATE INDEX sessions_expiry ON sessions (expires_at)',
  `CREATE TABLE verifications (
    id TEXT PRIMARY KEY, identifier TEXT NOT NULL, value TEXT NOT NULL, expires_at TEXT NOT NULL, created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX verifications_identifier ON verifications (identifier)',
  'CREATE INDEX verifications_expiry ON verifications (expires_at)',
  `CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, name TEXT, public_key TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE, counter INTEGER NOT NULL, device_type TEXT NOT NULL, backed_up INTEGER NOT NULL,
    transports TEXT, created_at TEXT, aaguid TEXT
  ) STRICT`,
  'CREATE INDEX passkeys_user ON passkeys (user_id)',
  `CREATE TABLE two_factors (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE, secret TEXT NOT NULL,
    backup_codes TEXT NOT NULL, verified INTEGER NOT NULL DEFAULT 1, failed_verification_count INTEGER NOT NULL DEFAULT 0,
    locked_until TEXT, last_step INTEGER
  ) STRICT`,
  // Known and trusted browsers.
  `CREATE TABLE known_browsers (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, token_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL, used_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, trusted_until INTEGER,
    remote_address TEXT NOT NULL, user_agent TEXT NOT NULL, UNIQUE (token_hash, user_id)
  ) STRICT`,
  'CREATE INDEX known_browsers_user ON known_browsers (user_id)',
  'CREATE INDEX known_browsers_expiry ON known_browsers (expires_at)',
  `CREATE TABLE sign_in_attempts (
    key TEXT PRIMARY KEY, attempts INTEGER NOT NULL, since_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX sign_in_attempts_since ON sign_in_attempts (since_at)',
  'CREATE TABLE first_setup (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT',
  // Text sealed with the service's key, to detect a start with a different key.
  'CREATE TABLE key_check (id INTEGER PRIMARY KEY CHECK (id = 1), sealed TEXT NOT NULL) STRICT',
];

const teams: readonly string[] = [
  `CREATE TABLE teams (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL,
    alerting TEXT NOT NULL DEFAULT '{}', revision INTEGER NOT NULL DEFAULT 1, two_factor_required INTEGER NOT NULL DEFAULT 0,
    token_days_max INTEGER
  ) STRICT`,
  `CREATE TABLE members (
    id TEXT PRIMARY KEY, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, role TEXT NOT NULL, created_at TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1, UNIQUE (team_id, user_id)
  ) STRICT`,
  'CREATE INDEX members_user ON members (user_id)',
  `CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY, member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE, name TEXT NOT NULL,
    scope TEXT NOT NULL, prefix TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, last_used_at INTEGER,
    expires_at INTEGER, projects TEXT
  ) STRICT`,
  'CREATE INDEX api_tokens_member ON api_tokens (member_id, id)',
  // Deleted with the member who sent it, so that a removed member can't return through an invitation.
  `CREATE TABLE invitations (
    id TEXT PRIMARY KEY, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, email TEXT, role TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    invited_by TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    token_id TEXT REFERENCES api_tokens (id) ON DELETE CASCADE
  ) STRICT`,
  'CREATE INDEX invitations_team ON invitations (team_id, id)',
  'CREATE INDEX invitations_email ON invitations (email, id) WHERE email IS NOT NULL',
  'CREATE INDEX invitations_invited_by ON invitations (invited_by)',
  'CREATE INDEX invitations_token ON invitations (token_id) WHERE token_id IS NOT NULL',
  // Program logins that wait for a person's confirmation.
  `CREATE TABLE device_authorizations (
    token_hash TEXT PRIMARY KEY, token_prefix TEXT NOT NULL, user_code_hash TEXT NOT NULL UNIQUE, host_name TEXT NOT NULL,
    remote_address TEXT NOT NULL, scope TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    interval_seconds INTEGER NOT NULL, polled_at INTEGER, decision TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX device_authorizations_expiry ON device_authorizations (expires_at)',
  // Browsers that show alerts as notifications. Deleted with their account, and when their session is ended.
  `CREATE TABLE push_devices (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE, name TEXT NOT NULL, subscription TEXT NOT NULL,
    address_hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, used_at INTEGER
  ) STRICT`,
  'CREATE INDEX push_devices_user ON push_devices (user_id, id)',
  'CREATE INDEX push_devices_session ON push_devices (session_id)',
  `CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL, at INTEGER NOT NULL, actor_kind TEXT NOT NULL,
    actor_user_id TEXT, actor_name TEXT NOT NULL, actor_email TEXT NOT NULL, actor_token TEXT, action TEXT NOT NULL,
    target_kind TEXT, target_id TEXT, target_name TEXT, details TEXT NOT NULL, remote_address TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX audit_log_team ON audit_log (team_id, id)',
  'CREATE INDEX audit_log_actor ON audit_log (team_id, actor_email, id)',
  'CREATE INDEX audit_log_action ON audit_log (team_id, action, id)',
];

const projects: readonly string[] = [
  `CREATE TABLE projects (
    id INTEGER PRIMARY KEY, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, short_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    is_default INTEGER NOT NULL, created_at INTEGER NOT NULL, alerting TEXT NOT NULL DEFAULT '{}',
    revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX projects_team ON projects (team_id, id)',
  'CREATE UNIQUE INDEX projects_default ON projects (team_id) WHERE is_default = 1',
  `CREATE TABLE project_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT, short_id TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED, kind TEXT NOT NULL, name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE, prefix TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    last_used_at INTEGER, revision INTEGER NOT NULL DEFAULT 1, expires_at INTEGER,
    token_id TEXT REFERENCES api_tokens (id) ON DELETE CASCADE
  ) STRICT`,
  'CREATE INDEX project_keys_team ON project_keys (team_id, id)',
  'CREATE INDEX project_keys_project ON project_keys (project_id, id)',
  'CREATE INDEX project_keys_token ON project_keys (token_id) WHERE token_id IS NOT NULL',
  `CREATE TABLE shares (
    id INTEGER PRIMARY KEY AUTOINCREMENT, share_id TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, key TEXT NOT NULL UNIQUE, title TEXT NOT NULL, scope TEXT NOT NULL, options TEXT NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX shares_team ON shares (team_id, id)',
  // Resources that configuration files manage.
  `CREATE TABLE managed_resources (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, resource_id TEXT NOT NULL,
    file TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, revision INTEGER NOT NULL DEFAULT 1,
    UNIQUE (team_id, resource_id), UNIQUE (team_id, file, kind, key)
  ) STRICT`,
];

const monitors: readonly string[] = [
  `CREATE TABLE monitors (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id),
    project_id INTEGER NOT NULL REFERENCES projects (id), short_id TEXT NOT NULL UNIQUE, ping_id TEXT NOT NULL,
    normalized_ping_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT NOT NULL, tags TEXT NOT NULL,
    schedule_type TEXT NOT NULL, interval_ms INTEGER NOT NULL, cron TEXT NOT NULL, timezone TEXT NOT NULL,
    grace_ms INTEGER NOT NULL, max_run_ms INTEGER, alert_after_failures INTEGER NOT NULL,
    recover_after_successes INTEGER NOT NULL, created_at INTEGER NOT NULL, alerting TEXT NOT NULL DEFAULT '{}',
    revision INTEGER NOT NULL DEFAULT 1, runbook_url TEXT NOT NULL DEFAULT '', slug TEXT NOT NULL DEFAULT '',
    on_calendar TEXT NOT NULL DEFAULT '', manual_resume INTEGER NOT NULL DEFAULT 1, ping_filter TEXT NOT NULL DEFAULT '',
    forward_to TEXT NOT NULL DEFAULT '', kind TEXT NOT NULL DEFAULT 'cron', url TEXT NOT NULL DEFAULT '',
    sealed_check TEXT NOT NULL DEFAULT '', slot_phase_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  "CREATE INDEX monitors_checked ON monitors (id) WHERE kind <> 'cron'",
  // Also finds the monitors of a project.
  'CREATE INDEX monitors_slug ON monitors (project_id, slug)',
  // A team's monitors are scattered over the table, so a list would read one page per monitor. This index holds all columns of a list
  // side by side. Pings don't touch it, because they change another table.
  `CREATE INDEX monitors_team ON monitors (
    team_id, id, project_id, short_id, ping_id, name, description, tags, schedule_type, interval_ms, cron, timezone, grace_ms,
    max_run_ms, alert_after_failures, recover_after_successes, created_at, alerting, revision, runbook_url, slug,
    on_calendar, manual_resume, ping_filter, forward_to, kind, url, sealed_check, slot_phase_ms
  )`,
  // For the addresses of email pings.
  'CREATE INDEX monitors_normalized_ping_id_lower ON monitors (lower(normalized_ping_id))',
  `CREATE TABLE monitor_states (
    monitor_id INTEGER PRIMARY KEY, paused INTEGER NOT NULL, reported INTEGER NOT NULL, event_count INTEGER NOT NULL,
    run_count INTEGER NOT NULL, last_ping_at INTEGER, last_start_seq INTEGER, next_expected_at INTEGER,
    previous_expected_at INTEGER, met_until INTEGER NOT NULL, latest_run_expected_at INTEGER NOT NULL, missed_streak INTEGER NOT NULL,
    failure_streak INTEGER NOT NULL, success_streak INTEGER NOT NULL, open_runs INTEGER NOT NULL, run_limit_at INTEGER,
    incident_reason TEXT, incident_at INTEGER, incident_expected_at INTEGER, incident_message TEXT, failure_message TEXT, failure_reason TEXT, failure_at INTEGER,
    failure_expected_at INTEGER, wake_at INTEGER, last_event_id INTEGER, last_run_id INTEGER, ping_notices TEXT,
    streaks_since INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  'CREATE INDEX monitor_states_wake ON monitor_states (wake_at) WHERE wake_at IS NOT NULL',
  // Progress of forwarding each monitor's pings.
  `CREATE TABLE forwarding (
    monitor_id INTEGER PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE, forwarded_until INTEGER NOT NULL,
    due_at INTEGER NOT NULL DEFAULT 0, lease_until INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
    last_sent_at INTEGER, failed_at INTEGER, error TEXT NOT NULL DEFAULT '', dropped INTEGER NOT NULL DEFAULT 0,
    dropped_at INTEGER
  ) STRICT`,
  // Pings that were set aside because the database refuses their rows. They are tried again, in the order of their IDs for each monitor.
  `CREATE TABLE pings_set_aside (
    id INTEGER PRIMARY KEY, monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE, reason TEXT NOT NULL,
    tried_at INTEGER NOT NULL, at INTEGER NOT NULL, happened_at INTEGER, type TEXT NOT NULL, rid TEXT, new_run_id TEXT,
    duration_ms INTEGER, warnings TEXT NOT NULL, method TEXT NOT NULL, user_agent TEXT NOT NULL, remote_address TEXT NOT NULL,
    exit_status INTEGER, body BLOB
  ) STRICT`,
  'CREATE INDEX pings_set_aside_monitor ON pings_set_aside (monitor_id, id)',
];

/**
 * Events and runs are only appended, so that a batch of pings dirties few pages. Each row has the ID of the monitor's previous row, and
 * the monitor's state has the ID of the newest row. Lists follow this chain. Every hundredth row is an anchor, where a reader can enter
 * the chain.
 */
const history: readonly string[] = [
  `CREATE TABLE events (
    id INTEGER PRIMARY KEY, previous_id INTEGER, monitor_id INTEGER NOT NULL, number INTEGER NOT NULL, type TEXT NOT NULL,
    at INTEGER NOT NULL, duration_ms INTEGER, run_id TEXT NOT NULL, warnings TEXT, method TEXT NOT NULL,
    user_agent TEXT NOT NULL, remote_address TEXT NOT NULL, exit_status INTEGER, body_size INTEGER NOT NULL, happened_at INTEGER
  ) STRICT`,
  'CREATE UNIQUE INDEX events_anchor ON events (monitor_id, number) WHERE number % 100 = 0',
  // Finds repeated reports.
  'CREATE INDEX events_reported ON events (monitor_id, happened_at) WHERE happened_at IS NOT NULL',
  `CREATE TABLE event_bodies (
    monitor_id INTEGER NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (monitor_id, number)
  ) STRICT`,
  `CREATE TABLE runs (
    id INTEGER PRIMARY KEY, previous_id INTEGER, monitor_id INTEGER NOT NULL, seq INTEGER NOT NULL, run_id TEXT NOT NULL,
    state TEXT NOT NULL, expected_at INTEGER, started_at INTEGER, ended_at INTEGER, duration_ms INTEGER, late INTEGER NOT NULL,
    start_event INTEGER, end_event INTEGER, limit_at INTEGER, blind_window_id INTEGER, counted_as TEXT, check_result TEXT
  ) STRICT`,
  'CREATE UNIQUE INDEX runs_anchor ON runs (monitor_id, seq) WHERE seq % 100 = 0',
  'CREATE UNIQUE INDEX runs_run_id ON runs (run_id, monitor_id)',
  'CREATE UNIQUE INDEX runs_expected ON runs (monitor_id, expected_at) WHERE expected_at IS NOT NULL',
  "CREATE INDEX runs_open ON runs (monitor_id, limit_at) WHERE state = 'running'",
  'CREATE INDEX runs_blind ON runs (blind_window_id) WHERE blind_window_id IS NOT NULL',
  `CREATE TABLE transitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, from_status TEXT NOT NULL, to_status TEXT NOT NULL,
    at INTEGER NOT NULL, reason TEXT NOT NULL, run_seq INTEGER, event_number INTEGER
  ) STRICT`,
  'CREATE INDEX transitions_monitor ON transitions (monitor_id, id)',
  `CREATE TABLE blind_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, settled_at INTEGER,
    brief INTEGER NOT NULL DEFAULT 0, team_id TEXT
  ) STRICT`,
  'CREATE TABLE watch (id INTEGER PRIMARY KEY CHECK (id = 1), watched_until INTEGER NOT NULL) STRICT',
  // Counts of runs by time. A team's runs are counted when they are stored, a monitor's runs when they are deleted.
  `CREATE TABLE team_run_counts (
    team_id TEXT NOT NULL, quarter INTEGER NOT NULL, shard INTEGER NOT NULL, succeeded INTEGER NOT NULL,
    failed INTEGER NOT NULL, missed INTEGER NOT NULL, late INTEGER NOT NULL, unknown INTEGER NOT NULL,
    PRIMARY KEY (team_id, quarter, shard)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE pruned_run_counts (
    monitor_id INTEGER NOT NULL, day INTEGER NOT NULL, succeeded INTEGER NOT NULL, failed INTEGER NOT NULL,
    missed INTEGER NOT NULL, late INTEGER NOT NULL, unknown INTEGER NOT NULL, PRIMARY KEY (monitor_id, day)
  ) STRICT, WITHOUT ROWID`,
];

/**
 * Index of the words in logs. It stores neither texts nor positions, so that it stays small. A row's ID is the ID of its event. The
 * service folds the words and separates them by spaces before it adds them to the index.
 */
const search: readonly string[] = [
  `CREATE VIRTUAL TABLE log_words USING fts5 (
    words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'"
  )`,
  'CREATE TABLE log_index (id INTEGER PRIMARY KEY CHECK (id = 1), indexed_until INTEGER NOT NULL) STRICT',
  'INSERT INTO log_index (id, indexed_until) VALUES (1, 0)',
  // The indexer merges segments of the index in small steps itself, because a single automatic merge by SQLite can delay pings.
  "INSERT INTO log_words (log_words, rank) VALUES ('automerge', 0)",
  // Uses a trigger, because SQLite restores the last inserted ID after a trigger. Without a trigger, a deletion from the index
  // would set this ID to a number that the driver can't represent, and the next statement would fail.
  `CREATE TRIGGER events_forget_words AFTER DELETE ON events WHEN OLD.body_size > 0
    BEGIN DELETE FROM log_words WHERE rowid = OLD.id; END`,
];

/** Incidents and alerts, and the settings that say who is alerted. */
const alerts: readonly string[] = [
  `CREATE TABLE incidents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, incident_id TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL, monitor_id INTEGER NOT NULL,
    reason TEXT NOT NULL, opened_at INTEGER NOT NULL, run_seq INTEGER, closed_at INTEGER, closed_by TEXT,
    acknowledged_at INTEGER, acknowledged_by TEXT, note TEXT, remind_at INTEGER, escalate_at INTEGER,
    escalation_step INTEGER NOT NULL DEFAULT 0, snoozes TEXT NOT NULL DEFAULT '[]',
    past_acknowledgements TEXT NOT NULL DEFAULT '[]'
  ) STRICT`,
  'CREATE INDEX incidents_team ON incidents (team_id, id)',
  'CREATE INDEX incidents_monitor ON incidents (monitor_id, id)',
  'CREATE UNIQUE INDEX incidents_open ON incidents (monitor_id) WHERE closed_at IS NULL',
  'CREATE INDEX incidents_remind ON incidents (remind_at) WHERE remind_at IS NOT NULL',
  'CREATE INDEX incidents_escalate ON incidents (escalate_at) WHERE escalate_at IS NOT NULL',
  'CREATE INDEX incidents_opened ON incidents (team_id, opened_at)',
  'CREATE INDEX incidents_team_open ON incidents (team_id, id) WHERE closed_at IS NULL',
  'CREATE INDEX incidents_ended ON incidents (team_id, closed_at, id) WHERE closed_at IS NOT NULL',
  `CREATE TABLE incident_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, note_id TEXT NOT NULL UNIQUE,
    incident_id INTEGER NOT NULL REFERENCES incidents (id) ON DELETE CASCADE, at INTEGER NOT NULL, author TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX incident_notes_incident ON incident_notes (incident_id, id)',
  `CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL, monitor_id INTEGER, kind TEXT NOT NULL,
    transition_id INTEGER UNIQUE, blind_window_id INTEGER, created_at INTEGER NOT NULL, incident_id INTEGER, detail TEXT,
    plan_at INTEGER NOT NULL DEFAULT 0, planned_at INTEGER, held TEXT, decisions TEXT NOT NULL DEFAULT '[]', set_aside TEXT,
    held_by TEXT
  ) STRICT`,
  'CREATE UNIQUE INDEX outbox_blind ON outbox (blind_window_id, team_id) WHERE blind_window_id IS NOT NULL AND monitor_id IS NULL',
  'CREATE INDEX outbox_due ON outbox (plan_at, id, team_id) WHERE planned_at IS NULL',
  'CREATE INDEX outbox_monitor ON outbox (monitor_id, id) WHERE monitor_id IS NOT NULL',
  // Counts recent status changes of a monitor, for flapping.
  'CREATE INDEX outbox_flips ON outbox (monitor_id, kind, created_at) WHERE monitor_id IS NOT NULL',
  'CREATE INDEX outbox_set_aside ON outbox (id) WHERE set_aside IS NOT NULL',
  `CREATE TABLE channels (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, short_id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL, name TEXT NOT NULL, is_default INTEGER NOT NULL, subscriptions TEXT NOT NULL, tags TEXT NOT NULL,
    min_severity TEXT NOT NULL, members TEXT NOT NULL, settings TEXT NOT NULL, created_at INTEGER NOT NULL, disabled TEXT,
    disabled_at INTEGER, last_sent_at INTEGER, failed_at INTEGER, failure TEXT, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX channels_team ON channels (team_id, id)',
  `CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL, channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL, alert TEXT NOT NULL, state TEXT NOT NULL, due_at INTEGER NOT NULL,
    lease_until INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, done_at INTEGER, merged_into TEXT, set_aside TEXT
  ) STRICT`,
  'CREATE INDEX deliveries_team ON deliveries (team_id, id)',
  'CREATE INDEX deliveries_channel ON deliveries (channel_id, id)',
  'CREATE INDEX deliveries_recent ON deliveries (team_id, created_at)',
  // Deliveries are claimed channel by channel, so that no channel blocks another.
  "CREATE INDEX deliveries_waiting ON deliveries (channel_id, due_at, id) WHERE state = 'waiting'",
  "CREATE INDEX deliveries_expiry ON deliveries (expires_at) WHERE state = 'waiting'",
  'CREATE INDEX deliveries_set_aside ON deliveries (id) WHERE set_aside IS NOT NULL',
  `CREATE TABLE delivery_items (
    delivery_id INTEGER NOT NULL, channel_id INTEGER NOT NULL, outbox_id INTEGER NOT NULL, monitor_id INTEGER,
    incident_id INTEGER, waiting INTEGER NOT NULL, PRIMARY KEY (delivery_id, outbox_id)
  ) STRICT, WITHOUT ROWID`,
  // Finds the oldest waiting delivery of each monitor and channel.
  'CREATE INDEX delivery_items_order ON delivery_items (channel_id, monitor_id, delivery_id) WHERE waiting = 1',
  'CREATE INDEX delivery_items_incident ON delivery_items (incident_id, delivery_id) WHERE incident_id IS NOT NULL',
  'CREATE INDEX delivery_items_monitor ON delivery_items (monitor_id, delivery_id) WHERE monitor_id IS NOT NULL',
  `CREATE TABLE delivery_attempts (
    id INTEGER PRIMARY KEY, delivery_id INTEGER NOT NULL, at INTEGER NOT NULL, latency_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL, status INTEGER, answer TEXT NOT NULL, next_at INTEGER
  ) STRICT`,
  'CREATE INDEX delivery_attempts_delivery ON delivery_attempts (delivery_id, id)',
  `CREATE TABLE maintenance_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, short_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, scope TEXT NOT NULL, times TEXT NOT NULL, created_at INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX maintenance_windows_team ON maintenance_windows (team_id, id)',
  `CREATE TABLE escalation_policies (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, short_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, steps TEXT NOT NULL, created_at INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX escalation_policies_team ON escalation_policies (team_id, id)',
  `CREATE TABLE on_call_schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, short_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, timezone TEXT NOT NULL, rotations TEXT NOT NULL, created_at INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX on_call_schedules_team ON on_call_schedules (team_id, id)',
  `CREATE TABLE on_call_overrides (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, short_id TEXT NOT NULL UNIQUE,
    schedule TEXT NOT NULL, member_id TEXT NOT NULL, replaces TEXT, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX on_call_overrides_team ON on_call_overrides (team_id, id)',
  'CREATE INDEX on_call_overrides_end ON on_call_overrides (to_at)',
  `CREATE TABLE on_call_contacts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    member_id TEXT NOT NULL UNIQUE REFERENCES members (id) ON DELETE CASCADE, channels TEXT NOT NULL, calendar_hash TEXT UNIQUE,
    calendar_at INTEGER, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX on_call_contacts_team ON on_call_contacts (team_id, id)',
  // Views of the monitor list. A view without a member is shared with the team.
  `CREATE TABLE saved_views (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE, short_id TEXT NOT NULL UNIQUE,
    member_id TEXT REFERENCES members (id) ON DELETE CASCADE, name TEXT NOT NULL, settings TEXT NOT NULL,
    created_at INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
  'CREATE INDEX saved_views_team ON saved_views (team_id, id)',
  'CREATE UNIQUE INDEX saved_views_shared ON saved_views (team_id, name) WHERE member_id IS NULL',
  'CREATE UNIQUE INDEX saved_views_private ON saved_views (member_id, name) WHERE member_id IS NOT NULL',
  `CREATE TABLE reports (
    team_id TEXT NOT NULL, period TEXT NOT NULL, from_at INTEGER NOT NULL, PRIMARY KEY (team_id, period, from_at)
  ) STRICT, WITHOUT ROWID`,
  // Healthchecks IDs that stay valid after an import: IDs of channels in a project, and of badges.
  `CREATE TABLE legacy_ids (
    id INTEGER PRIMARY KEY AUTOINCREMENT, project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, value TEXT NOT NULL, channel_id INTEGER REFERENCES channels (id) ON DELETE CASCADE,
    monitor_id INTEGER REFERENCES monitors (id) ON DELETE CASCADE, tag TEXT NOT NULL DEFAULT ''
  ) STRICT`,
  'CREATE UNIQUE INDEX legacy_ids_project ON legacy_ids (project_id, kind, value)',
  "CREATE UNIQUE INDEX legacy_ids_badge ON legacy_ids (kind, value) WHERE kind <> 'channel'",
  'CREATE INDEX legacy_ids_channel ON legacy_ids (channel_id) WHERE channel_id IS NOT NULL',
  'CREATE INDEX legacy_ids_monitor ON legacy_ids (monitor_id) WHERE monitor_id IS NOT NULL',
];

/** Hot tables have no foreign keys, which would cost look-ups. */
export const baseline: readonly string[] = [
  ...accounts,
  ...teams,
  ...projects,
  ...monitors,
  ...history,
  ...search,
  ...alerts,
];

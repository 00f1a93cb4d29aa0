import { ID, TEXT } from './column-types.ts';

/** Accounts, and the ways to sign in. */
const accounts: readonly string[] = [
  `CREATE TABLE users (
    id ${TEXT} PRIMARY KEY, email ${TEXT} NOT NULL UNIQUE CHECK (email = lower(email)), name ${TEXT} NOT NULL,
    email_verified INTEGER NOT NULL, image ${TEXT}, created_at ${TEXT} NOT NULL, updated_at ${TEXT} NOT NULL,
    two_factor_enabled INTEGER NOT NULL DEFAULT 0, revision BIGINT NOT NULL DEFAULT 1
  )`,
  `CREATE TABLE accounts (
    id ${TEXT} PRIMARY KEY, user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, provider_id ${TEXT} NOT NULL,
    account_id ${TEXT} NOT NULL, password ${TEXT}, created_at ${TEXT} NOT NULL, updated_at ${TEXT} NOT NULL,
    access_token ${TEXT}, refresh_token ${TEXT}, id_token ${TEXT}, access_token_expires_at ${TEXT},
    refresh_token_expires_at ${TEXT}, scope ${TEXT}, UNIQUE (provider_id, account_id)
  )`,
  'CREATE INDEX accounts_user ON accounts (user_id)',
  `CREATE TABLE sessions (
    id ${TEXT} PRIMARY KEY, user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, token ${TEXT} NOT NULL UNIQUE,
    expires_at ${TEXT} NOT NULL, created_at ${TEXT} NOT NULL, updated_at ${TEXT} NOT NULL, ip_address ${TEXT},
    user_agent ${TEXT}, active_team_id ${TEXT}, authenticated_at BIGINT, sign_in_method ${TEXT}
  )`,
  'CREATE INDEX sessions_user ON sessions (user_id)',
  'CREATE INDEX sessions_expiry ON sessions (expires_at)',
  `CREATE TABLE verifications (
    id ${TEXT} PRIMARY KEY, identifier ${TEXT} NOT NULL, value ${TEXT} NOT NULL, expires_at ${TEXT} NOT NULL,
    created_at ${TEXT} NOT NULL, updated_at ${TEXT} NOT NULL
  )`,
  'CREATE INDEX verifications_identifier ON verifications (identifier)',
  'CREATE INDEX verifications_expiry ON verifications (expires_at)',
  `CREATE TABLE passkeys (
    id ${TEXT} PRIMARY KEY, name ${TEXT}, public_key ${TEXT} NOT NULL,
    user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, credential_id ${TEXT} NOT NULL UNIQUE,
    counter BIGINT NOT NULL, device_type ${TEXT} NOT NULL, backed_up INTEGER NOT NULL, transports ${TEXT}, created_at ${TEXT},
    aaguid ${TEXT}
  )`,
  'CREATE INDEX passkeys_user ON passkeys (user_id)',
  `CREATE TABLE two_factors (
    id ${TEXT} PRIMARY KEY, user_id ${TEXT} NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE, secret ${TEXT} NOT NULL,
    backup_codes ${TEXT} NOT NULL, verified INTEGER NOT NULL DEFAULT 1, failed_verification_count INTEGER NOT NULL DEFAULT 0,
    locked_until ${TEXT}, last_step BIGINT
  )`,
  // Known and trusted browsers.
  `CREATE TABLE known_browsers (
    id ${TEXT} PRIMARY KEY, user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, token_hash ${TEXT} NOT NULL,
    created_at BIGINT NOT NULL, used_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, trusted_until BIGINT,
    remote_address ${TEXT} NOT NULL, user_agent ${TEXT} NOT NULL, UNIQUE (token_hash, user_id)
  )`,
  'CREATE INDEX known_browsers_user ON known_browsers (user_id)',
  'CREATE INDEX known_browsers_expiry ON known_browsers (expires_at)',
  `CREATE TABLE sign_in_attempts (key ${TEXT} PRIMARY KEY, attempts INTEGER NOT NULL, since_at BIGINT NOT NULL)`,
  'CREATE INDEX sign_in_attempts_since ON sign_in_attempts (since_at)',
  'CREATE TABLE first_setup (id INTEGER PRIMARY KEY CHECK (id = 1), at BIGINT NOT NULL)',
  // Text sealed with the service's key, to detect a start with a different key.
  `CREATE TABLE key_check (id INTEGER PRIMARY KEY CHECK (id = 1), sealed ${TEXT} NOT NULL)`,
];

const teams: readonly string[] = [
  `CREATE TABLE teams (
    id ${TEXT} PRIMARY KEY, name ${TEXT} NOT NULL, slug ${TEXT} NOT NULL UNIQUE, created_at ${TEXT} NOT NULL,
    alerting ${TEXT} NOT NULL DEFAULT '{}', revision BIGINT NOT NULL DEFAULT 1, two_factor_required INTEGER NOT NULL DEFAULT 0,
    token_days_max INTEGER
  )`,
  `CREATE TABLE members (
    id ${TEXT} PRIMARY KEY, team_id ${TEXT} NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE, role ${TEXT} NOT NULL, created_at ${TEXT} NOT NULL,
    revision BIGINT NOT NULL DEFAULT 1, UNIQUE (team_id, user_id)
  )`,
  'CREATE INDEX members_user ON members (user_id)',
  `CREATE TABLE api_tokens (
    id ${TEXT} PRIMARY KEY, member_id ${TEXT} NOT NULL REFERENCES members (id) ON DELETE CASCADE, name ${TEXT} NOT NULL,
    scope ${TEXT} NOT NULL, prefix ${TEXT} NOT NULL, hash ${TEXT} NOT NULL UNIQUE, created_at BIGINT NOT NULL,
    last_used_at BIGINT, expires_at BIGINT, projects ${TEXT}
  )`,
  'CREATE INDEX api_tokens_member ON api_tokens (member_id, id)',
  // Deleted with the member who sent it, so that a removed member can't return through an invitation.
  `CREATE TABLE invitations (
    id ${TEXT} PRIMARY KEY, team_id ${TEXT} NOT NULL REFERENCES teams (id) ON DELETE CASCADE, email ${TEXT},
    role ${TEXT} NOT NULL, hash ${TEXT} NOT NULL UNIQUE, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
    invited_by ${TEXT} NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    token_id ${TEXT} REFERENCES api_tokens (id) ON DELETE CASCADE
  )`,
  'CREATE INDEX invitations_team ON invitations (team_id, id)',
  'CREATE INDEX invitations_email ON invitations (email, id) WHERE email IS NOT NULL',
  'CREATE INDEX invitations_invited_by ON invitations (invited_by)',
  'CREATE INDEX invitations_token ON invitations (token_id) WHERE token_id IS NOT NULL',
  // Program logins that wait for a person's confirmation.
  `CREATE TABLE device_authorizations (
    token_hash ${TEXT} PRIMARY KEY, token_prefix ${TEXT} NOT NULL, user_code_hash ${TEXT} NOT NULL UNIQUE,
    host_name ${TEXT} NOT NULL, remote_address ${TEXT} NOT NULL, scope ${TEXT} NOT NULL, created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, interval_seconds INTEGER NOT NULL, polled_at BIGINT, decision ${TEXT} NOT NULL
  )`,
  'CREATE INDEX device_authorizations_expiry ON device_authorizations (expires_at)',
  // Browsers that show alerts as notifications. Deleted with their account, and when their session is ended.
  `CREATE TABLE push_devices (
    id ${TEXT} PRIMARY KEY, user_id ${TEXT} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id ${TEXT} REFERENCES sessions (id) ON DELETE CASCADE, name ${TEXT} NOT NULL, subscription ${TEXT} NOT NULL,
    address_hash ${TEXT} NOT NULL UNIQUE, created_at BIGINT NOT NULL, used_at BIGINT
  )`,
  'CREATE INDEX push_devices_user ON push_devices (user_id, id)',
  'CREATE INDEX push_devices_session ON push_devices (session_id)',
  `CREATE TABLE audit_log (
    id ${ID}, team_id ${TEXT} NOT NULL, at BIGINT NOT NULL, actor_kind ${TEXT} NOT NULL, actor_user_id ${TEXT},
    actor_name ${TEXT} NOT NULL, actor_email ${TEXT} NOT NULL, actor_token ${TEXT}, action ${TEXT} NOT NULL,
    target_kind ${TEXT}, target_id ${TEXT}, target_name ${TEXT}, details ${TEXT} NOT NULL, remote_address ${TEXT} NOT NULL
  )`,
  'CREATE INDEX audit_log_team ON audit_log (team_id, id)',
  'CREATE INDEX audit_log_actor ON audit_log (team_id, actor_email, id)',
  'CREATE INDEX audit_log_action ON audit_log (team_id, action, id)',
];

const projects: readonly string[] = [
  `CREATE TABLE projects (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    is_default INTEGER NOT NULL, created_at BIGINT NOT NULL, alerting ${TEXT} NOT NULL DEFAULT '{}',
    revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX projects_team ON projects (team_id, id)',
  'CREATE UNIQUE INDEX projects_default ON projects (team_id) WHERE is_default = 1',
  `CREATE TABLE project_keys (
    id ${ID}, short_id ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL REFERENCES teams (id),
    project_id BIGINT NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED, kind ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL, hash ${TEXT} NOT NULL UNIQUE, prefix ${TEXT} NOT NULL, created_at BIGINT NOT NULL,
    created_by ${TEXT} NOT NULL, last_used_at BIGINT, revision BIGINT NOT NULL DEFAULT 1, expires_at BIGINT,
    token_id ${TEXT} REFERENCES api_tokens (id) ON DELETE CASCADE
  )`,
  'CREATE INDEX project_keys_team ON project_keys (team_id, id)',
  'CREATE INDEX project_keys_project ON project_keys (project_id, id)',
  'CREATE INDEX project_keys_token ON project_keys (token_id) WHERE token_id IS NOT NULL',
  `CREATE TABLE shares (
    id ${ID}, share_id ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL REFERENCES teams (id), kind ${TEXT} NOT NULL,
    key ${TEXT} NOT NULL UNIQUE, title ${TEXT} NOT NULL, scope ${TEXT} NOT NULL, options ${TEXT} NOT NULL,
    created_at BIGINT NOT NULL, created_by ${TEXT} NOT NULL, revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX shares_team ON shares (team_id, id)',
  // Resources that configuration files manage.
  `CREATE TABLE managed_resources (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), resource_id ${TEXT} NOT NULL, file ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL, key ${TEXT} NOT NULL, revision BIGINT NOT NULL DEFAULT 1, UNIQUE (team_id, resource_id),
    UNIQUE (team_id, file, kind, key)
  )`,
];

const monitors: readonly string[] = [
  `CREATE TABLE monitors (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), project_id BIGINT NOT NULL REFERENCES projects (id),
    short_id ${TEXT} NOT NULL UNIQUE, ping_id ${TEXT} NOT NULL, normalized_ping_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    description ${TEXT} NOT NULL, tags ${TEXT} NOT NULL, schedule_type ${TEXT} NOT NULL, interval_ms BIGINT NOT NULL,
    cron ${TEXT} NOT NULL, timezone ${TEXT} NOT NULL, grace_ms BIGINT NOT NULL, max_run_ms BIGINT,
    alert_after_failures BIGINT NOT NULL, recover_after_successes BIGINT NOT NULL, created_at BIGINT NOT NULL,
    alerting ${TEXT} NOT NULL DEFAULT '{}', revision BIGINT NOT NULL DEFAULT 1, runbook_url ${TEXT} NOT NULL DEFAULT '',
    slug ${TEXT} NOT NULL DEFAULT '', on_calendar ${TEXT} NOT NULL DEFAULT '', manual_resume BIGINT NOT NULL DEFAULT 1,
    ping_filter ${TEXT} NOT NULL DEFAULT '', forward_to ${TEXT} NOT NULL DEFAULT ''
  )`,
  'CREATE INDEX monitors_team ON monitors (team_id, id)',
  // Also finds the monitors of a project.
  'CREATE INDEX monitors_slug ON monitors (project_id, slug)',
  // For the addresses of email pings.
  'CREATE INDEX monitors_normalized_ping_id_lower ON monitors (lower(normalized_ping_id))',
  // Each ping rewrites a row, so pages keep free room for the new version. The rules version lets a node cache a monitor's rules.
  `CREATE TABLE monitor_states (
    monitor_id BIGINT PRIMARY KEY, rules_version BIGINT NOT NULL DEFAULT 0, paused INTEGER NOT NULL, reported INTEGER NOT NULL,
    event_count BIGINT NOT NULL, run_count BIGINT NOT NULL, last_ping_at BIGINT, last_start_seq BIGINT, next_expected_at BIGINT,
    previous_expected_at BIGINT, met_until BIGINT NOT NULL, latest_run_expected_at BIGINT NOT NULL, missed_streak BIGINT NOT NULL,
    failure_streak BIGINT NOT NULL, success_streak BIGINT NOT NULL, open_runs BIGINT NOT NULL, run_limit_at BIGINT,
    incident_reason ${TEXT}, incident_at BIGINT, incident_expected_at BIGINT, failure_reason ${TEXT}, failure_at BIGINT,
    failure_expected_at BIGINT, wake_at BIGINT, ping_notices ${TEXT}, streaks_since BIGINT NOT NULL DEFAULT 0
  ) WITH (fillfactor = 60)`,
  'CREATE INDEX monitor_states_wake ON monitor_states (wake_at) WHERE wake_at IS NOT NULL',
  // Progress of forwarding each monitor's pings.
  `CREATE TABLE forwarding (
    monitor_id BIGINT PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE, forwarded_until BIGINT NOT NULL,
    due_at BIGINT NOT NULL DEFAULT 0, lease_until BIGINT NOT NULL DEFAULT 0, attempts BIGINT NOT NULL DEFAULT 0,
    last_sent_at BIGINT, failed_at BIGINT, error ${TEXT} NOT NULL DEFAULT '', dropped BIGINT NOT NULL DEFAULT 0,
    dropped_at BIGINT
  )`,
  // Pings that the database refused to store. They are tried again, in the order of their IDs for each monitor.
  `CREATE TABLE refused_pings (
    id ${ID}, monitor_id BIGINT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE, reason ${TEXT} NOT NULL,
    tried_at BIGINT NOT NULL, at BIGINT NOT NULL, happened_at BIGINT, type ${TEXT} NOT NULL, rid ${TEXT}, new_run_id ${TEXT},
    duration_ms BIGINT, warnings ${TEXT} NOT NULL, method ${TEXT} NOT NULL, user_agent ${TEXT} NOT NULL,
    remote_address ${TEXT} NOT NULL, exit_status BIGINT, body BYTEA
  )`,
  'CREATE INDEX refused_pings_monitor ON refused_pings (monitor_id, id)',
];

/**
 * Events and runs are partitioned by time, so that old data can be dropped as whole tables. Default partitions store rows that fit no
 * other partition.
 */
const history: readonly string[] = [
  `CREATE TABLE events (
    monitor_id BIGINT NOT NULL, number BIGINT NOT NULL, type ${TEXT} NOT NULL, at BIGINT NOT NULL, duration_ms BIGINT,
    run_id ${TEXT} NOT NULL, warnings ${TEXT}, method ${TEXT} NOT NULL, user_agent ${TEXT} NOT NULL,
    remote_address ${TEXT} NOT NULL, exit_status INTEGER, body_size BIGINT NOT NULL, happened_at BIGINT,
    PRIMARY KEY (monitor_id, number, at)
  ) PARTITION BY RANGE (at)`,
  'CREATE TABLE events_default PARTITION OF events DEFAULT',
  // Finds repeated reports.
  'CREATE INDEX events_reported ON events (monitor_id, happened_at) WHERE happened_at IS NOT NULL',
  `CREATE TABLE event_bodies (
    monitor_id BIGINT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (monitor_id, number, at)
  ) PARTITION BY RANGE (at)`,
  'CREATE TABLE event_bodies_default PARTITION OF event_bodies DEFAULT',
  // `made_at` is the time of the command that created the row. Unlike a run's other times it never changes.
  `CREATE TABLE runs (
    monitor_id BIGINT NOT NULL, seq BIGINT NOT NULL, made_at BIGINT NOT NULL, run_id ${TEXT} NOT NULL, state ${TEXT} NOT NULL,
    expected_at BIGINT, started_at BIGINT, ended_at BIGINT, duration_ms BIGINT, late INTEGER NOT NULL, start_event BIGINT,
    end_event BIGINT, limit_at BIGINT, blind_window_id BIGINT, counted_as ${TEXT}, PRIMARY KEY (monitor_id, seq, made_at)
  ) PARTITION BY RANGE (made_at)`,
  // Indexes leave out the columns of a run's progress, so that ending a run updates no index and rewrites its row on the same page.
  'CREATE INDEX runs_run_id ON runs (run_id, monitor_id)',
  'CREATE INDEX runs_expected ON runs (monitor_id, expected_at) WHERE expected_at IS NOT NULL',
  'CREATE INDEX runs_blind ON runs (blind_window_id) WHERE blind_window_id IS NOT NULL',
  'CREATE TABLE runs_default PARTITION OF runs DEFAULT',
  `CREATE TABLE transitions (
    id ${ID}, monitor_id BIGINT NOT NULL, from_status ${TEXT} NOT NULL, to_status ${TEXT} NOT NULL, at BIGINT NOT NULL,
    reason ${TEXT} NOT NULL, run_seq BIGINT, event_number BIGINT
  )`,
  'CREATE INDEX transitions_monitor ON transitions (monitor_id, id)',
  `CREATE TABLE blind_windows (
    id ${ID}, from_at BIGINT NOT NULL, to_at BIGINT NOT NULL, settled_at BIGINT, brief SMALLINT NOT NULL DEFAULT 0
  )`,
  'CREATE TABLE watch (id INTEGER PRIMARY KEY CHECK (id = 1), watched_until BIGINT NOT NULL)',
  // Counts of runs by time. A team's runs are counted when they are stored, a monitor's runs when they are deleted.
  `CREATE TABLE team_run_counts (
    team_id ${TEXT} NOT NULL, quarter BIGINT NOT NULL, shard BIGINT NOT NULL, succeeded BIGINT NOT NULL, failed BIGINT NOT NULL,
    missed BIGINT NOT NULL, late BIGINT NOT NULL, unknown BIGINT NOT NULL, PRIMARY KEY (team_id, quarter, shard)
  )`,
  `CREATE TABLE pruned_run_counts (
    monitor_id BIGINT NOT NULL, day BIGINT NOT NULL, succeeded BIGINT NOT NULL, failed BIGINT NOT NULL, missed BIGINT NOT NULL,
    late BIGINT NOT NULL, unknown BIGINT NOT NULL, PRIMARY KEY (monitor_id, day)
  )`,
];

/** Index of the words in logs, partitioned like the logs. */
const search: readonly string[] = [
  `CREATE TABLE log_words (
    monitor_id BIGINT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, words TSVECTOR NOT NULL,
    PRIMARY KEY (monitor_id, number, at)
  ) PARTITION BY RANGE (at)`,
  'CREATE INDEX log_words_at ON log_words (at, monitor_id, number)',
  'CREATE INDEX log_words_words ON log_words USING gin (words)',
  'CREATE TABLE log_words_default PARTITION OF log_words DEFAULT',
  `CREATE TABLE log_positions (
    monitor_id BIGINT PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE, indexed_until BIGINT NOT NULL
  )`,
];

/** Incidents and alerts, and the settings that say who is alerted. */
const alerts: readonly string[] = [
  `CREATE TABLE incidents (
    id ${ID}, incident_id ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL, monitor_id BIGINT NOT NULL,
    reason ${TEXT} NOT NULL, opened_at BIGINT NOT NULL, run_seq BIGINT, closed_at BIGINT, closed_by ${TEXT},
    acknowledged_at BIGINT, acknowledged_by ${TEXT}, note ${TEXT}, remind_at BIGINT, escalate_at BIGINT,
    escalation_step INTEGER NOT NULL DEFAULT 0, snoozes ${TEXT} NOT NULL DEFAULT '[]',
    past_acknowledgements ${TEXT} NOT NULL DEFAULT '[]'
  )`,
  'CREATE INDEX incidents_team ON incidents (team_id, id)',
  'CREATE INDEX incidents_monitor ON incidents (monitor_id, id)',
  'CREATE UNIQUE INDEX incidents_open ON incidents (monitor_id) WHERE closed_at IS NULL',
  'CREATE INDEX incidents_remind ON incidents (remind_at) WHERE remind_at IS NOT NULL',
  'CREATE INDEX incidents_escalate ON incidents (escalate_at) WHERE escalate_at IS NOT NULL',
  'CREATE INDEX incidents_opened ON incidents (team_id, opened_at)',
  'CREATE INDEX incidents_team_open ON incidents (team_id, id) WHERE closed_at IS NULL',
  'CREATE INDEX incidents_ended ON incidents (team_id, closed_at, id) WHERE closed_at IS NOT NULL',
  `CREATE TABLE incident_notes (
    id ${ID}, note_id ${TEXT} NOT NULL UNIQUE, incident_id BIGINT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
    at BIGINT NOT NULL, author ${TEXT} NOT NULL, text ${TEXT} NOT NULL
  )`,
  'CREATE INDEX incident_notes_incident ON incident_notes (incident_id, id)',
  `CREATE TABLE outbox (
    id ${ID}, team_id ${TEXT} NOT NULL, monitor_id BIGINT, kind ${TEXT} NOT NULL, transition_id BIGINT UNIQUE,
    blind_window_id BIGINT, created_at BIGINT NOT NULL, incident_id BIGINT, detail ${TEXT}, plan_at BIGINT NOT NULL DEFAULT 0,
    planned_at BIGINT, held ${TEXT}, decisions ${TEXT} NOT NULL DEFAULT '[]', set_aside ${TEXT}, held_by ${TEXT}
  )`,
  'CREATE UNIQUE INDEX outbox_blind ON outbox (blind_window_id, team_id) WHERE blind_window_id IS NOT NULL',
  'CREATE INDEX outbox_due ON outbox (plan_at, id, team_id) WHERE planned_at IS NULL',
  // Finds the next due team while another node plans for the first team.
  'CREATE INDEX outbox_team_due ON outbox (team_id, plan_at, id) WHERE planned_at IS NULL',
  'CREATE INDEX outbox_monitor ON outbox (monitor_id, id) WHERE monitor_id IS NOT NULL',
  // Counts recent status changes of a monitor, for flapping.
  'CREATE INDEX outbox_flips ON outbox (monitor_id, kind, created_at) WHERE monitor_id IS NOT NULL',
  'CREATE INDEX outbox_set_aside ON outbox (id) WHERE set_aside IS NOT NULL',
  `CREATE TABLE channels (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, type ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL, is_default INTEGER NOT NULL, subscriptions ${TEXT} NOT NULL, tags ${TEXT} NOT NULL,
    min_severity ${TEXT} NOT NULL, members ${TEXT} NOT NULL, settings ${TEXT} NOT NULL, created_at BIGINT NOT NULL,
    disabled ${TEXT}, disabled_at BIGINT, last_sent_at BIGINT, failed_at BIGINT, failure ${TEXT},
    revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX channels_team ON channels (team_id, id)',
  `CREATE TABLE deliveries (
    id ${ID}, key ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL, channel_id BIGINT NOT NULL, kind ${TEXT} NOT NULL,
    alert ${TEXT} NOT NULL, state ${TEXT} NOT NULL, due_at BIGINT NOT NULL, lease_until BIGINT NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, done_at BIGINT,
    merged_into ${TEXT}, set_aside ${TEXT}
  )`,
  'CREATE INDEX deliveries_team ON deliveries (team_id, id)',
  'CREATE INDEX deliveries_channel ON deliveries (channel_id, id)',
  'CREATE INDEX deliveries_recent ON deliveries (team_id, created_at)',
  // Deliveries are claimed channel by channel, so that no channel blocks another.
  "CREATE INDEX deliveries_waiting ON deliveries (channel_id, due_at, id) WHERE state = 'waiting'",
  "CREATE INDEX deliveries_expiry ON deliveries (expires_at) WHERE state = 'waiting'",
  'CREATE INDEX deliveries_set_aside ON deliveries (id) WHERE set_aside IS NOT NULL',
  `CREATE TABLE delivery_items (
    delivery_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, outbox_id BIGINT NOT NULL, monitor_id BIGINT, incident_id BIGINT,
    waiting INTEGER NOT NULL, PRIMARY KEY (delivery_id, outbox_id)
  )`,
  // Finds the oldest waiting delivery of each monitor and channel.
  'CREATE INDEX delivery_items_order ON delivery_items (channel_id, monitor_id, delivery_id) WHERE waiting = 1',
  'CREATE INDEX delivery_items_incident ON delivery_items (incident_id, delivery_id) WHERE incident_id IS NOT NULL',
  'CREATE INDEX delivery_items_monitor ON delivery_items (monitor_id, delivery_id) WHERE monitor_id IS NOT NULL',
  `CREATE TABLE delivery_attempts (
    id ${ID}, delivery_id BIGINT NOT NULL, at BIGINT NOT NULL, latency_ms BIGINT NOT NULL, outcome ${TEXT} NOT NULL,
    status INTEGER, answer ${TEXT} NOT NULL, next_at BIGINT
  )`,
  'CREATE INDEX delivery_attempts_delivery ON delivery_attempts (delivery_id, id)',
  `CREATE TABLE maintenance_windows (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    scope ${TEXT} NOT NULL, times ${TEXT} NOT NULL, created_at BIGINT NOT NULL, revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX maintenance_windows_team ON maintenance_windows (team_id, id)',
  `CREATE TABLE escalation_policies (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    steps ${TEXT} NOT NULL, created_at BIGINT NOT NULL, revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX escalation_policies_team ON escalation_policies (team_id, id)',
  `CREATE TABLE on_call_schedules (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    timezone ${TEXT} NOT NULL, rotations ${TEXT} NOT NULL, created_at BIGINT NOT NULL, revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX on_call_schedules_team ON on_call_schedules (team_id, id)',
  `CREATE TABLE on_call_overrides (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, schedule ${TEXT} NOT NULL,
    member_id ${TEXT} NOT NULL, replaces ${TEXT}, from_at BIGINT NOT NULL, to_at BIGINT NOT NULL, created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX on_call_overrides_team ON on_call_overrides (team_id, id)',
  'CREATE INDEX on_call_overrides_end ON on_call_overrides (to_at)',
  `CREATE TABLE on_call_contacts (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id),
    member_id ${TEXT} NOT NULL UNIQUE REFERENCES members (id) ON DELETE CASCADE, channels ${TEXT} NOT NULL,
    calendar_hash ${TEXT} UNIQUE, calendar_at BIGINT, revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX on_call_contacts_team ON on_call_contacts (team_id, id)',
  `CREATE TABLE reports (
    team_id ${TEXT} NOT NULL, period ${TEXT} NOT NULL, from_at BIGINT NOT NULL, PRIMARY KEY (team_id, period, from_at)
  )`,
  // Healthchecks IDs that stay valid after an import: IDs of channels in a project, and of badges.
  `CREATE TABLE legacy_ids (
    id ${ID}, project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE, kind ${TEXT} NOT NULL,
    value ${TEXT} NOT NULL, channel_id BIGINT REFERENCES channels (id) ON DELETE CASCADE,
    monitor_id BIGINT REFERENCES monitors (id) ON DELETE CASCADE, tag ${TEXT} NOT NULL DEFAULT ''
  )`,
  'CREATE UNIQUE INDEX legacy_ids_project ON legacy_ids (project_id, kind, value)',
  "CREATE UNIQUE INDEX legacy_ids_badge ON legacy_ids (kind, value) WHERE kind <> 'channel'",
  'CREATE INDEX legacy_ids_channel ON legacy_ids (channel_id) WHERE channel_id IS NOT NULL',
  'CREATE INDEX legacy_ids_monitor ON legacy_ids (monitor_id) WHERE monitor_id IS NOT NULL',
];

/** Processes that accept pings, their leases, and the queue of pings that they spooled during an outage of the database. */
const nodes: readonly string[] = [
  `CREATE TABLE ping_nodes (
    epoch ${TEXT} PRIMARY KEY, through BIGINT NOT NULL DEFAULT 0, through_before BIGINT NOT NULL DEFAULT 0, idle_since BIGINT
  )`,
  // Separate from `ping_nodes`, because a node's row in that table is locked while a batch is stored.
  `CREATE TABLE watching_nodes (
    epoch ${TEXT} PRIMARY KEY, seen_at BIGINT NOT NULL, waiting_from BIGINT, keeps BIGINT
  )`,
  `CREATE TABLE leases (name ${TEXT} PRIMARY KEY, holder ${TEXT} NOT NULL, until BIGINT NOT NULL)`,
  `CREATE TABLE queued_pings (
    at BIGINT NOT NULL, epoch ${TEXT} NOT NULL, ticket BIGINT NOT NULL, normalized_ping_id ${TEXT} NOT NULL, type ${TEXT} NOT NULL,
    rid ${TEXT}, new_run_id ${TEXT}, duration_ms BIGINT, warnings ${TEXT} NOT NULL, method ${TEXT} NOT NULL,
    user_agent ${TEXT} NOT NULL, remote_address ${TEXT} NOT NULL, exit_status BIGINT, body BYTEA, happened_at BIGINT,
    PRIMARY KEY (at, epoch, ticket)
  )`,
];

/** Maximum number of monitors that one statement can change before their slugs are no longer listed individually. */
const LISTED_MAX = 100;

/**
 * Changes that affect the nodes' caches of slugs. `xid` lets a node find all changes committed since its last read, whatever the
 * order of the commits. A row names a slug or the hash of a key. A row with neither means that many slugs of the project changed.
 * Retention sets `found_at`.
 *
 * Triggers write the rows, so that no statement is missed.
 */
const slugChanges: readonly string[] = [
  `CREATE TABLE slug_changes (
    id ${ID}, xid XID8 NOT NULL DEFAULT pg_current_xact_id(), project_id BIGINT NOT NULL, slug ${TEXT}, key_hash ${TEXT},
    found_at BIGINT
  )`,
  'CREATE INDEX slug_changes_xid ON slug_changes (xid)',
  `CREATE FUNCTION list_monitor_slugs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM (SELECT FROM changed LIMIT ${LISTED_MAX + 1}) AS listed) > ${LISTED_MAX} THEN
      INSERT INTO slug_changes (project_id) SELECT DISTINCT project_id FROM changed;
    ELSE
      INSERT INTO slug_changes (project_id, slug) SELECT DISTINCT project_id, slug FROM changed;
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION list_changed_slug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id, slug) VALUES (OLD.project_id, OLD.slug);
    IF (OLD.project_id, OLD.slug) IS DISTINCT FROM (NEW.project_id, NEW.slug) THEN
      INSERT INTO slug_changes (project_id, slug) VALUES (NEW.project_id, NEW.slug);
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION list_changed_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id, key_hash) VALUES (OLD.project_id, OLD.hash);
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION list_changed_project() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id) VALUES (OLD.id);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER monitors_inserted AFTER INSERT ON monitors REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION list_monitor_slugs()`,
  `CREATE TRIGGER monitors_deleted AFTER DELETE ON monitors REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION list_monitor_slugs()`,
  // Also watches the revision, which changes with every setting, because nodes remember which settings a check-in requested.
  `CREATE TRIGGER monitors_edited AFTER UPDATE OF slug, project_id, ping_id, revision ON monitors FOR EACH ROW
    WHEN ((OLD.slug, OLD.project_id, OLD.ping_id, OLD.revision) IS DISTINCT FROM (NEW.slug, NEW.project_id, NEW.ping_id, NEW.revision))
    EXECUTE FUNCTION list_changed_slug()`,
  `CREATE TRIGGER project_keys_deleted AFTER DELETE ON project_keys FOR EACH ROW EXECUTE FUNCTION list_changed_key()`,
  `CREATE TRIGGER project_keys_edited AFTER UPDATE OF hash, kind, short_id, project_id ON project_keys FOR EACH ROW
    WHEN ((OLD.hash, OLD.kind, OLD.short_id, OLD.project_id) IS DISTINCT FROM (NEW.hash, NEW.kind, NEW.short_id, NEW.project_id))
    EXECUTE FUNCTION list_changed_key()`,
  `CREATE TRIGGER projects_edited AFTER UPDATE OF short_id ON projects FOR EACH ROW
    WHEN (OLD.short_id IS DISTINCT FROM NEW.short_id) EXECUTE FUNCTION list_changed_project()`,
  `CREATE FUNCTION list_keys_of_team() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id, key_hash) SELECT project_id, hash FROM project_keys WHERE team_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER teams_token_days_edited AFTER UPDATE OF token_days_max ON teams FOR EACH ROW
    WHEN (OLD.token_days_max IS DISTINCT FROM NEW.token_days_max) EXECUTE FUNCTION list_keys_of_team()`,
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
  ...nodes,
  ...slugChanges,
];

/** Incidents, channels and deliveries. Existing outbox rows are history and cause no alerts. */
export const alerts: readonly string[] = [
  `ALTER TABLE teams ADD COLUMN alerting TEXT NOT NULL DEFAULT '{}'`,
  `ALTER TABLE projects ADD COLUMN alerting TEXT NOT NULL DEFAULT '{}'`,
  `ALTER TABLE monitors ADD COLUMN alerting TEXT NOT NULL DEFAULT '{}'`,
  // A team's monitors are scattered over the table, so a list would read one page per monitor. This index holds all columns of a
  // list side by side. Pings don't touch it, because they change another table.
  'DROP INDEX monitors_team',
  `CREATE INDEX monitors_team ON monitors (
    team_id, id, project_id, short_id, ping_id, name, description, tags, schedule_type, interval_ms, cron, timezone, grace_ms,
    max_run_ms, alert_after_failures, recover_after_successes, created_at, alerting
  )`,
  `CREATE TABLE incidents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, incident_id TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL, monitor_id INTEGER NOT NULL,
    reason TEXT NOT NULL, opened_at INTEGER NOT NULL, run_seq INTEGER, closed_at INTEGER, closed_by TEXT,
    acknowledged_at INTEGER, acknowledged_by TEXT, note TEXT, remind_at INTEGER, escalate_at INTEGER,
    escalation_step INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  // Monitors that are down get an incident, with a UUIDv7 as its ID.
  `INSERT INTO incidents (incident_id, team_id, monitor_id, reason, opened_at, run_seq)
    SELECT printf('%s-%s-7%s-8%s-%s', substr(time, 1, 8), substr(time, 9), substr(chance, 1, 3), substr(chance, 4, 3),
      substr(chance, 7, 12)), team_id, monitor_id, reason, opened_at, run_seq FROM (
      SELECT m.team_id, s.monitor_id, s.incident_reason AS reason, s.incident_at AS opened_at,
        (SELECT t.run_seq FROM transitions t WHERE t.monitor_id = m.id AND t.to_status = 'down' ORDER BY t.id DESC) AS run_seq,
        printf('%012x', s.incident_at) AS time, lower(hex(randomblob(9))) AS chance
      FROM monitor_states s JOIN monitors m ON m.id = s.monitor_id
      WHERE s.paused = 0 AND s.incident_reason IS NOT NULL)`,
  `CREATE INDEX incidents_team ON incidents (team_id, id)`,
  `CREATE INDEX incidents_monitor ON incidents (monitor_id, id)`,
  `CREATE UNIQUE INDEX incidents_open ON incidents (monitor_id) WHERE closed_at IS NULL`,
  `CREATE INDEX incidents_remind ON incidents (remind_at) WHERE remind_at IS NOT NULL`,
  `CREATE INDEX incidents_escalate ON incidents (escalate_at) WHERE escalate_at IS NOT NULL`,
  `ALTER TABLE outbox ADD COLUMN incident_id INTEGER`,
  `ALTER TABLE outbox ADD COLUMN detail TEXT`,
  `ALTER TABLE outbox ADD COLUMN plan_at INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE outbox ADD COLUMN planned_at INTEGER`,
  `ALTER TABLE outbox ADD COLUMN held TEXT`,
  `ALTER TABLE outbox ADD COLUMN told TEXT NOT NULL DEFAULT '[]'`,
  `UPDATE outbox SET planned_at = created_at`,
  `CREATE INDEX outbox_due ON outbox (plan_at, id, team_id) WHERE planned_at IS NULL`,
  `CREATE INDEX outbox_monitor ON outbox (monitor_id, id) WHERE monitor_id IS NOT NULL`,
  // Used to count a monitor's recent status changes, which detects flapping.
  `CREATE INDEX outbox_flips ON outbox (monitor_id, kind, created_at) WHERE monitor_id IS NOT NULL`,
  `CREATE TABLE channels (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id), short_id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL, name TEXT NOT NULL, is_default INTEGER NOT NULL, wants TEXT NOT NULL, tags TEXT NOT NULL,
    min_severity TEXT NOT NULL, members TEXT NOT NULL, settings TEXT NOT NULL, created_at INTEGER NOT NULL,
    disabled TEXT, disabled_at INTEGER, last_sent_at INTEGER, failed_at INTEGER, failure TEXT
  ) STRICT`,
  `CREATE INDEX channels_team ON channels (team_id, id)`,
  `CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL, channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL, alert TEXT NOT NULL, state TEXT NOT NULL, due_at INTEGER NOT NULL, lease_until INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, done_at INTEGER,
    merged_into TEXT
  ) STRICT`,
  `CREATE INDEX deliveries_team ON deliveries (team_id, id)`,
  `CREATE INDEX deliveries_channel ON deliveries (channel_id, id)`,
  `CREATE INDEX deliveries_recent ON deliveries (team_id, created_at)`,
  // Deliveries are claimed channel by channel, so that no channel blocks another.
  `CREATE INDEX deliveries_waiting ON deliveries (channel_id, due_at, id) WHERE state = 'waiting'`,
  `CREATE INDEX deliveries_expiry ON deliveries (expires_at) WHERE state = 'waiting'`,
  `CREATE TABLE delivery_items (
    delivery_id INTEGER NOT NULL, channel_id INTEGER NOT NULL, outbox_id INTEGER NOT NULL, monitor_id INTEGER,
    incident_id INTEGER, waiting INTEGER NOT NULL, PRIMARY KEY (delivery_id, outbox_id)
  ) STRICT, WITHOUT ROWID`,
  // Finds the oldest waiting delivery of each monitor and channel.
  `CREATE INDEX delivery_items_order ON delivery_items (channel_id, monitor_id, delivery_id) WHERE waiting = 1`,
  `CREATE INDEX delivery_items_incident ON delivery_items (incident_id, delivery_id) WHERE incident_id IS NOT NULL`,
  `CREATE INDEX delivery_items_monitor ON delivery_items (monitor_id, delivery_id) WHERE monitor_id IS NOT NULL`,
  `CREATE TABLE delivery_attempts (
    id INTEGER PRIMARY KEY, delivery_id INTEGER NOT NULL, at INTEGER NOT NULL, latency_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL, status INTEGER, answer TEXT NOT NULL, next_at INTEGER
  ) STRICT`,
  `CREATE INDEX delivery_attempts_delivery ON delivery_attempts (delivery_id, id)`,
  `CREATE TABLE maintenance_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id), short_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, scope TEXT NOT NULL, times TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX maintenance_windows_team ON maintenance_windows (team_id, id)`,
  `CREATE TABLE escalation_policies (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL REFERENCES teams (id), short_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, steps TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX escalation_policies_team ON escalation_policies (team_id, id)`,
  `CREATE TABLE reports (
    team_id TEXT NOT NULL, period TEXT NOT NULL, from_at INTEGER NOT NULL, PRIMARY KEY (team_id, period, from_at)
  ) STRICT, WITHOUT ROWID`,
];

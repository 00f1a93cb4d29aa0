import { ID, TEXT } from './column-types.ts';

export const alerts: readonly string[] = [
  `CREATE TABLE incidents (
    id ${ID}, incident_id ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL, monitor_id BIGINT NOT NULL,
    reason ${TEXT} NOT NULL, opened_at BIGINT NOT NULL, run_seq BIGINT, closed_at BIGINT, closed_by ${TEXT},
    acknowledged_at BIGINT, acknowledged_by ${TEXT}, note ${TEXT}, remind_at BIGINT, escalate_at BIGINT,
    escalation_step INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX incidents_team ON incidents (team_id, id)`,
  `CREATE INDEX incidents_monitor ON incidents (monitor_id, id)`,
  `CREATE UNIQUE INDEX incidents_open ON incidents (monitor_id) WHERE closed_at IS NULL`,
  `CREATE INDEX incidents_remind ON incidents (remind_at) WHERE remind_at IS NOT NULL`,
  `CREATE INDEX incidents_escalate ON incidents (escalate_at) WHERE escalate_at IS NOT NULL`,
  `CREATE TABLE outbox (
    id ${ID}, team_id ${TEXT} NOT NULL, monitor_id BIGINT, kind ${TEXT} NOT NULL, transition_id BIGINT UNIQUE,
    blind_window_id BIGINT, created_at BIGINT NOT NULL, incident_id BIGINT, detail ${TEXT},
    plan_at BIGINT NOT NULL DEFAULT 0, planned_at BIGINT, held ${TEXT}, told ${TEXT} NOT NULL DEFAULT '[]'
  )`,
  `CREATE UNIQUE INDEX outbox_blind ON outbox (blind_window_id, team_id) WHERE blind_window_id IS NOT NULL`,
  `CREATE INDEX outbox_due ON outbox (plan_at, id, team_id) WHERE planned_at IS NULL`,
  // Finds the next due team while another node plans for the first team.
  `CREATE INDEX outbox_team_due ON outbox (team_id, plan_at, id) WHERE planned_at IS NULL`,
  `CREATE INDEX outbox_monitor ON outbox (monitor_id, id) WHERE monitor_id IS NOT NULL`,
  // Counts recent changes of a monitor, for flapping.
  `CREATE INDEX outbox_flips ON outbox (monitor_id, kind, created_at) WHERE monitor_id IS NOT NULL`,
  `CREATE TABLE channels (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, type ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL, is_default INTEGER NOT NULL, wants ${TEXT} NOT NULL, tags ${TEXT} NOT NULL,
    min_severity ${TEXT} NOT NULL, members ${TEXT} NOT NULL, settings ${TEXT} NOT NULL, created_at BIGINT NOT NULL,
    disabled ${TEXT}, disabled_at BIGINT, last_sent_at BIGINT, failed_at BIGINT, failure ${TEXT}
  )`,
  `CREATE INDEX channels_team ON channels (team_id, id)`,
  `CREATE TABLE deliveries (
    id ${ID}, key ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL, channel_id BIGINT NOT NULL, kind ${TEXT} NOT NULL,
    alert ${TEXT} NOT NULL, state ${TEXT} NOT NULL, due_at BIGINT NOT NULL, lease_until BIGINT NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, done_at BIGINT,
    merged_into ${TEXT}
  )`,
  `CREATE INDEX deliveries_team ON deliveries (team_id, id)`,
  `CREATE INDEX deliveries_channel ON deliveries (channel_id, id)`,
  `CREATE INDEX deliveries_recent ON deliveries (team_id, created_at)`,
  // Deliveries are claimed channel by channel, so that no channel blocks another.
  `CREATE INDEX deliveries_waiting ON deliveries (channel_id, due_at, id) WHERE state = 'waiting'`,
  `CREATE INDEX deliveries_expiry ON deliveries (expires_at) WHERE state = 'waiting'`,
  `CREATE TABLE delivery_items (
    delivery_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, outbox_id BIGINT NOT NULL, monitor_id BIGINT,
    incident_id BIGINT, waiting INTEGER NOT NULL, PRIMARY KEY (delivery_id, outbox_id)
  )`,
  // Finds the oldest waiting delivery of each monitor and channel.
  `CREATE INDEX delivery_items_order ON delivery_items (channel_id, monitor_id, delivery_id) WHERE waiting = 1`,
  `CREATE INDEX delivery_items_incident ON delivery_items (incident_id, delivery_id) WHERE incident_id IS NOT NULL`,
  `CREATE INDEX delivery_items_monitor ON delivery_items (monitor_id, delivery_id) WHERE monitor_id IS NOT NULL`,
  `CREATE TABLE delivery_attempts (
    id ${ID}, delivery_id BIGINT NOT NULL, at BIGINT NOT NULL, latency_ms BIGINT NOT NULL, outcome ${TEXT} NOT NULL,
    status INTEGER, answer ${TEXT} NOT NULL, next_at BIGINT
  )`,
  `CREATE INDEX delivery_attempts_delivery ON delivery_attempts (delivery_id, id)`,
  `CREATE TABLE maintenance_windows (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    scope ${TEXT} NOT NULL, times ${TEXT} NOT NULL, created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX maintenance_windows_team ON maintenance_windows (team_id, id)`,
  `CREATE TABLE escalation_policies (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), short_id ${TEXT} NOT NULL UNIQUE, name ${TEXT} NOT NULL,
    steps ${TEXT} NOT NULL, created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX escalation_policies_team ON escalation_policies (team_id, id)`,
  `CREATE TABLE reports (
    team_id ${TEXT} NOT NULL, period ${TEXT} NOT NULL, from_at BIGINT NOT NULL, PRIMARY KEY (team_id, period, from_at)
  )`,
];

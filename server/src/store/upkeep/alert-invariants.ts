import { DIRECT_MAIL_CHANNEL_ID } from '@overdue/domain/alerting/direct-mail.ts';
import { sql } from 'kysely';
import { expectNoRows, type InvariantCheck, type MonitorRef } from './invariants.ts';

interface RowRef {
  readonly id: number;
}

interface DeliveryRef {
  readonly delivery: number;
}

const INCIDENT_INVARIANTS: readonly InvariantCheck[] = [
  expectNoRows(
    sql<MonitorRef>`SELECT s.monitor_id AS monitor FROM monitor_states s
      LEFT JOIN incidents i ON i.monitor_id = s.monitor_id AND i.closed_at IS NULL
      WHERE s.paused = 0 AND s.incident_reason IS NOT NULL AND i.id IS NULL
        AND EXISTS (SELECT 1 FROM transitions t WHERE t.monitor_id = s.monitor_id)`,
    ({ monitor }) => `Monitor ${monitor} is down and has no open incident.`,
  ),
  expectNoRows(
    sql<MonitorRef & RowRef>`SELECT i.id, i.monitor_id AS monitor FROM incidents i
      LEFT JOIN monitor_states s ON s.monitor_id = i.monitor_id AND s.paused = 0 AND s.incident_reason IS NOT NULL
      WHERE i.closed_at IS NULL AND s.monitor_id IS NULL`,
    ({ id, monitor }) => `Incident ${id} is open, but monitor ${monitor} is not down.`,
  ),
  expectNoRows(
    sql<RowRef>`SELECT id FROM incidents WHERE (closed_at IS NULL) <> (closed_by IS NULL)
      OR (closed_at IS NOT NULL AND (remind_at IS NOT NULL OR escalate_at IS NOT NULL))`,
    ({ id }) => `Incident ${id} must either be open, or be closed with a cause and without due timers.`,
  ),
  expectNoRows(
    sql<RowRef>`SELECT o.id FROM outbox o LEFT JOIN teams t ON t.id = o.team_id
      WHERE o.planned_at IS NULL AND t.id IS NULL`,
    ({ id }) => `Outbox row ${id} waits for a plan, but its team does not exist.`,
  ),
  // Rows planned before incidents were introduced have no incident.
  expectNoRows(
    sql<RowRef>`SELECT id FROM outbox
      WHERE kind IN ('down', 'recovered') AND incident_id IS NULL AND planned_at IS NULL`,
    ({ id }) => `Outbox row ${id} opens or ends an incident but names none.`,
  ),
  expectNoRows(
    sql<RowRef & { readonly incident: number }>`SELECT o.id, o.incident_id AS incident FROM outbox o
      LEFT JOIN incidents i ON i.id = o.incident_id AND i.monitor_id = o.monitor_id
      WHERE o.incident_id IS NOT NULL AND i.id IS NULL`,
    ({ id, incident }) =>
      `Outbox row ${id} names incident ${incident}, which does not belong to its monitor.`,
  ),
];

const DELIVERY_INVARIANTS: readonly InvariantCheck[] = [
  expectNoRows(
    sql<DeliveryRef>`SELECT d.id AS delivery FROM deliveries d
      LEFT JOIN channels c ON c.id = d.channel_id AND c.team_id = d.team_id
      WHERE c.id IS NULL AND d.channel_id > ${sql.lit(DIRECT_MAIL_CHANNEL_ID)}`,
    ({ delivery }) => `Delivery ${delivery} is for a channel that does not belong to its team.`,
  ),
  expectNoRows(
    sql<DeliveryRef>`SELECT id AS delivery FROM deliveries
      WHERE channel_id <= ${sql.lit(DIRECT_MAIL_CHANNEL_ID)} AND alert NOT LIKE '%"recipient":"%'`,
    ({ delivery }) => `Delivery ${delivery} has neither a channel nor a recipient.`,
  ),
  expectNoRows(
    sql<DeliveryRef>`SELECT id AS delivery FROM deliveries WHERE (state = 'waiting') <> (done_at IS NULL)
      OR (state = 'merged') <> (merged_into IS NOT NULL)`,
    ({ delivery }) => `Delivery ${delivery} must be either waiting or done, and if merged, name its target.`,
  ),
  ...(['delivery_items', 'delivery_attempts'] as const).map((table) =>
    expectNoRows(
      sql<DeliveryRef>`SELECT DISTINCT x.delivery_id AS delivery FROM ${sql.table(table)} x
        LEFT JOIN deliveries d ON d.id = x.delivery_id WHERE d.id IS NULL`,
      ({ delivery }) => `Rows in ${table} refer to delivery ${delivery}, which does not exist.`,
    ),
  ),
  // A channel's waiting items determine which delivery is sent next. An item wrongly marked as waiting would block its channel
  // forever.
  expectNoRows(
    sql<DeliveryRef>`SELECT DISTINCT d.id AS delivery FROM deliveries d
      JOIN delivery_items i ON i.delivery_id = d.id
      WHERE i.channel_id <> d.channel_id OR (i.waiting = 1) <> (d.state = 'waiting')`,
    ({ delivery }) => `Items of delivery ${delivery} have a different state or channel than the delivery.`,
  ),
];

export const ALERT_INVARIANTS: readonly InvariantCheck[] = [...INCIDENT_INVARIANTS, ...DELIVERY_INVARIANTS];

import type { Generated } from 'kysely';

export interface AlertTables {
  incidents: IncidentsTable;
  incident_notes: IncidentNotesTable;
  outbox: OutboxTable;
  channels: ChannelsTable;
  deliveries: DeliveriesTable;
  delivery_items: DeliveryItemsTable;
  delivery_attempts: DeliveryAttemptsTable;
  maintenance_windows: MaintenanceWindowsTable;
  escalation_policies: EscalationPoliciesTable;
  reports: ReportsTable;
}

interface IncidentsTable {
  id: Generated<number>;
  incident_id: string;
  team_id: string;
  monitor_id: number;
  reason: string;
  opened_at: number;
  run_seq: number | null;
  closed_at: number | null;
  closed_by: string | null;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
  note: string | null;
  /** JSON list, oldest first. */
  past_acknowledgements: Generated<string>;
  remind_at: number | null;
  escalate_at: number | null;
  escalation_step: Generated<number>;
  /** JSON list, oldest first. */
  snoozes: Generated<string>;
}

interface IncidentNotesTable {
  id: Generated<number>;
  note_id: string;
  incident_id: number;
  at: number;
  author: string;
  text: string;
}

interface OutboxTable {
  id: Generated<number>;
  team_id: string;
  monitor_id: number | null;
  kind: string;
  transition_id: number | null;
  blind_window_id: number | null;
  created_at: number;
  incident_id: number | null;
  detail: string | null;
  plan_at: Generated<number>;
  planned_at: number | null;
  /** Reason why the alert is held, as shown to users. */
  held: string | null;
  held_by: string | null;
  /** JSON report of the alerted channels, with the reasons. */
  told: Generated<string>;
  set_aside: Generated<string | null>;
}

interface ChannelsTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  type: string;
  name: string;
  is_default: number;
  wants: string;
  tags: string;
  min_severity: string;
  /** JSON list of the short IDs of a group's channels. */
  members: string;
  settings: string;
  created_at: number;
  /** Reason why the channel is disabled; null if the channel is enabled. */
  disabled: string | null;
  disabled_at: number | null;
  last_sent_at: number | null;
  failed_at: number | null;
  failure: string | null;
  revision: Generated<number>;
}

interface DeliveriesTable {
  id: Generated<number>;
  key: string;
  team_id: string;
  channel_id: number;
  kind: string;
  alert: string;
  state: string;
  due_at: number;
  lease_until: Generated<number>;
  attempts: Generated<number>;
  created_at: number;
  expires_at: number;
  done_at: number | null;
  /** Key of the delivery that this delivery was merged into. */
  merged_into: string | null;
  set_aside: Generated<string | null>;
}

interface DeliveryItemsTable {
  delivery_id: number;
  channel_id: number;
  outbox_id: number;
  monitor_id: number | null;
  incident_id: number | null;
  /** 1 while the delivery is waiting to be sent, otherwise 0. */
  waiting: number;
}

interface DeliveryAttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  at: number;
  latency_ms: number;
  outcome: string;
  status: number | null;
  answer: string;
  next_at: number | null;
}

interface MaintenanceWindowsTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  name: string;
  scope: string;
  times: string;
  created_at: number;
  revision: Generated<number>;
}

interface EscalationPoliciesTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  name: string;
  steps: string;
  created_at: number;
  revision: Generated<number>;
}

interface ReportsTable {
  team_id: string;
  period: string;
  from_at: number;
}

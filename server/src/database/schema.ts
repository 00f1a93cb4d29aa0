import type { RunCounts } from '@overdue/domain/statistics/run-counts.ts';
import type { Generated } from 'kysely';
import type { DetailsTable, RulesTable } from './monitor-settings-columns.ts';
import type { MonitorStatesTable } from './monitor-state-columns.ts';
import type { RunsTable } from './rows.ts';

/** The tables of both databases. Times are epoch milliseconds (ISO text in account and team tables), flags 0 or 1, lists JSON. */
export interface Schema {
  teams: TeamsTable;
  members: MembersTable;
  api_tokens: ApiTokensTable;
  projects: ProjectsTable;
  monitors: MonitorsTable;
  monitor_states: MonitorStatesTable;
  events: EventsTable;
  event_bodies: EventBodiesTable;
  runs: RunsTable;
  transitions: TransitionsTable;
  blind_windows: BlindWindowsTable;
  watch: WatchTable;
  key_check: KeyCheckTable;
  users: UsersTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  known_browsers: KnownBrowsersTable;
  passkeys: PasskeysTable;
  two_factors: TwoFactorsTable;
  sign_in_attempts: SignInAttemptsTable;
  first_setup: FirstSetupTable;
  invitations: InvitationsTable;
  audit_log: AuditLogTable;
  project_keys: ProjectKeysTable;
  shares: SharesTable;
  managed_resources: ManagedResourcesTable;
  device_authorizations: ProgramLoginsTable;
  push_devices: PushDevicesTable;
  pings_set_aside: PingsSetAsideTable;
  forwarding: ForwardingTable;
  team_run_counts: TeamRunCountsTable;
  pruned_run_counts: PrunedRunCountsTable;
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
  on_call_schedules: SchedulesTable;
  on_call_overrides: OverridesTable;
  on_call_contacts: ContactsTable;
  saved_views: SavedViewsTable;
  legacy_ids: LegacyIDsTable;
}

interface KeyCheckTable {
  id: number;
  sealed: string;
}

interface TeamsTable {
  id: string;
  name: string;
  slug: string;
  created_at: string;
  /** JSON of the alert settings that differ from the defaults. */
  alerting: Generated<string>;
  revision: Generated<number>;
  two_factor_required: Generated<number>;
  token_days_max: Generated<number | null>;
}

interface MembersTable {
  id: string;
  team_id: string;
  user_id: string;
  role: string;
  created_at: string;
  revision: Generated<number>;
}

interface ApiTokensTable {
  id: string;
  member_id: string;
  name: string;
  scope: string;
  prefix: string;
  hash: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  /** JSON list of short IDs of the projects that the token is limited to; null for all. */
  projects: string | null;
}

interface ProjectsTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  name: string;
  is_default: number;
  created_at: number;
  /** JSON of the alert settings that differ from the defaults. */
  alerting: Generated<string>;
  revision: Generated<number>;
}

/** Settings, read with each ping and written by edits. */
interface MonitorsTable extends DetailsTable, RulesTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  ping_id: string;
  normalized_ping_id: string;
  created_at: number;
  revision: Generated<number>;
}

interface EventsTable {
  id: Generated<number>;
  /** The monitor's previous event, which may have been pruned. */
  previous_id: number | null;
  monitor_id: number;
  number: number;
  type: string;
  at: number;
  /** Null if the job sent no time, so that `at` applies. */
  happened_at: number | null;
  duration_ms: number | null;
  run_id: string;
  /** JSON list; null when there are none. */
  warnings: string | null;
  method: string;
  user_agent: string;
  remote_address: string;
  exit_status: number | null;
  body_size: number;
}

interface EventBodiesTable {
  monitor_id: number;
  number: number;
  body: Uint8Array;
}

interface TransitionsTable {
  id: Generated<number>;
  monitor_id: number;
  from_status: string;
  to_status: string;
  at: number;
  reason: string;
  run_seq: number | null;
  event_number: number | null;
}

interface BlindWindowsTable {
  id: Generated<number>;
  from_at: number;
  to_at: number;
  settled_at: number | null;
  /** 0 for a blind window, 1 for a `restart`, 2 for a `stall`. */
  brief: Generated<number>;
  /** Team whose pings were refused; null if the whole service was blind. */
  team_id: string | null;
}

/** One row: the latest time at which the service is known to have been able to receive pings. */
interface WatchTable {
  id: number;
  watched_until: number;
}

interface InvitationsTable {
  id: string;
  team_id: string;
  /** In lower case; null if anyone with the link may join. */
  email: string | null;
  role: string;
  hash: string;
  created_at: number;
  expires_at: number;
  invited_by: string;
  token_id: Generated<string | null>;
}

/** Stores copies of names, because the named users and resources may be deleted. */
interface AuditLogTable {
  id: Generated<number>;
  team_id: string;
  at: number;
  actor_kind: string;
  actor_user_id: string | null;
  actor_name: string;
  actor_email: string;
  actor_token: string | null;
  action: string;
  target_kind: string | null;
  target_id: string | null;
  target_name: string | null;
  details: string;
  remote_address: string;
}

interface UsersTable {
  id: string;
  email: string;
  name: string;
  /** Whether the user is known to own the address: confirmed by an operator, by a team owner, or by mail. */
  email_verified: number;
  image: string | null;
  two_factor_enabled: Generated<number>;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
}

interface AccountsTable {
  id: string;
  user_id: string;
  /** `credential` for a password, `oidc` for the identity provider. */
  provider_id: string;
  account_id: string;
  /** The password's hash, as a PHC string. */
  password: string | null;
  /** Always empty: tokens of the identity provider are not kept. */
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: string | null;
  refresh_token_expires_at: string | null;
  scope: string | null;
  created_at: string;
  updated_at: string;
}

interface SessionsTable {
  id: string;
  user_id: string;
  /** Session token. Useless without its signature, which only the browser has. */
  token: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
  ip_address: string | null;
  user_agent: string | null;
  active_team_id: string | null;
  /** Time of the last identity confirmation, in epoch milliseconds; null if there was none since the sign-in. */
  authenticated_at: number | null;
  /** Sign-in method if it counts as a second factor; otherwise null. */
  sign_in_method: Generated<string | null>;
}

interface KnownBrowsersTable {
  id: string;
  user_id: string;
  /** Hash of the browser's cookie. Several accounts can know the same browser. */
  token_hash: string;
  created_at: number;
  used_at: number;
  expires_at: number;
  /** Null for a browser that is known but not trusted. */
  trusted_until: number | null;
  remote_address: string;
  user_agent: string;
}

interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

interface PasskeysTable {
  id: string;
  name: string | null;
  public_key: string;
  user_id: string;
  credential_id: string;
  counter: number;
  device_type: string;
  backed_up: number;
  transports: string | null;
  created_at: string | null;
  aaguid: string | null;
}

interface TwoFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: number;
  failed_verification_count: number;
  locked_until: string | null;
  /** Time step of the last accepted code. */
  last_step: number | null;
}

interface SignInAttemptsTable {
  key: string;
  attempts: number;
  /** Epoch milliseconds of the first counted attempt. */
  since_at: number;
}

/** Contains one row after someone has set up the service in a browser, so that only one of two concurrent set-ups succeeds. */
interface FirstSetupTable {
  id: number;
  at: number;
}

interface ProjectKeysTable {
  id: Generated<number>;
  short_id: string;
  team_id: string;
  project_id: number;
  kind: string;
  name: string;
  hash: string;
  prefix: string;
  created_at: number;
  created_by: string;
  last_used_at: number | null;
  revision: Generated<number>;
  expires_at: Generated<number | null>;
  token_id: Generated<string | null>;
}

interface SharesTable {
  id: Generated<number>;
  share_id: string;
  team_id: string;
  kind: string;
  /**
   * Stored in plain text, because members can view the share's address, which contains the key, at any time. The key only opens
   * content that is meant for others.
   */
  key: string;
  title: string;
  scope: string;
  options: string;
  created_at: number;
  created_by: string;
  revision: Generated<number>;
}

interface ProgramLoginsTable {
  token_hash: string;
  token_prefix: string;
  user_code_hash: string;
  host_name: string;
  remote_address: string;
  scope: string;
  created_at: number;
  expires_at: number;
  interval_seconds: number;
  polled_at: number | null;
  decision: string;
}

interface PushDevicesTable {
  id: string;
  user_id: string;
  session_id: string | null;
  name: string;
  subscription: string;
  address_hash: string;
  created_at: number;
  used_at: number | null;
}

/** Pings that were set aside because the database refuses their rows, in the order of their IDs for each monitor. */
interface PingsSetAsideTable {
  id: Generated<number>;
  monitor_id: number;
  reason: string;
  /** Time of the last attempt to store the ping, or its arrival. */
  tried_at: number;
  at: number;
  happened_at: number | null;
  type: string;
  rid: string | null;
  new_run_id: string | null;
  duration_ms: number | null;
  warnings: string;
  method: string;
  user_agent: string;
  remote_address: string;
  exit_status: number | null;
  body: Uint8Array | null;
}

/** One row for each monitor that forwards its pings. The recorded events are the queue. */
interface ForwardingTable {
  monitor_id: number;
  /** Number of the last event that was sent or dropped. */
  forwarded_until: number;
  due_at: Generated<number>;
  lease_until: Generated<number>;
  /** Failed attempts in a row. */
  attempts: Generated<number>;
  last_sent_at: number | null;
  failed_at: number | null;
  /** Reason for the last failure; '' after a later success. */
  error: Generated<string>;
  dropped: Generated<number>;
  dropped_at: number | null;
}

/**
 * Counts of a team's runs by the quarter of an hour in which they began, numbered from 1970. The sum of all shards is the total.
 */
interface TeamRunCountsTable extends RunCounts {
  team_id: string;
  quarter: number;
  /**
   * Number of a partial count. Nodes that count runs of one team use different shards, so that they don't wait for each other.
   * Always 0 on SQLite.
   */
  shard: number;
}

/** Counts of a monitor's deleted runs by the UTC day on which they began, numbered from 1970. */
interface PrunedRunCountsTable extends RunCounts {
  monitor_id: number;
  day: number;
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
  decisions: Generated<string>;
  set_aside: Generated<string | null>;
}

interface ChannelsTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  type: string;
  name: string;
  is_default: number;
  subscriptions: string;
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

interface SchedulesTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  name: string;
  timezone: string;
  rotations: string;
  created_at: number;
  revision: Generated<number>;
}

interface OverridesTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  /** Short ID of the schedule. */
  schedule: string;
  member_id: string;
  replaces: string | null;
  from_at: number;
  to_at: number;
  created_at: number;
  revision: Generated<number>;
}

interface SavedViewsTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  /** Null if the team shares the view. */
  member_id: string | null;
  name: string;
  /** JSON of filters, order and grouping. */
  settings: string;
  created_at: number;
  revision: Generated<number>;
}

interface ContactsTable {
  id: Generated<number>;
  team_id: string;
  member_id: string;
  /** JSON list of short IDs of channels. */
  channels: string;
  /** SHA-256 of the token in the calendar's address; null without a calendar. */
  calendar_hash: string | null;
  calendar_at: number | null;
  revision: Generated<number>;
}

interface ManagedResourcesTable {
  id: Generated<number>;
  team_id: string;
  /** ID of the resource in the API. */
  resource_id: string;
  /** Name of the configuration file. */
  file: string;
  kind: string;
  /** The resource's key in the file. */
  key: string;
  revision: Generated<number>;
}

/** IDs of another service that stay valid after an import. */
interface LegacyIDsTable {
  id: Generated<number>;
  project_id: number;
  kind: string;
  value: string;
  channel_id: number | null;
  monitor_id: number | null;
  /** Tag of a badge; empty for other kinds. */
  tag: Generated<string>;
}

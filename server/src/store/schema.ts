import type { Generated } from 'kysely';
import type { AccountTables } from './accounts/schema.ts';
import type { AlertTables } from './alerts/schema.ts';
import type { ShareTables } from './shares/schema.ts';
import type { TeamTables } from './teams/schema.ts';

/**
 * The tables on both databases. Times are epoch milliseconds, flags 0 or 1, lists JSON. `teams` and `members`
 * keep times as ISO text, as the account tables do.
 */
export interface Schema extends AccountTables, AlertTables, ShareTables, TeamTables {
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
  /** JSON of differences from the default. */
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
  /** JSON of differences from the default. */
  alerting: Generated<string>;
  revision: Generated<number>;
}

/** Settings, read with each ping and written by edits. */
interface MonitorsTable {
  id: Generated<number>;
  team_id: string;
  project_id: number;
  short_id: string;
  ping_id: string;
  ping_key: string;
  name: string;
  description: string;
  tags: string;
  schedule_type: string;
  interval_ms: number;
  cron: string;
  timezone: string;
  grace_ms: number;
  max_run_ms: number | null;
  alert_after_failures: number;
  recover_after_successes: number;
  created_at: number;
  /** JSON of differences from the default. */
  alerting: Generated<string>;
  revision: Generated<number>;
}

/** State of the rules. Narrow, because each ping rewrites the row. */
export interface MonitorStatesTable {
  monitor_id: number;
  paused: number;
  reported: number;
  event_count: number;
  run_count: number;
  last_ping_at: number | null;
  last_start_seq: number | null;
  next_expected_at: number | null;
  previous_expected_at: number | null;
  met_until: number;
  settled_at: number;
  missed_streak: number;
  failure_streak: number;
  success_streak: number;
  open_runs: number;
  run_deadline_at: number | null;
  incident_reason: string | null;
  incident_at: number | null;
  incident_expected_at: number | null;
  failure_reason: string | null;
  failure_at: number | null;
  failure_expected_at: number | null;
  wake_at: number | null;
  /** Newest rows of the monitor's chains of events and runs. */
  last_event_id: number | null;
  last_run_id: number | null;
  ping_notices: string | null;
}

interface EventsTable {
  id: Generated<number>;
  /** The monitor's previous event, which may have been pruned. */
  previous_id: number | null;
  monitor_id: number;
  number: number;
  type: string;
  at: number;
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

export interface RunsTable {
  id: Generated<number>;
  /** The monitor's previous row in the order of `seq`, which may have been pruned. */
  previous_id: number | null;
  monitor_id: number;
  seq: number;
  run_id: string;
  state: string;
  expected_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  duration_ms: number | null;
  late: number;
  start_event: number | null;
  end_event: number | null;
  deadline_at: number | null;
  blind_window_id: number | null;
  counted: string | null;
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
  is_brief: Generated<number>;
}

/** One row: the time up to which the service is known to have been able to receive pings. */
interface WatchTable {
  id: number;
  watched_until: number;
}

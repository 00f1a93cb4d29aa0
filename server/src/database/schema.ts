import type { Generated } from 'kysely';
import type { DetailsTable, RulesTable } from './monitor-settings-columns.ts';
import type { MonitorStatesTable } from './monitor-state-columns.ts';
import type { RunsTable } from './rows.ts';
import type { AccountTables } from './tables/accounts.ts';
import type { AlertTables } from './tables/alerts.ts';
import type { ConfigurationTables } from './tables/configuration.ts';
import type { ForwardingTables } from './tables/forwarding.ts';
import type { LegacyIDTables } from './tables/legacy-ids.ts';
import type { OnCallTables } from './tables/on-call.ts';
import type { RefusedPingTables } from './tables/pings.ts';
import type { ProgramLoginTables } from './tables/program-logins.ts';
import type { ProjectKeyTables } from './tables/project-keys.ts';
import type { PushDeviceTables } from './tables/push-devices.ts';
import type { RunCountTables } from './tables/run-counts.ts';
import type { ShareTables } from './tables/shares.ts';
import type { TeamTables } from './tables/teams.ts';

/**
 * The tables of both databases. Times are epoch milliseconds (ISO text in account and team tables), flags 0 or 1, lists JSON.
 *
 * Some columns have other names than their properties in the code:
 *
 * | Column | Property |
 * |---|---|
 * | `monitors.ping_key` | `normalizedPingID` |
 * | `runs.deadline_at`, `monitor_states.run_deadline_at` | `limitAt`, `runLimitAt` |
 * | `runs.counted` | `countedAs` |
 * | `blind_windows.is_brief` | `brief`: 0 for a blind window, 1 `restart`, 2 `stall` |
 * | `monitor_states.settled_at` | `latestRunExpectedAt` |
 * | `channels.wants` | `subscriptions` |
 * | `outbox.told` | `decisions` of the alert report |
 * | `teams.alerting`: `gatherAbove`, `gatherMs` | `combineAbove`, `combineWithinMs` |
 * | the table `kept_ids` | `legacyIDs` |
 * | `watching_nodes.keeps` (PostgreSQL) | `usesSpool`: 1; 2 if `waiting_from` is `refusedSince` |
 * | `watching_nodes.waiting_from` (PostgreSQL) | the earlier of `unstoredSince` and `refusedSince` |
 */
export interface Schema
  extends AccountTables,
    AlertTables,
    ConfigurationTables,
    ProgramLoginTables,
    ForwardingTables,
    LegacyIDTables,
    OnCallTables,
    PushDeviceTables,
    ProjectKeyTables,
    RefusedPingTables,
    RunCountTables,
    ShareTables,
    TeamTables {
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
  ping_key: string;
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
  is_brief: Generated<number>;
}

/** One row: the latest time at which the service is known to have been able to receive pings. */
interface WatchTable {
  id: number;
  watched_until: number;
}

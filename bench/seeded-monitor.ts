import { hash } from 'node:crypto';
import { decide } from '@overdue/domain/decision/decide.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { cellsOf, columnNames } from '../server/src/database/column.ts';
import { rulesRow } from '../server/src/database/monitor-settings-columns.ts';
import { STATE_COLUMNS, storedState } from '../server/src/database/monitor-state-columns.ts';
import { RUN_COLUMNS, runIdentityValues, runProgressValues } from '../server/src/database/rows.ts';
import { systemRandom } from '../server/src/platform/runtime/random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Schedule of the seeded monitors: one run per day, with a grace period of one hour. */
export const DAILY = {
  kind: 'cron',
  schedule: { type: 'interval', intervalMs: DAY_MS, timezone: 'UTC', graceMs: HOUR_MS },
  maxRunMs: null,
  alertAfterFailures: 1,
  recoverAfterSuccesses: 1,
  manualResume: true,
  pingFilter: null,
} as const satisfies MonitorRules;

/** Time from the last report of a daily monitor to the deadline of its next run. */
export const DAILY_DEADLINE_MS = DAILY.schedule.intervalMs + DAILY.schedule.graceMs;

/** Rules with one run per hour, at minute 17. */
export const HOURLY_CRON: MonitorRules = {
  ...DAILY,
  schedule: { type: 'cron', cron: '17 * * * *', timezone: 'Europe/Berlin', graceMs: 10 * MINUTE_MS },
};

/** Returns the ping ID of a monitor by its number, so that scripts needn't query the database. */
export function pingIDOf(number: number): string {
  return readable(`ping ${number}`, 22);
}

const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';

/** Returns evenly distributed text, like real IDs. Ascending keys would make the indexes unrealistically fast. */
export function readable(source: string, length: number): string {
  let text = '';
  for (const byte of hash('sha256', source, 'buffer').subarray(0, length)) text += ALPHABET[byte % 32];
  return text;
}

/**
 * Returns a function that spreads times evenly over the last 20 hours. The deadlines of daily monitors then lie 5 to 25 hours
 * ahead.
 */
export function recently(): (number: number) => number {
  const now = Date.now();
  return (number) => now - ((number * 7919) % (20 * 3600)) * 1000;
}

/** Team and project of a monitor. */
export interface TeamRow {
  readonly teamID: string;
  readonly projectID: number;
}

/** Columns of a seeded monitor's rows, in order. */
export const SEEDED_COLUMNS = {
  monitors: [
    'id',
    'team_id',
    'project_id',
    'short_id',
    'ping_id',
    'normalized_ping_id',
    'name',
    'description',
    'tags',
    'schedule_type',
    'interval_ms',
    'cron',
    'timezone',
    'grace_ms',
    'max_run_ms',
    'alert_after_failures',
    'recover_after_successes',
    'created_at',
  ],
  monitor_states: ['monitor_id', ...columnNames(STATE_COLUMNS)],
  events: [
    'monitor_id',
    'number',
    'type',
    'at',
    'duration_ms',
    'run_id',
    'method',
    'user_agent',
    'remote_address',
    'body_size',
  ],
  runs: ['monitor_id', 'seq', ...RUN_COLUMNS],
} as const;

export type SeededTable = keyof typeof SEEDED_COLUMNS;
export type SeededRow = readonly (number | string | null)[];

/** Rows of a monitor: its state, one event and one run. */
export interface SeededMonitor {
  readonly pingedAt: number;
  readonly rows: Readonly<Record<SeededTable, SeededRow>>;
}

const NO_WINDOWS = { blindWindows: [], newID: () => systemRandom.uuid() };

/**
 * Returns a monitor for which the domain's rules have processed one successful run, with its event and its run. The
 * next deadline is `pingedAt` plus the interval and the grace period.
 */
export function seededMonitor(
  number: number,
  options: { readonly rules: MonitorRules; readonly team: TeamRow; readonly pingedAt: number },
): SeededMonitor {
  const { rules, team, pingedAt } = options;
  const row = rulesRow(rules);
  const pingID = pingIDOf(number);
  const createdAt = pingedAt - HOUR_MS;
  const { monitor, event, runs } = decide(
    { rules, state: newMonitorState({ kind: 'cron', createdAt, paused: false }) },
    {
      stored: [],
      command: { kind: 'ping', at: pingedAt, type: 'end', rid: null, durationMs: 61_000, warnings: [] },
      context: NO_WINDOWS,
    },
  );
  const [run] = runs;
  if (event === null || run === undefined) throw new Error('A ping left no event, or no run.');
  return {
    pingedAt,
    rows: {
      monitors: [
        number,
        team.teamID,
        team.projectID,
        readable(`short ${number}`, 10),
        pingID,
        pingID,
        `Backup of host ${number}`,
        '',
        '["prod"]',
        row.schedule_type,
        row.interval_ms,
        row.cron,
        row.timezone,
        row.grace_ms,
        row.max_run_ms,
        row.alert_after_failures,
        row.recover_after_successes,
        createdAt,
      ],
      monitor_states: [number, ...cellsOf(STATE_COLUMNS, storedState(monitor))],
      events: [
        number,
        event.number,
        event.type,
        event.at,
        event.durationMs,
        event.runID,
        'GET',
        'curl/8.14.1',
        '127.0.0.1',
        0,
      ],
      runs: [number, run.seq, ...runIdentityValues(run), ...runProgressValues(run)],
    },
  };
}

export const MILLION = 1_000_000;
/** Number of teams besides the first one. */
export const OTHER_TEAMS = 990;
/** Every hundredth monitor belongs to the first team, which has 10 000 monitors. Each other team has 1000. */
const FIRST_TEAM_EVERY = 100;

/** Returns the number of the n-th monitor of the first team, where n starts at 0. */
export function firstTeamMonitor(n: number): number {
  return FIRST_TEAM_EVERY * (n + 1);
}

/** Returns a function that assigns each of the million monitors to a team. */
export function teamOfMillion(first: TeamRow, others: readonly TeamRow[]): (number: number) => TeamRow {
  return (number) => (number % FIRST_TEAM_EVERY === 0 ? first : (others[number % others.length] ?? first));
}

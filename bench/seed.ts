import { hash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../server/src/domain/decide.ts';
import { newMonitorState, type Rules } from '../server/src/domain/monitor.ts';
import { systemRandom } from '../server/src/random.ts';
import {
  RUN_COLUMNS,
  rulesRow,
  runIdentityValues,
  runProgressValues,
  STATE_COLUMNS,
  stateValues,
} from '../server/src/store/rows.ts';
import { openDatabase } from '../server/src/store/sqlite/database.ts';
import { openMigrated } from '../server/src/store/sqlite/migrate.ts';
import { migrations } from '../server/src/store/sqlite/migrations/migrations.ts';
import { type Owner, setUp } from './server-process.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What the seeded monitors expect: a run a day, with an hour of grace. */
export const DAILY = {
  schedule: { type: 'interval', intervalMs: DAY_MS, timezone: 'UTC', graceMs: HOUR_MS },
  maxRunMs: null,
  alertAfterFailures: 1,
  recoverAfterSuccesses: 1,
} as const satisfies Rules;

/** From the last report of a daily monitor to the deadline of its next run. */
export const DAILY_DEADLINE_MS = DAILY.schedule.intervalMs + DAILY.schedule.graceMs;

/** A run an hour at the 17th minute. */
export const HOURLY_CRON: Rules = {
  ...DAILY,
  schedule: { type: 'cron', cron: '17 * * * *', timezone: 'Europe/Berlin', graceMs: 10 * MINUTE_MS },
};

export type Database = ReturnType<typeof openDatabase>['raw'];

/** The ping ID of the monitor with a number, so that no script has to ask the database for it. */
export function pingIDOf(number: number): string {
  return readable(`ping ${number}`, 22);
}

const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';

/** Evenly spread text, as real IDs are: keys that grow would be kinder to the indexes than life is. */
function readable(source: string, length: number): string {
  let text = '';
  for (const byte of hash('sha256', source, 'buffer').subarray(0, length)) text += ALPHABET[byte % 32];
  return text;
}

/** Runs work on a database that no server has open. */
export function withDatabase<T>(file: string, work: (database: Database) => T): T {
  const { raw } = openDatabase(file);
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

/** A new database with a team of so many monitors, all up. */
export function seedTeam(file: string, monitors: number, rules: Rules = DAILY): Owner {
  const owner = setUp(file);
  withDatabase(file, (database) => {
    const team = teamOf(database, 1);
    addMonitors(database, { first: 1, count: monitors, rules, teamOf: () => team, lastPingAt: recently() });
  });
  return owner;
}

export interface TeamRow {
  readonly teamID: string;
  readonly projectID: number;
}

/** By the order in which they were made, from 1. */
export function teamOf(database: Database, projectID: number): TeamRow {
  const row = database
    .prepare<[number], TeamRow>('SELECT team_id AS teamID, id AS projectID FROM projects WHERE id = ?')
    .get(projectID);
  if (row === undefined) throw new Error(`There is no project ${projectID}.`);
  return row;
}

/** Times of the last 20 hours, evenly spread: the deadlines of a daily monitor then lie 5 to 25 hours ahead. */
function recently(): (number: number) => number {
  const now = Date.now();
  return (number) => now - ((number * 7919) % (20 * 3600)) * 1000;
}

/**
 * Adds monitors by the rules of the domain, each as if one successful run had been reported for it: with its event, its run
 * and its next deadline, which is its schedule's interval and grace after `lastPingAt`.
 */
export function addMonitors(
  database: Database,
  options: {
    readonly first: number;
    readonly count: number;
    readonly rules?: Rules;
    readonly teamOf: (number: number) => TeamRow;
    readonly lastPingAt: (number: number) => number;
  },
): void {
  const insertMonitor = database.prepare(
    'INSERT INTO monitors (id, team_id, project_id, short_id, ping_id, ping_key, name, description, tags, ' +
      'schedule_type, interval_ms, cron, timezone, grace_ms, max_run_ms, alert_after_failures, ' +
      `recover_after_successes, created_at) VALUES (${marks(18)})`,
  );
  const insertState = database.prepare(
    `INSERT INTO monitor_states (${STATE_COLUMNS.join(', ')}, last_event_id, last_run_id, monitor_id) ` +
      `VALUES (${marks(STATE_COLUMNS.length + 3)})`,
  );
  const insertEvent = database.prepare(
    'INSERT INTO events (monitor_id, number, type, at, duration_ms, run_id, method, user_agent, remote_address, ' +
      `body_size) VALUES (${marks(10)})`,
  );
  const insertRun = database.prepare(
    `INSERT INTO runs (monitor_id, seq, ${RUN_COLUMNS.join(', ')}) VALUES (${marks(RUN_COLUMNS.length + 2)})`,
  );
  const rules = options.rules ?? DAILY;
  const row = rulesRow(rules);
  const sight = { blindWindows: [], newID: () => systemRandom.uuid() };

  function add(number: number): void {
    const at = options.lastPingAt(number);
    const createdAt = at - HOUR_MS;
    const { teamID, projectID } = options.teamOf(number);
    const pingID = pingIDOf(number);
    insertMonitor.run(
      number,
      teamID,
      projectID,
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
    );
    const { monitor, event, runs } = decide(
      { rules, state: newMonitorState(createdAt, false) },
      [],
      { kind: 'ping', at, type: 'end', rid: null, durationMs: 61_000, warnings: [] },
      sight,
    );
    if (event === null) throw new Error('A ping left no event.');
    const saved = insertEvent.run(
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
    );
    let lastRunID: number | null = null;
    for (const run of runs)
      lastRunID = Number(
        insertRun.run(number, run.seq, ...runIdentityValues(run), ...runProgressValues(run)).lastInsertRowid,
      );
    insertState.run(...stateValues(monitor), Number(saved.lastInsertRowid), lastRunID, number);
  }

  database.pragma('synchronous = OFF');
  database.transaction(() => {
    for (let number = options.first; number < options.first + options.count; number += 1) add(number);
  })();
  database.pragma('wal_checkpoint(TRUNCATE)');
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

export const MILLION = 1_000_000;
/** Every so many monitors one belongs to the first team, which thus has 10 000; the others have 1000 each. */
const FIRST_TEAM_EVERY = 100;
const OTHER_TEAMS = 990;
/** After so long the first deadlines would be near. */
const FRESH_MS = 2 * HOUR_MS;

export interface MillionFile extends Owner {
  readonly file: string;
}

/** Number of the n-th monitor of the first team, n from 0. */
export function firstTeamMonitor(n: number): number {
  return FIRST_TEAM_EVERY * (n + 1);
}

interface Sidecar extends Owner {
  readonly seededAt: number;
  readonly version: string;
}

/**
 * A database file with a million monitors in 991 teams. With `keepFolder` a copy of the one that lies there, made if there
 * is none that fits.
 */
export async function openMillion(options: {
  readonly folder: string;
  readonly keepFolder: string | null;
}): Promise<MillionFile> {
  const file = join(options.folder, 'million.db');
  if (options.keepFolder === null) return { file, ...(await seedMillion(file)) };
  const kept = join(options.keepFolder, 'million.db');
  const sidecar = join(options.keepFolder, 'million.json');
  const version = seedVersion();
  let made = readSidecar(sidecar);
  if (made === null || made.version !== version || Date.now() - made.seededAt > FRESH_MS) {
    rmSync(sidecar, { force: true });
    const seededAt = Date.now();
    const owner = await seedMillion(file);
    renameSync(file, kept);
    made = { ...owner, seededAt, version };
    writeFileSync(sidecar, JSON.stringify(made));
  }
  copyFileSync(kept, file);
  return { file, token: made.token, project: made.project };
}

function readSidecar(sidecar: string): Sidecar | null {
  return existsSync(sidecar) ? JSON.parse(readFileSync(sidecar, 'utf8')) : null;
}

/** What must not have changed since a file was seeded. */
function seedVersion(): string {
  return hash(
    'sha256',
    JSON.stringify([migrations, STATE_COLUMNS, RUN_COLUMNS, readFileSync(import.meta.filename, 'utf8')]),
  );
}

async function seedMillion(file: string): Promise<Owner> {
  const owner = setUp(file);
  const { database } = await openMigrated(file);
  database.raw.pragma('cache_size = -1000000');
  const first = teamOf(database.raw, 1);
  const others = addTeams(database.raw, OTHER_TEAMS);
  addMonitors(database.raw, {
    first: 1,
    count: MILLION,
    teamOf: (number) =>
      number % FIRST_TEAM_EVERY === 0 ? first : (others[number % others.length] as TeamRow),
    lastPingAt: recently(),
  });
  await database.kysely.destroy();
  return owner;
}

function addTeams(database: Database, count: number): readonly TeamRow[] {
  const insertTeam = database.prepare('INSERT INTO teams (id, name, slug, created_at) VALUES (?, ?, ?, ?)');
  const insertProject = database.prepare(
    'INSERT INTO projects (team_id, short_id, name, is_default, created_at) VALUES (?, ?, ?, 1, ?)',
  );
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const teamID = systemRandom.uuid();
    insertTeam.run(teamID, `Team ${index}`, `team-${index}`, new Date(now).toISOString());
    const project = insertProject.run(teamID, readable(`project ${index}`, 10), 'Default', now);
    return { teamID, projectID: Number(project.lastInsertRowid) };
  });
}

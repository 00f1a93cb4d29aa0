import { hash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { migrations } from '../server/src/database/sqlite/migrations/migrations.ts';
import { type Connection, prepare, transact } from '../server/src/database/sqlite-connection.ts';
import { systemRandom } from '../server/src/platform/runtime/random.ts';
import { openDatabase } from '../server/src/store/sqlite/database.ts';
import { openMigrated } from '../server/src/store/sqlite/migrate.ts';
import {
  DAILY,
  MILLION,
  OTHER_TEAMS,
  readable,
  recently,
  SEEDED_COLUMNS,
  type SeededTable,
  seededMonitor,
  type TeamRow,
  teamOfMillion,
} from './seeded-monitor.ts';
import { type Owner, setUp } from './server-process.ts';

export type Database = Connection;

/** Calls `work` with a database that no server has open. */
export function withDatabase<T>(file: string, work: (database: Database) => T): T {
  const { raw } = openDatabase(file);
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

/** Creates a database with a team of `monitors` monitors, all up. */
export function seedTeam(file: string, monitors: number, rules: MonitorRules = DAILY): Owner {
  const owner = setUp(file);
  withDatabase(file, (database) => {
    const team = teamOf(database, 1);
    addMonitors(database, { first: 1, count: monitors, rules, teamOf: () => team, lastPingAt: recently() });
  });
  return owner;
}

/** Returns a team by its position in the order of creation, from 1. */
export function teamOf(database: Database, projectID: number): TeamRow {
  const row = prepare<[number], TeamRow>(
    database,
    'SELECT team_id AS teamID, id AS projectID FROM projects WHERE id = ?',
  ).get(projectID);
  if (row === undefined) throw new Error(`There is no project ${projectID}.`);
  return row;
}

/** Adds monitors with ascending numbers from `first`. */
export function addMonitors(
  database: Database,
  options: {
    readonly first: number;
    readonly count: number;
    readonly rules?: MonitorRules;
    readonly teamOf: (number: number) => TeamRow;
    readonly lastPingAt: (number: number) => number;
  },
): void {
  const inserts = {
    monitors: insertInto(database, 'monitors', []),
    events: insertInto(database, 'events', []),
    runs: insertInto(database, 'runs', []),
    states: insertInto(database, 'monitor_states', ['last_event_id', 'last_run_id']),
  };
  const rules = options.rules ?? DAILY;

  function add(number: number): void {
    const team = options.teamOf(number);
    const { rows } = seededMonitor(number, { rules, team, pingedAt: options.lastPingAt(number) });
    inserts.monitors.run(...rows.monitors);
    const event = inserts.events.run(...rows.events);
    const run = inserts.runs.run(...rows.runs);
    inserts.states.run(...rows.monitor_states, event.lastInsertRowid, run.lastInsertRowid);
  }

  database.exec('PRAGMA synchronous = OFF');
  transact(database, () => {
    for (let number = options.first; number < options.first + options.count; number += 1) add(number);
  });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function insertInto(database: Database, table: SeededTable, more: readonly string[]) {
  const columns = [...SEEDED_COLUMNS[table], ...more];
  const marks = columns.map(() => '?').join(', ');
  return database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
}

/** Maximum age of a seeded file. Later, the first deadlines would be too near. */
const FRESH_MS = 2 * 3_600_000;

export interface MillionFile extends Owner {
  readonly file: string;
}

interface Sidecar extends Owner {
  readonly seededAt: number;
  readonly version: string;
}

/**
 * Opens a database file with a million monitors in 991 teams. With `keepFolder`, copies the file in that folder, and
 * creates it first if there is none that fits.
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

const SEEDERS = [import.meta.filename, join(import.meta.dirname, 'seeded-monitor.ts')];

/** Returns a hash of the inputs that must be unchanged since a file was seeded. */
function seedVersion(): string {
  return hash(
    'sha256',
    JSON.stringify([migrations, SEEDED_COLUMNS, ...SEEDERS.map((name) => readFileSync(name, 'utf8'))]),
  );
}

async function seedMillion(file: string): Promise<Owner> {
  const owner = setUp(file);
  const { database } = await openMigrated(file);
  database.raw.exec('PRAGMA cache_size = -1000000');
  const first = teamOf(database.raw, 1);
  const others = addTeams(database.raw, OTHER_TEAMS);
  addMonitors(database.raw, {
    first: 1,
    count: MILLION,
    teamOf: teamOfMillion(first, others),
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

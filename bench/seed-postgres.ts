import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { openWithoutTimeout } from '../server/src/core/postgres/database.ts';
import { makePartitions } from '../server/src/core/postgres/partitions/partitions.ts';
import { bigintArray, textArray } from '../server/src/database/postgres/arrays.ts';
import type { Statement } from '../server/src/database/postgres/statement.ts';
import type { Postgres } from './postgres.ts';
import {
  DAILY,
  recently,
  SEEDED_COLUMNS,
  type SeededRow,
  type SeededTable,
  seededMonitor,
  type TeamRow,
} from './seeded-monitor.ts';

const CHUNK = 5000;
const DAY_MS = 86_400_000;
/** Columns that contain text. All other columns are numbers. */
const TEXTS: ReadonlySet<string> = new Set([
  'team_id',
  'short_id',
  'ping_id',
  'normalized_ping_id',
  'name',
  'description',
  'tags',
  'schedule_type',
  'cron',
  'timezone',
  'incident_reason',
  'failure_reason',
  'type',
  'run_id',
  'method',
  'user_agent',
  'remote_address',
  'state',
  'counted_as',
]);

/** Adds monitors to the first team. All monitors are up and have one run. */
export async function seedTeamRows(
  postgres: Postgres,
  count: number,
  rules: MonitorRules = DAILY,
): Promise<void> {
  const team = await firstTeam(postgres);
  const lastPingAt = recently();
  await createPartitions(postgres.url);
  await postgres.query('SET synchronous_commit = off');
  for (let first = 1; first <= count; first += CHUNK) {
    const monitors = Array.from({ length: Math.min(CHUNK, count + 1 - first) }, (_, index) =>
      seededMonitor(first + index, { rules, team, pingedAt: lastPingAt(first + index) }),
    );
    const rowsOf = (table: SeededTable) => monitors.map(({ rows }) => rows[table]);
    const runs = monitors.map(({ pingedAt, rows }) => [...rows.runs, pingedAt]);
    await postgres.connection.pipeline([
      insertInto('monitors', SEEDED_COLUMNS.monitors, rowsOf('monitors')),
      insertInto('monitor_states', SEEDED_COLUMNS.monitor_states, rowsOf('monitor_states')),
      insertInto('events', SEEDED_COLUMNS.events, rowsOf('events')),
      insertInto('runs', [...SEEDED_COLUMNS.runs, 'made_at'], runs),
    ]);
  }
  await postgres.query('VACUUM ANALYZE');
}

/** Returns the team that `setup` created. */
export async function firstTeam(postgres: Postgres): Promise<TeamRow> {
  const [team] = await postgres.query<TeamRow>(
    'SELECT team_id AS "teamID", id AS "projectID" FROM projects ORDER BY id LIMIT 1',
  );
  if (team === undefined) throw new Error('There is no team.');
  return team;
}

/** Creates partitions for yesterday's reports. */
async function createPartitions(url: string): Promise<void> {
  const database = openWithoutTimeout(url);
  try {
    await makePartitions(database, Date.now(), Date.now() - 2 * DAY_MS);
  } finally {
    await database.destroy();
  }
}

function insertInto(table: string, columns: readonly string[], rows: readonly SeededRow[]): Statement {
  const casts = columns.map((column, index) => `$${index + 1}::${TEXTS.has(column) ? 'text' : 'bigint'}[]`);
  return {
    text: `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${casts.join(', ')})`,
    values: columns.map((column, index) =>
      TEXTS.has(column)
        ? textArray(rows, (row) => (row[index] === null ? null : String(row[index])))
        : bigintArray(rows, (row) => (row[index] === null ? null : Number(row[index]))),
    ),
  };
}

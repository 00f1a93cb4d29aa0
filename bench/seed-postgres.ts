import type { MonitorRules } from '@overdue/domain/monitor-rules.ts';
import { openWithoutTimeout } from '../server/src/core/postgres/database.ts';
import { makePartitions } from '../server/src/core/postgres/partitions/partitions.ts';
import { bigintArray, textArray } from '../server/src/database/postgres/arrays.ts';
import type { Statement } from '../server/src/database/postgres/statement.ts';
import { systemRandom } from '../server/src/platform/runtime/random.ts';
import type { Postgres } from './postgres.ts';
import {
  DAILY,
  MILLION,
  OTHER_TEAMS,
  readable,
  recently,
  SEEDED_COLUMNS,
  type SeededRow,
  type SeededTable,
  seededMonitor,
  type TeamRow,
  teamOfMillion,
} from './seeded-monitor.ts';

const CHUNK = 5000;
const DAY_MS = 86_400_000;
/** Columns that contain text. All other columns are numbers. */
const TEXTS: ReadonlySet<string> = new Set([
  'team_id',
  'short_id',
  'ping_id',
  'ping_key',
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
  'counted',
]);

/** Adds monitors to the first team. All monitors are up and have one run. */
export async function seedTeamRows(
  postgres: Postgres,
  monitors: number,
  rules: MonitorRules = DAILY,
): Promise<void> {
  const team = await firstTeam(postgres);
  await addMonitorRows(postgres, {
    first: 1,
    count: monitors,
    rules,
    teamOf: () => team,
    lastPingAt: recently(),
  });
  await postgres.query('VACUUM ANALYZE');
}

/** Adds a million monitors to 991 teams. All monitors are up and have one run. */
export async function seedMillionRows(postgres: Postgres): Promise<void> {
  const others = await addTeams(postgres, OTHER_TEAMS);
  const teamOf = teamOfMillion(await firstTeam(postgres), others);
  await addMonitorRows(postgres, { first: 1, count: MILLION, teamOf, lastPingAt: recently() });
}

/** Returns the team that `setup` created. */
export async function firstTeam(postgres: Postgres): Promise<TeamRow> {
  const [team] = await postgres.query<TeamRow>(
    'SELECT team_id AS "teamID", id AS "projectID" FROM projects ORDER BY id LIMIT 1',
  );
  if (team === undefined) throw new Error('There is no team.');
  return team;
}

/** Adds monitors with ascending numbers from `first`. */
export async function addMonitorRows(
  postgres: Postgres,
  options: {
    readonly first: number;
    readonly count: number;
    readonly rules?: MonitorRules;
    readonly teamOf: (number: number) => TeamRow;
    readonly lastPingAt: (number: number) => number;
  },
): Promise<void> {
  await createPartitions(postgres.url);
  await postgres.query('SET synchronous_commit = off');
  const end = options.first + options.count;
  for (let from = options.first; from < end; from += CHUNK) {
    const monitors = Array.from({ length: Math.min(CHUNK, end - from) }, (_, index) => {
      const number = from + index;
      const team = options.teamOf(number);
      return seededMonitor(number, {
        rules: options.rules ?? DAILY,
        team,
        pingedAt: options.lastPingAt(number),
      });
    });
    const rowsOf = (table: SeededTable) => monitors.map(({ rows }) => rows[table]);
    const runs = monitors.map(({ pingedAt, rows }) => [...rows.runs, pingedAt]);
    await postgres.connection.pipeline([
      insertInto('monitors', SEEDED_COLUMNS.monitors, rowsOf('monitors')),
      insertInto('monitor_states', SEEDED_COLUMNS.monitor_states, rowsOf('monitor_states')),
      insertInto('events', SEEDED_COLUMNS.events, rowsOf('events')),
      insertInto('runs', [...SEEDED_COLUMNS.runs, 'made_at'], runs),
    ]);
  }
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

async function addTeams(postgres: Postgres, count: number): Promise<readonly TeamRow[]> {
  const now = Date.now();
  const teams = Array.from({ length: count }, (_, index) => ({ id: systemRandom.uuid(), index }));
  const ids = textArray(teams, ({ id }) => id);
  const madeAt = new Date(now).toISOString();
  await postgres.connection.pipeline([
    {
      text: `INSERT INTO teams (id, name, slug, created_at)
        SELECT id, 'Team ' || id, 'team-' || id, '${madeAt}' FROM unnest($1::text[]) AS id`,
      values: [ids],
    },
    {
      text: `INSERT INTO projects (team_id, short_id, name, is_default, created_at)
        SELECT id, short_id, 'Default', 1, ${now} FROM unnest($1::text[], $2::text[]) AS new (id, short_id)`,
      values: [ids, textArray(teams, ({ index }) => readable(`project ${index}`, 10))],
    },
  ]);
  return postgres.query<TeamRow>(
    'SELECT team_id AS "teamID", id AS "projectID" FROM projects ORDER BY id OFFSET 1',
  );
}

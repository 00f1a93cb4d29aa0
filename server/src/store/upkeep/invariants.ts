import {
  BLIND_WINDOWS_MAX,
  judgingTimeOf,
  type WindowsOf,
  windowsByTeam,
} from '@overdue/domain/blind-window.ts';
import { storedStatus, wakeAt } from '@overdue/domain/monitor/state.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MonitorRow } from '../../core/monitor-rows.ts';
import { listNewestBlindWindows } from '../../core/presence/queries.ts';
import { parseRules } from '../../database/monitor-settings-columns.ts';
import { parseState } from '../../database/monitor-state-columns.ts';
import type { Schema } from '../../database/schema.ts';

const CHUNK = 1000;

/** Compares each monitor's stored state with the state that the domain derives. */
async function findWrongStates(db: Kysely<Schema>, limit: number): Promise<readonly string[]> {
  const findings: string[] = [];
  const windowsOf = windowsByTeam(await listNewestBlindWindows(db, BLIND_WINDOWS_MAX));
  for (let afterID: number | undefined = 0; afterID !== undefined && findings.length < limit; ) {
    const rows: readonly CheckedRow[] = await readStates(db, afterID);
    findings.push(...rows.flatMap((row) => judge(row, windowsOf)));
    afterID = rows.at(-1)?.id;
  }
  return findings.slice(0, limit);
}

type CheckedRow = MonitorRow & { readonly last_status: string | null; readonly wake_at: number | null };

function readStates(db: Kysely<Schema>, afterID: number): Promise<CheckedRow[]> {
  return db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .selectAll(['s', 'm'])
    .select((select) =>
      select
        .selectFrom('transitions as t')
        .select('t.to_status')
        .whereRef('t.monitor_id', '=', 'm.id')
        .orderBy('t.id', 'desc')
        .limit(1)
        .as('last_status'),
    )
    .where('m.id', '>', afterID)
    .orderBy('m.id')
    .limit(CHUNK)
    .execute();
}

function judge(row: CheckedRow, windowsOf: WindowsOf): string[] {
  try {
    const findings: string[] = [];
    // Parses strictly, unlike lists, which replace damaged values.
    const monitor = { rules: parseRules(row), state: parseState(row) };
    const wakes = wakeAt(monitor);
    const status = storedStatus(monitor.state);
    // An early wake time is harmless: the watchdog finds no missed deadline and corrects the wake time.
    const latest = wakes === null ? null : judgingTimeOf(windowsOf(row.team_id), wakes - 1) + 1;
    if (latest !== null && (row.wake_at === null || row.wake_at > latest))
      findings.push(`Monitor ${row.id} wakes at ${row.wake_at} instead of ${latest}.`);
    if (row.last_status !== null && row.last_status !== status) {
      findings.push(`Monitor ${row.id} is "${status}", but its last transition led to "${row.last_status}".`);
    }
    return findings;
  } catch (error) {
    return [`Monitor ${row.id} can't be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

export type InvariantCheck = (db: Kysely<Schema>, limit: number) => Promise<readonly string[]>;

/** Checks that a query finds no rows. */
export function expectNoRows<Row>(rows: RawBuilder<Row>, describe: (row: Row) => string): InvariantCheck {
  return async (db, limit) => {
    const violations = await sql<Row>`${rows} LIMIT ${limit}`.execute(db);
    return violations.rows.map(describe);
  };
}

export interface MonitorRef {
  readonly monitor: number;
}

interface CountMismatch extends MonitorRef {
  readonly counted: number;
  readonly found: number;
}

/** Checks that a monitor's rows are numbered 1, 2, 3… without holes, except for pruned rows at the start. */
function numberingCheck(table: 'events' | 'runs', number: string, count: string): InvariantCheck {
  const rowNumber = sql.ref(`r.${number}`);
  const counted = sql.ref(`s.${count}`);
  return expectNoRows(
    sql<CountMismatch & { readonly first: number; readonly last: number }>`
        SELECT s.monitor_id AS monitor, ${counted} AS counted, COUNT(*) AS found,
          MIN(${rowNumber}) AS first, MAX(${rowNumber}) AS last
        FROM monitor_states s JOIN ${sql.table(table)} r ON r.monitor_id = s.monitor_id
        GROUP BY s.monitor_id, ${counted}
        HAVING MAX(${rowNumber}) <> ${counted} OR MIN(${rowNumber}) < 1
          OR COUNT(*) <> MAX(${rowNumber}) - MIN(${rowNumber}) + 1
          OR COUNT(*) <> COUNT(DISTINCT ${rowNumber})`,
    ({ monitor, counted, found, first, last }) =>
      `Monitor ${monitor} counts ${counted} ${table}, but has ${found}, numbered ${first} to ${last}.`,
  );
}

export const INVARIANTS: readonly InvariantCheck[] = [
  expectNoRows(
    sql<MonitorRef>`SELECT m.id AS monitor FROM monitors m
      LEFT JOIN monitor_states s ON s.monitor_id = m.id WHERE s.monitor_id IS NULL`,
    ({ monitor }) => `Monitor ${monitor} has no state.`,
  ),
  expectNoRows(
    sql<MonitorRef>`SELECT s.monitor_id AS monitor FROM monitor_states s
      LEFT JOIN monitors m ON m.id = s.monitor_id WHERE m.id IS NULL`,
    ({ monitor }) => `A state refers to monitor ${monitor}, which does not exist.`,
  ),
  ...(['events', 'runs', 'transitions', 'event_bodies'] as const).map((table) =>
    expectNoRows(
      sql<MonitorRef>`SELECT DISTINCT monitor_id AS monitor FROM ${sql.table(table)} x
        WHERE NOT EXISTS (SELECT 1 FROM monitors m WHERE m.id = x.monitor_id)`,
      ({ monitor }) => `Rows in ${table} refer to monitor ${monitor}, which does not exist.`,
    ),
  ),
  numberingCheck('events', 'number', 'event_count'),
  numberingCheck('runs', 'seq', 'run_count'),
  expectNoRows(
    sql<CountMismatch>`SELECT s.monitor_id AS monitor, s.open_runs AS counted, COUNT(r.seq) AS found
      FROM monitor_states s LEFT JOIN runs r ON r.monitor_id = s.monitor_id AND r.state = 'running'
      GROUP BY s.monitor_id, s.open_runs HAVING COUNT(r.seq) <> s.open_runs`,
    ({ monitor, counted, found }) => `Monitor ${monitor} counts ${counted} open runs, but has ${found}.`,
  ),
  expectNoRows(
    sql<MonitorRef & { readonly number: number }>`SELECT b.monitor_id AS monitor, b.number FROM event_bodies b
      JOIN monitors m ON m.id = b.monitor_id
      LEFT JOIN events e ON e.monitor_id = b.monitor_id AND e.number = b.number WHERE e.number IS NULL`,
    ({ monitor, number }) => `A body refers to event ${number} of monitor ${monitor}, which does not exist.`,
  ),
  expectNoRows(
    sql<MonitorRef & { readonly id: number }>`SELECT t.id, t.monitor_id AS monitor FROM transitions t
      LEFT JOIN outbox o ON o.transition_id = t.id WHERE o.id IS NULL`,
    ({ id, monitor }) => `Transition ${id} of monitor ${monitor} has no outbox row, so it causes no alert.`,
  ),
  // Checks only existing monitors: undelivered alerts of a deleted monitor outlive its transitions.
  expectNoRows(
    sql<{
      readonly id: number;
      readonly transition: number;
    }>`SELECT o.id, o.transition_id AS transition FROM outbox o
      JOIN monitors m ON m.id = o.monitor_id
      LEFT JOIN transitions t ON t.id = o.transition_id WHERE o.transition_id IS NOT NULL AND t.id IS NULL`,
    ({ id, transition }) => `Outbox row ${id} refers to transition ${transition}, which does not exist.`,
  ),
  expectNoRows(
    sql<{ readonly id: number; readonly kind: string }>`SELECT id, kind FROM outbox WHERE NOT CASE
      WHEN kind = 'blind_window'
        THEN blind_window_id IS NOT NULL AND transition_id IS NULL
      WHEN kind IN ('channel_disabled', 'report')
        THEN detail IS NOT NULL AND monitor_id IS NULL AND transition_id IS NULL
      WHEN kind IN ('reminder', 'escalation')
        THEN incident_id IS NOT NULL AND monitor_id IS NOT NULL AND transition_id IS NULL
      -- Of a monitor that was deleted while it was down.
      WHEN detail IS NOT NULL
        THEN kind = 'recovered' AND incident_id IS NOT NULL AND monitor_id IS NOT NULL AND transition_id IS NULL
      ELSE transition_id IS NOT NULL AND monitor_id IS NOT NULL END`,
    ({ id, kind }) => `Outbox row ${id} refers to the wrong objects for its kind, "${kind}".`,
  ),
  expectNoRows(
    sql<MonitorRef & { readonly id: number; readonly before: string; readonly from: string }>`
      SELECT id, monitor, before, "from" FROM (
        SELECT id, monitor_id AS monitor, from_status AS "from",
          LAG(to_status) OVER (PARTITION BY monitor_id ORDER BY id) AS before
        FROM transitions) AS chained
      WHERE before <> "from"`,
    ({ id, monitor, before, from }) =>
      `Transition ${id} of monitor ${monitor} leaves "${from}", but the one before it led to "${before}".`,
  ),
  expectNoRows(
    sql<{ readonly team: string }>`SELECT t.id AS team FROM teams t
      LEFT JOIN projects p ON p.team_id = t.id AND p.is_default = 1 WHERE p.id IS NULL`,
    ({ team }) => `Team ${team} has no default project.`,
  ),
  expectNoRows(
    sql<{ readonly team: string }>`SELECT t.id AS team FROM teams t
      LEFT JOIN members m ON m.team_id = t.id AND m.role = 'owner' WHERE m.id IS NULL`,
    ({ team }) => `Team ${team} has no owner.`,
  ),
  expectNoRows(
    sql<MonitorRef>`SELECT m.id AS monitor FROM monitors m
      JOIN projects p ON p.id = m.project_id WHERE p.team_id <> m.team_id`,
    ({ monitor }) => `Monitor ${monitor} is in a project of another team.`,
  ),
  findWrongStates,
];

/** Pass a snapshot: the checks read all data and would block pings. */
export async function runChecks(
  db: Kysely<Schema>,
  checks: readonly InvariantCheck[],
  limit: number,
): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const check of checks) {
    if (findings.length >= limit) break;
    findings.push(...(await check(db, limit - findings.length)));
  }
  return findings;
}

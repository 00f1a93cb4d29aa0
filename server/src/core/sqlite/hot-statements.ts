import { ROWS_PER_KEY_MAX } from '@overdue/domain/decision/decide.ts';
import { RECOUNTED_RUNS_MAX } from '@overdue/domain/decision/recount.ts';
import type { IncidentEnd } from '@overdue/domain/incidents/incident.ts';
import { RUN_COUNTS } from '@overdue/domain/statistics/run-counts.ts';
import { columnNames } from '../../database/column.ts';
import { DETAIL_COLUMNS, RULES_COLUMNS, type RulesRow } from '../../database/monitor-settings-columns.ts';
import { PROGRESS_COLUMNS, STATE_COLUMNS, type StateRow } from '../../database/monitor-state-columns.ts';
import { RUN_COLUMNS, RUN_IDENTITY_COLUMNS, RUN_PROGRESS_COLUMNS, type RunRow } from '../../database/rows.ts';
import { type Connection, prepare, type Value } from '../../database/sqlite-connection.ts';
import type { SettingsRow } from '../monitor-rows.ts';
import { prepareReferences } from './references.ts';
import { prepareReports } from './report-lookups.ts';

type TeamRulesRow = RulesRow & { readonly team_id: string };
type ChainedStateRow = StateRow & {
  readonly last_event_id: number | null;
  readonly last_run_id: number | null;
};
export type FoundRun = RunRow & { readonly id: number };
export type HotStatements = ReturnType<typeof prepareHotStatements>;

/** Statements for pings and verdicts. Hand-written and prepared once, because they limit the throughput. */
export function prepareHotStatements(db: Connection) {
  const runColumns = RUN_COLUMNS.join(', ');
  const rules = columnNames(RULES_COLUMNS);
  const details = columnNames(DETAIL_COLUMNS);
  const findRun = `SELECT id, seq, ${runColumns} FROM runs WHERE monitor_id = ?`;
  return {
    findAnySetAside: prepare<[], { id: number }>(db, 'SELECT id FROM pings_set_aside LIMIT 1'),
    findSetAside: prepare<[number], { id: number }>(
      db,
      'SELECT id FROM pings_set_aside WHERE monitor_id = ? LIMIT 1',
    ),
    dataVersion: prepare<[], { data_version: number }>(db, 'PRAGMA data_version'),
    // Two look-ups instead of a join, which SQLite would replan for each bound value at ten times the cost.
    loadRules: prepare<[number], TeamRulesRow>(
      db,
      `SELECT team_id, ${rules.join(', ')} FROM monitors WHERE id = ?`,
    ),
    loadState: prepare<[number], ChainedStateRow>(db, 'SELECT * FROM monitor_states WHERE monitor_id = ?'),
    // Covers most pings, which change only the progress.
    saveProgress: prepare<readonly Value[]>(
      db,
      `UPDATE monitor_states SET ${assign(columnNames(PROGRESS_COLUMNS))}, last_event_id = ?, last_run_id = ? WHERE monitor_id = ?`,
    ),
    saveState: prepare<readonly Value[]>(
      db,
      `UPDATE monitor_states SET ${assign(columnNames(STATE_COLUMNS))}, last_event_id = ?, last_run_id = ? WHERE monitor_id = ?`,
    ),
    saveRules: prepare<readonly Value[]>(db, `UPDATE monitors SET ${assign(rules)} WHERE id = ?`),
    saveDetails: prepare<readonly Value[]>(
      db,
      `UPDATE monitors SET ${assign(details)}, revision = ? WHERE id = ?`,
    ),
    // If a monitor already forwards pings, keeps its progress and retries immediately, because the URL may have changed.
    startForwarding: prepare<[number, number]>(
      db,
      'INSERT INTO forwarding (monitor_id, forwarded_until) VALUES (?, ?) ' +
        'ON CONFLICT (monitor_id) DO UPDATE SET due_at = 0, attempts = 0',
    ),
    endForwarding: prepare<[number]>(db, 'DELETE FROM forwarding WHERE monitor_id = ?'),
    loadSettings: prepare<[number], SettingsRow>(
      db,
      `SELECT ${details.join(', ')}, revision FROM monitors WHERE id = ?`,
    ),
    ...prepareReferences(db),
    ...prepareReports(db),
    insertEvent: prepare<readonly Value[]>(
      db,
      'INSERT INTO events (previous_id, monitor_id, number, type, at, happened_at, duration_ms, run_id, warnings, method, ' +
        `user_agent, remote_address, exit_status, body_size) VALUES (${marks(14)})`,
    ),
    insertBody: prepare<[number, number, Uint8Array]>(
      db,
      'INSERT INTO event_bodies (monitor_id, number, body) VALUES (?, ?, ?)',
    ),
    insertRun: prepare<readonly Value[]>(
      db,
      `INSERT INTO runs (previous_id, monitor_id, seq, ${runColumns}) VALUES (${marks(RUN_COLUMNS.length + 3)})`,
    ),
    updateRun: prepare<readonly Value[]>(db, `UPDATE runs SET ${assign(RUN_PROGRESS_COLUMNS)} WHERE id = ?`),
    // Separate from `updateRun`, because naming an indexed column makes SQLite rewrite the index, even if the value is unchanged.
    updateRunIdentity: prepare<readonly Value[]>(
      db,
      `UPDATE runs SET ${assign(RUN_IDENTITY_COLUMNS)} WHERE id = ?`,
    ),
    addRunCounts: prepare<readonly Value[]>(
      db,
      `INSERT INTO team_run_counts (team_id, quarter, shard, ${RUN_COUNTS.join(', ')}) VALUES (?, ?, 0, ${marks(RUN_COUNTS.length)}) ` +
        `ON CONFLICT DO UPDATE SET ${RUN_COUNTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`,
    ),
    insertTransition: prepare<readonly Value[]>(
      db,
      'INSERT INTO transitions (monitor_id, from_status, to_status, at, reason, run_seq, event_number) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    insertOutbox: prepare<readonly Value[]>(
      db,
      'INSERT INTO outbox (team_id, monitor_id, kind, transition_id, incident_id, created_at, planned_at) ' +
        `VALUES (${marks(7)})`,
    ),
    insertHidden: prepare<readonly Value[]>(
      db,
      "INSERT INTO outbox (team_id, monitor_id, kind, blind_window_id, created_at, plan_at) SELECT ?, ?, 'blind_window', id, ?, ? " +
        'FROM blind_windows WHERE id = ? AND brief = 0 AND settled_at IS NOT NULL',
    ),
    openIncident: prepare<readonly Value[]>(
      db,
      'INSERT INTO incidents (incident_id, team_id, monitor_id, reason, opened_at, run_seq) ' +
        `VALUES (${marks(6)})`,
    ),
    closeIncident: prepare<[number, IncidentEnd, number], { readonly id: number }>(
      db,
      'UPDATE incidents SET closed_at = ?, closed_by = ?, remind_at = NULL, escalate_at = NULL ' +
        'WHERE monitor_id = ? AND closed_at IS NULL RETURNING id',
    ),
    runByRunID: prepare<[number, string], FoundRun>(db, `${findRun} AND run_id = ?`),
    runByOccurrence: prepare<[number, number], FoundRun>(db, `${findRun} AND expected_at = ?`),
    // Walks the chain from its newest row. A run without a rid usually ends soon, so the walk is usually short.
    runBySeq: prepare<[number | null, number], FoundRun>(
      db,
      'WITH RECURSIVE chain AS (SELECT * FROM runs WHERE id = ? ' +
        'UNION ALL SELECT r.* FROM chain c JOIN runs r ON r.id = c.previous_id) ' +
        `SELECT id, seq, ${runColumns} FROM chain WHERE seq = ? LIMIT 1`,
    ),
    openRuns: prepare<[number], FoundRun>(
      db,
      `${findRun} AND state = 'running' ORDER BY limit_at LIMIT ${ROWS_PER_KEY_MAX}`,
    ),
    newestRuns: prepare<[number | null], FoundRun>(
      db,
      'WITH RECURSIVE chain AS (SELECT * FROM runs WHERE id = ? ' +
        'UNION ALL SELECT r.* FROM chain c JOIN runs r ON r.id = c.previous_id) ' +
        `SELECT id, seq, ${runColumns} FROM chain LIMIT ${RECOUNTED_RUNS_MAX}`,
    ),
    runsFrom: prepare<[number, number, number], FoundRun>(
      db,
      `${findRun} AND expected_at BETWEEN ? AND ? ORDER BY expected_at LIMIT ${ROWS_PER_KEY_MAX}`,
    ),
  };
}

function assign(columns: readonly string[]): string {
  return columns.map((column) => `${column} = ?`).join(', ');
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

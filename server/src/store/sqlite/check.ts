import { Kysely, SqliteDialect, sql } from 'kysely';
import { type ChainTable, NEWEST_ID_COLUMNS, NUMBER_COLUMNS } from '../../core/sqlite/chains.ts';
import type { Schema } from '../../database/schema.ts';
import { type Connection, column, prepare, sqliteFailure } from '../../database/sqlite-connection.ts';
import { ALERT_INVARIANTS } from '../upkeep/alert-invariants.ts';
import {
  expectNoRows,
  INVARIANTS,
  type InvariantCheck,
  type MonitorRef,
  runChecks,
} from '../upkeep/invariants.ts';
import { STORED_JSON_CHECKS } from '../upkeep/stored-json.ts';
import { forKysely } from './kysely.ts';

/** Checks a snapshot: the file, the references, then the invariants. */
export async function checkDatabase(snapshot: Connection, limit: number): Promise<readonly string[]> {
  const findings: string[] = [];
  try {
    findings.push(...checkFile(snapshot, limit), ...checkReferences(snapshot, limit));
    const kysely = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: forKysely(snapshot, { check() {} }) }),
    });
    const checks = [...INVARIANTS, ...ALERT_INVARIANTS, ...STORED_JSON_CHECKS, ...CHAIN_CHECKS];
    findings.push(...(await runChecks(kysely, checks, limit - findings.length)));
  } catch (error) {
    // A damaged file is a finding, not a failure of the check.
    if (!(error instanceof Error) || sqliteFailure(error) !== 'damaged') throw error;
    findings.push(`The database file is damaged: ${error.message}. Restore a backup.`);
  }
  return findings.slice(0, limit);
}

function checkFile(snapshot: Connection, limit: number): readonly string[] {
  const results = column<string>(snapshot, `PRAGMA integrity_check(${limit})`);
  return results
    .filter((result) => result !== 'ok')
    .map((result) => `The database file is damaged: ${result}`);
}

function checkReferences(snapshot: Connection, limit: number): readonly string[] {
  return prepare<
    [number],
    { readonly table: string; readonly rowid: number | null; readonly parent: string }
  >(snapshot, 'SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT ?')
    .all(limit)
    .map(({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a missing row of ${parent}.`);
}

const COUNT = { events: 'event_count', runs: 'run_count' } as const;

interface RowRef extends MonitorRef {
  readonly number: number;
}

/** Checks that each row names its predecessor. A broken chain would hide rows from lists. */
function chainChecks(table: ChainTable): readonly InvariantCheck[] {
  const number = NUMBER_COLUMNS[table];
  const rows = sql.table(table);
  const newest = sql.ref(`s.${NEWEST_ID_COLUMNS[table]}`);
  return [
    expectNoRows(
      sql<RowRef>`SELECT r.monitor_id AS monitor, ${sql.ref(`r.${number}`)} AS number
        FROM ${rows} r JOIN ${rows} p ON p.id = r.previous_id
        WHERE p.monitor_id <> r.monitor_id OR ${sql.ref(`p.${number}`)} <> ${sql.ref(`r.${number}`)} - 1`,
      ({ monitor, number: at }) =>
        `Row ${at} in ${table} of monitor ${monitor} does not follow its predecessor.`,
    ),
    expectNoRows(
      sql<MonitorRef & { readonly starts: number }>`SELECT r.monitor_id AS monitor, COUNT(*) AS starts
        FROM ${rows} r LEFT JOIN ${rows} p ON p.id = r.previous_id
        WHERE p.id IS NULL GROUP BY r.monitor_id HAVING COUNT(*) > 1`,
      ({ monitor, starts }) => `The ${table} of monitor ${monitor} form ${starts} chains instead of one.`,
    ),
    expectNoRows(
      sql<MonitorRef>`SELECT s.monitor_id AS monitor
        FROM ${rows} r JOIN monitor_states s ON s.monitor_id = r.monitor_id
        WHERE ${sql.ref(`r.${number}`)} = ${sql.ref(`s.${COUNT[table]}`)}
          AND COALESCE(${newest} <> r.id, TRUE)`,
      ({ monitor }) => `Monitor ${monitor} does not refer to the newest row of its ${table}.`,
    ),
    expectNoRows(
      sql<MonitorRef>`SELECT s.monitor_id AS monitor
        FROM monitor_states s JOIN ${rows} r ON r.id = ${newest} WHERE r.monitor_id <> s.monitor_id`,
      ({ monitor }) => `Monitor ${monitor} refers to ${table} of another monitor.`,
    ),
  ];
}

const CHAIN_CHECKS: readonly InvariantCheck[] = [...chainChecks('events'), ...chainChecks('runs')];

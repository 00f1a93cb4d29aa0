import { sql } from 'kysely';
import { type ChainTable, NEWEST_ID_COLUMNS, NUMBER_COLUMNS } from '../../core/sqlite/chains.ts';
import { expectNoRows, type InvariantCheck, type MonitorRef } from '../upkeep/invariants.ts';

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

export const CHAIN_CHECKS: readonly InvariantCheck[] = [...chainChecks('events'), ...chainChecks('runs')];

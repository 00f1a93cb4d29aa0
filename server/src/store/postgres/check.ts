import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { ALERT_INVARIANTS } from '../upkeep/alert-invariants.ts';
import {
  expectNoRows,
  INVARIANTS,
  type InvariantCheck,
  type MonitorRef,
  runChecks,
} from '../upkeep/invariants.ts';
import { STORED_JSON_CHECKS } from '../upkeep/stored-json.ts';

/** Checks a snapshot of all data without waiting for locks. */
export function checkDatabase(db: Kysely<Schema>, limit: number): Promise<readonly string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) =>
      runChecks(
        snapshot,
        [...INVARIANTS, ...ALERT_INVARIANTS, ...STORED_JSON_CHECKS, ...PARTITION_INVARIANTS],
        limit,
      ),
    );
}

/** Invariants across partitions, which no unique index can enforce. */
const PARTITION_INVARIANTS: readonly InvariantCheck[] = [
  expectNoRows(
    sql<MonitorRef & { readonly run: string }>`SELECT monitor_id AS monitor, run_id AS run FROM runs
      GROUP BY monitor_id, run_id HAVING COUNT(*) > 1`,
    ({ monitor, run }) => `Monitor ${monitor} has more than one run ${run}.`,
  ),
  expectNoRows(
    sql<
      MonitorRef & { readonly expected: number }
    >`SELECT monitor_id AS monitor, expected_at AS expected FROM runs
      WHERE expected_at IS NOT NULL GROUP BY monitor_id, expected_at HAVING COUNT(*) > 1`,
    ({ monitor, expected }) => `Monitor ${monitor} has more than one run that was expected at ${expected}.`,
  ),
  expectNoRows(
    sql<MonitorRef & { readonly number: number }>`SELECT b.monitor_id AS monitor, b.number FROM event_bodies b
      JOIN events e ON e.monitor_id = b.monitor_id AND e.number = b.number WHERE e.at <> b.at`,
    ({ monitor, number }) =>
      `The body of event ${number} of monitor ${monitor} has a different time than the event.`,
  ),
];

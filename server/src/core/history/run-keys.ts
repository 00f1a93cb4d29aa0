import type { Run } from '@overdue/domain/monitor/run.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

export interface RunPlace {
  readonly monitorID: number;
  readonly seq: number;
}

/** Finds the runs at the given places, except pruned runs. Each database has its own query. */
export type FindRuns = (
  db: Kysely<Schema>,
  places: readonly RunPlace[],
) => Promise<readonly (RunPlace & { readonly run: Run })[]>;

export interface RunIDRow {
  readonly monitor_id: number;
  readonly seq: number;
  readonly run_id: string;
}

/** IDs of runs by monitor and seq. */
export type RunIDs = ReadonlyMap<number, ReadonlyMap<number, string>>;

/**
 * Finds the IDs of runs of many monitors, except pruned runs. May also return other runs of the same monitors. Each database has
 * its own query.
 */
export type FindRunIDs = (db: Kysely<Schema>, places: readonly RunPlace[]) => Promise<RunIDs>;

export function runIDsOf(rows: readonly RunIDRow[]): RunIDs {
  const byMonitor = [...Map.groupBy(rows, (row) => row.monitor_id)];
  return new Map(byMonitor.map(([id, own]) => [id, new Map(own.map((row) => [row.seq, row.run_id]))]));
}

/** Returns the monitor IDs and sequence numbers of the runs that the rows refer to. */
export function runPlaces(
  rows: readonly { readonly monitor_id: number; readonly run_seq: number | null }[],
): readonly RunPlace[] {
  return rows.flatMap(({ monitor_id: monitorID, run_seq: seq }) => (seq === null ? [] : { monitorID, seq }));
}

/** Returns the ID of the run that a row refers to; null if there is none. */
export function runIDOf(
  { monitor_id: monitorID, run_seq: seq }: { readonly monitor_id: number; readonly run_seq: number | null },
  runIDs: RunIDs,
): string | null {
  return seq === null ? null : (runIDs.get(monitorID)?.get(seq) ?? null);
}

/** Counts the runs that ended in a period, by monitor and state. */
export type CountRuns = (
  db: Kysely<Schema>,
  range: { readonly monitorIDs: readonly number[]; readonly from: number; readonly to: number },
) => Promise<readonly { readonly monitorID: number; readonly state: string; readonly count: number }[]>;

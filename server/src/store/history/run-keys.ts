import type { Kysely } from 'kysely';
import type { Run } from '../../domain/run.ts';
import type { Schema } from '../schema.ts';

export interface RunPlace {
  readonly monitorID: number;
  readonly seq: number;
}

/** Finds runs that were not pruned. Each database has its own query. */
export type FindRuns = (
  db: Kysely<Schema>,
  places: readonly RunPlace[],
) => Promise<readonly (RunPlace & { readonly run: Run })[]>;

/** Counts the runs that ended in a period, by monitor and state. */
export type CountRuns = (
  db: Kysely<Schema>,
  range: { readonly monitorIDs: readonly number[]; readonly from: number; readonly to: number },
) => Promise<readonly { readonly monitorID: number; readonly state: string; readonly count: number }[]>;

import type { Kysely } from 'kysely';
import type { Run } from '../../domain/run.ts';
import type { Schema } from '../schema.ts';

export interface RunPlace {
  readonly monitorID: number;
  readonly seq: number;
}

/** Of those that are still kept; how runs are found is each database's own way. */
export type FindRuns = (
  db: Kysely<Schema>,
  places: readonly RunPlace[],
) => Promise<readonly (RunPlace & { readonly run: Run })[]>;

/** How the runs of some monitors ended in a time, by monitor and state. */
export type CountRuns = (
  db: Kysely<Schema>,
  range: { readonly monitorIDs: readonly number[]; readonly from: number; readonly to: number },
) => Promise<readonly { readonly monitorID: number; readonly state: string; readonly count: number }[]>;

import { TRANSITION_REASONS } from '@overdue/domain/decision/decision-draft.ts';
import { STORED_STATUSES } from '@overdue/domain/monitor/state.ts';
import type { Kysely, Selectable } from 'kysely';
import type { PageRange, TransitionRecord } from '../../database/records.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { type FindRunIDs, runIDOf, runPlaces } from './run-keys.ts';

function parseTransition(row: Selectable<Schema['transitions']>, runID: string | null): TransitionRecord {
  return {
    id: row.id,
    from: requireOneOf(STORED_STATUSES, row.from_status, 'transitions.from_status'),
    to: requireOneOf(STORED_STATUSES, row.to_status, 'transitions.to_status'),
    at: row.at,
    reason: requireOneOf(TRANSITION_REASONS, row.reason, 'transitions.reason'),
    runSeq: row.run_seq,
    eventNumber: row.event_number,
    runID,
  };
}

/** Lists transitions, newest first. Each database passes its own `findRunIDs`. */
export async function listTransitions(
  db: Kysely<Schema>,
  {
    monitorID,
    page,
    findRunIDs,
  }: { readonly monitorID: number; readonly page: PageRange; readonly findRunIDs: FindRunIDs },
): Promise<TransitionRecord[]> {
  const rows = await db
    .selectFrom('transitions')
    .selectAll()
    .where('monitor_id', '=', monitorID)
    .where('id', '<', page.before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  const runIDs = await findRunIDs(db, runPlaces(rows));
  return rows.map((row) => parseTransition(row, runIDOf(row, runIDs)));
}

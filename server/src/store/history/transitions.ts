import type { Kysely, Selectable } from 'kysely';
import { TRANSITION_REASONS } from '../../domain/decision-draft.ts';
import { STORED_STATUSES } from '../../domain/monitor.ts';
import type { FindRunIDs } from '../incidents/list.ts';
import type { Page, TransitionRecord } from '../records.ts';
import { requireOneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';

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

/** Newest first. Each database has its own query for the runs' IDs. */
export async function listTransitions(
  db: Kysely<Schema>,
  {
    monitorID,
    page,
    findRunIDs,
  }: { readonly monitorID: number; readonly page: Page; readonly findRunIDs: FindRunIDs },
): Promise<TransitionRecord[]> {
  const rows = await db
    .selectFrom('transitions')
    .selectAll()
    .where('monitor_id', '=', monitorID)
    .where('id', '<', page.before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  const runIDs = await findRunIDs(
    db,
    monitorID,
    rows.map((row) => row.run_seq).filter((seq) => seq !== null),
  );
  return rows.map((row) =>
    parseTransition(row, row.run_seq === null ? null : (runIDs.get(row.run_seq) ?? null)),
  );
}

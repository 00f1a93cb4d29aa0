import type { Selectable } from 'kysely';
import { TRANSITION_REASONS } from '../../domain/draft.ts';
import { STORED_STATUSES } from '../../domain/monitor.ts';
import { oneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { TransitionRecord } from '../store.ts';

export function parseTransition(
  row: Selectable<Schema['transitions']>,
  runID: string | null,
): TransitionRecord {
  return {
    id: row.id,
    from: oneOf(STORED_STATUSES, row.from_status, 'transitions.from_status'),
    to: oneOf(STORED_STATUSES, row.to_status, 'transitions.to_status'),
    at: row.at,
    reason: oneOf(TRANSITION_REASONS, row.reason, 'transitions.reason'),
    runSeq: row.run_seq,
    eventNumber: row.event_number,
    runID,
  };
}

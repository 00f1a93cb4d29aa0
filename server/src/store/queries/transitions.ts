import type { Selectable } from 'kysely';
import type { TransitionReason } from '../../domain/draft.ts';
import { oneOf, parseStoredStatus } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { TransitionRecord } from '../store.ts';

const REASONS: readonly TransitionReason[] = [
  'reported',
  'succeeded',
  'failed',
  'timed_out',
  'missed',
  'paused',
  'resumed',
];

export function parseTransition(
  row: Selectable<Schema['transitions']>,
  runID: string | null,
): TransitionRecord {
  return {
    id: row.id,
    from: parseStoredStatus(row.from_status),
    to: parseStoredStatus(row.to_status),
    at: row.at,
    reason: oneOf(REASONS, row.reason, 'transitions.reason'),
    runSeq: row.run_seq,
    eventNumber: row.event_number,
    runID,
  };
}

import { EVENT_TYPES } from '@overdue/domain/ping/ping.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { FoundLog } from '../contract.ts';

/** The columns of a found log that all databases share. */
export interface FoundLogRow {
  readonly number: number;
  readonly type: string;
  readonly at: number;
  readonly run_id: string;
  readonly body_size: number;
  readonly short_id: string;
  readonly name: string;
  readonly project: string;
  readonly log: Uint8Array;
}

export function parseFoundLog(row: FoundLogRow, cursor: string): FoundLog {
  return {
    cursor,
    monitor: { shortID: row.short_id, name: row.name, projectShortID: row.project },
    number: row.number,
    type: requireOneOf(EVENT_TYPES, row.type, 'events.type'),
    at: row.at,
    runID: row.run_id,
    log: row.log,
    isWhole: row.body_size <= row.log.byteLength,
  };
}

import type { RecordedReport } from '@overdue/domain/decision/repeated-report.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { parseReportedEvent } from './events.ts';

/**
 * Maximum events compared with a repeated report. Only a job that reports the same time in all of its pings exceeds this limit.
 */
export const COMPARED_EVENTS_MAX = 100;
/** Maximum logs read for one comparison. */
export const COMPARED_LOGS_MAX = 10;

export const REPORT_COLUMNS = [
  'number',
  'type',
  'at',
  'happened_at',
  'duration_ms',
  'run_id',
  'warnings',
  'exit_status',
] as const;

/** An event to compare with a ping. Includes the event's log only if it has the same size as the ping's log. */
export type ReportRow = Pick<Selectable<Schema['events']>, (typeof REPORT_COLUMNS)[number]> & {
  readonly body: Uint8Array | null;
};

export function parseReport(row: ReportRow): RecordedReport {
  return { event: parseReportedEvent(row), exitStatus: row.exit_status, body: row.body };
}

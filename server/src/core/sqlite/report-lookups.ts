import type { RecordedReport, ReportKey } from '@overdue/domain/decision/repeated-report.ts';
import type { BatchInput } from '../../database/records.ts';
import { type Connection, prepare } from '../../database/sqlite-connection.ts';
import {
  COMPARED_EVENTS_MAX,
  COMPARED_LOGS_MAX,
  parseReport,
  REPORT_COLUMNS,
  type ReportRow,
} from '../history/recorded-reports.ts';
import { bodySizeOf } from '../working-set.ts';
import type { ChainedMonitor } from './chained-monitor.ts';
import { ANCHOR_EVERY } from './chains.ts';

type ReportStatements = ReturnType<typeof prepareReports>;

const COLUMNS = REPORT_COLUMNS.map((column) => `found.${column}`).join(', ');

/** Selects events that may already have recorded the report of a ping. Includes an event's log if it is as long as the ping's log. */
function selectCandidates(events: string): string {
  return `SELECT ${COLUMNS}, b.body FROM (SELECT ? AS size) AS sent CROSS JOIN (${events}) AS found
    LEFT JOIN event_bodies b ON b.monitor_id = found.monitor_id AND b.number = found.number AND found.body_size = sent.size
    WHERE found.run_id = ? AND (sent.size = 0 OR found.body_size = sent.size) LIMIT ${COMPARED_LOGS_MAX}`;
}

export const REPORTS_OF_TIME = selectCandidates(
  `SELECT * FROM events WHERE monitor_id = ? AND happened_at = ? LIMIT ${COMPARED_EVENTS_MAX}`,
);

/** Enters the chain of events at the nearest anchor. */
export const REPORT_OF_NUMBER = selectCandidates(
  `WITH RECURSIVE w (monitor_id, number, newest) AS (VALUES (?, ?, ?)),
  chain AS (
    SELECT e.* FROM w JOIN events e ON e.id = COALESCE(
      (SELECT a.id FROM events a WHERE a.monitor_id = w.monitor_id AND a.number % ${ANCHOR_EVERY} = 0
        AND a.number >= w.number ORDER BY a.number LIMIT 1), w.newest)
    UNION ALL
    SELECT e.* FROM chain c CROSS JOIN w JOIN events e ON e.id = c.previous_id WHERE c.number > w.number
  )
  SELECT c.* FROM chain c JOIN w ON c.number = w.number`,
);

export function prepareReports(db: Connection) {
  return {
    reportsOfTime: prepare<[number, number, number, string], ReportRow>(db, REPORTS_OF_TIME),
    reportOfNumber: prepare<[number, number, number, number | null, string], ReportRow>(db, REPORT_OF_NUMBER),
  };
}

/** Returns the stored events that may have recorded the report of an input already. */
export function findReports(
  statements: ReportStatements,
  { working: { id }, lastEventID }: ChainedMonitor,
  { key, input }: { readonly key: ReportKey; readonly input: BatchInput },
): readonly RecordedReport[] {
  const { runID, happenedAt, number } = key;
  const size = bodySizeOf(input);
  const rows = statements.reportsOfTime.all(size, id, happenedAt, runID);
  if (number !== null) rows.push(...statements.reportOfNumber.all(size, id, number, lastEventID, runID));
  return rows.map(parseReport);
}

import type { RecordedReport, ReportKey } from '@overdue/domain/decision/repeated-report.ts';
import { numberOrNull } from '../../database/column.ts';
import { bigintArray, textArray } from '../../database/postgres/arrays.ts';
import type { RowFields, Statement, StatementResult } from '../../database/postgres/statement.ts';
import {
  COMPARED_EVENTS_MAX,
  COMPARED_LOGS_MAX,
  parseReport,
  REPORT_COLUMNS,
} from '../history/recorded-reports.ts';
import type { LockedMonitor } from './locked-monitor.ts';

/** Look-up of the events that may have recorded a ping's report already. */
export interface ReportLookup {
  readonly locked: LockedMonitor;
  readonly key: ReportKey;
  /** Size of the ping's log in bytes. Only logs of this size are read, because logs of other sizes can't be equal. */
  readonly bodySize: number;
}

const columns = REPORT_COLUMNS.map((column) => `e.${column}`).join(', ');

const SELECT_REPORTS = `SELECT ${columns}, encode(b.body, 'base64'), u.place
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) WITH ORDINALITY
    AS u (monitor_id, run_id, happened_at, number, size, place)
  CROSS JOIN LATERAL (SELECT * FROM (
      (SELECT * FROM events WHERE monitor_id = u.monitor_id AND happened_at = u.happened_at LIMIT ${COMPARED_EVENTS_MAX})
      UNION ALL (SELECT * FROM events WHERE monitor_id = u.monitor_id AND number = u.number)
    ) AS found
    WHERE run_id = u.run_id AND (u.size = 0 OR body_size = u.size) LIMIT ${COMPARED_LOGS_MAX}) AS e
  LEFT JOIN event_bodies b ON b.monitor_id = e.monitor_id AND b.number = e.number AND b.at = e.at AND e.body_size = u.size`;

const BODY_AT = REPORT_COLUMNS.length;
const PLACE_AT = BODY_AT + 1;

export function selectReports(lookups: readonly ReportLookup[]): Statement {
  return {
    text: SELECT_REPORTS,
    values: [
      bigintArray(lookups, ({ locked }) => locked.working.id),
      textArray(lookups, ({ key }) => key.runID),
      bigintArray(lookups, ({ key }) => key.happenedAt),
      bigintArray(lookups, ({ key }) => key.number),
      bigintArray(lookups, ({ bodySize }) => bodySize),
    ],
  };
}

/** Records the result of {@link selectReports}. */
export function takeReports(lookups: readonly ReportLookup[], result: StatementResult | undefined): void {
  const byPlace = Map.groupBy(result?.rows ?? [], (fields) => Number(fields[PLACE_AT]));
  lookups.forEach(({ locked }, index) => {
    locked.reports = (byPlace.get(index + 1) ?? []).map(parseFields);
  });
}

function parseFields(fields: RowFields): RecordedReport {
  const [number, type, at, happenedAt, durationMs, runID, warnings, exitStatus] = fields;
  const body = fields[BODY_AT] ?? null;
  return parseReport({
    number: Number(number),
    type: type ?? '',
    at: Number(at),
    happened_at: numberOrNull(happenedAt),
    duration_ms: numberOrNull(durationMs),
    run_id: runID ?? '',
    warnings: warnings ?? null,
    exit_status: numberOrNull(exitStatus),
    body: body === null ? null : Buffer.from(body, 'base64'),
  });
}

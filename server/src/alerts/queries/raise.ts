import type { CountRuns } from '../../core/history/run-keys.ts';
import type { QueryContext } from '../../database/query-context.ts';
import type { RaisedAlerts } from '../contract.ts';
import { raiseReports } from './summary-reports.ts';
import { raiseTimers } from './timers.ts';

/** Writes outbox rows for reminders, escalations and reports, which neither a ping nor a deadline causes. */
export function raiseAlerts(
  { db, inTransaction, locks }: Pick<QueryContext, 'db' | 'inTransaction' | 'locks'>,
  alerts: RaisedAlerts,
  { now, countRuns }: { readonly now: number; readonly countRuns: CountRuns },
): Promise<number> {
  switch (alerts.kind) {
    case 'timers':
      return inTransaction((transaction) => raiseTimers(transaction, { now, limit: alerts.limit, locks }));
    case 'reports': {
      const { period, from, to } = alerts;
      return raiseReports(db, { period, from, to }, { now, countRuns, inTransaction, locks });
    }
  }
}

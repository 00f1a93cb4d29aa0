import type { V1Dependencies } from '../../api/dependencies.ts';
import type { EventRecord } from '../../database/records.ts';
import type { IncidentRecord } from '../contract.ts';
import { type EarlierIncidents, findEarlier, findLastReport } from '../endpoints/earlier-incidents.ts';
import { listIncidentFailures } from '../endpoints/failures.ts';
import { findFailedLog, findPreviousLog, type LoggedRun } from '../endpoints/log.ts';

/** Facts about the job that help to find the cause of an open incident. */
export interface Background {
  readonly lastReport: EventRecord | null;
  /** Log of the last failed run, or else of the last run before the incident; null if no run sent a log. */
  readonly log: (LoggedRun & { readonly isOfFailure: boolean }) | null;
  readonly earlier: EarlierIncidents;
}

export async function findBackground(
  incident: IncidentRecord,
  store: V1Dependencies['store'],
): Promise<Background | null> {
  if (incident.closedAt !== null) return null;
  const failed = await findFailedLog(store, incident, await listIncidentFailures(store, incident));
  const log = failed ?? (await findPreviousLog(store, incident));
  return {
    lastReport: await findLastReport(incident, store),
    log: log === null ? null : { ...log, isOfFailure: failed !== null },
    earlier: await findEarlier(incident, store),
  };
}

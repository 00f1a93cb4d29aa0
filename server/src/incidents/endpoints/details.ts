import { coversProject } from '@overdue/domain/access/team-security.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { z } from 'zod';
import type { ValidatedTeamRequest } from '../../api/checked-request.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { respond } from '../../api/respond.ts';
import type { incidentParams } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { writeRun } from '../../runs/endpoints/run-schema.ts';
import type { IncidentRecord } from '../contract.ts';
import { writeMonitorOf } from './details-schema.ts';
import { findEarlier, findLastReport, writeEarlier, writeLastReport } from './earlier-incidents.ts';
import { listIncidentFailures } from './failures.ts';
import { readHistory, writeHistoryEntry } from './history.ts';
import { findFailedLog, findPreviousLog, writeLog } from './log.ts';
import { writeNextAlerts } from './next-alerts.ts';
import { findRelated } from './related.ts';
import { writeIncident, writeNote } from './schema.ts';

export type IncidentRequest = Pick<
  ValidatedTeamRequest<z.output<typeof incidentParams>, unknown, unknown>,
  'access' | 'params'
>;

export async function findIncident(
  { access, params }: IncidentRequest,
  { store }: Pick<V1Parts, 'store'>,
): Promise<IncidentRecord> {
  const [incident] = await store.listIncidents(access.teamID, { incidentID: params.incidentID, limit: 1 });
  if (incident === undefined || !coversProject(access, incident.monitor.projectShortID))
    throw noSuchIncident();
  return incident;
}

function noSuchIncident(): AppError {
  return new AppError('not_found', 'There is no such incident.');
}

export async function readIncidentDetails(request: IncidentRequest, { store }: Pick<V1Parts, 'store'>) {
  const record = await findIncident(request, { store });
  return {
    record,
    failures: await listIncidentFailures(store, record),
    notes: await store.listNotes(record.id),
    ...(await findRelated(record, request.access, { store })),
  };
}

export async function respondIncident(request: IncidentRequest, parts: V1Parts): Promise<Response> {
  const { store } = parts;
  const details = await readIncidentDetails(request, parts);
  const { record, failures, notes, openedTogether, related } = details;
  const { teamID, monitor } = record;
  const [current] = await store.findMonitors(teamID, { shortIDs: [monitor.shortID] });
  if (current === undefined) throw noSuchIncident();
  const log = await findFailedLog(store, record, failures);
  const previousLog = log === null ? await findPreviousLog(store, record) : null;
  const lastReport = await findLastReport(record, store);
  const earlier = await findEarlier(record, store);
  const showsAlerts = request.access.projects === null;
  const history = await readHistory(details, parts, { showsAlerts });
  const now = parts.clock.now();
  return respond(200, {
    incident: {
      ...writeIncident(record, now),
      monitor: writeMonitorOf(record, current, now),
      failures: failures.map(writeRun),
      notes: notes.map(writeNote),
      log: writeLog(log),
      previousLog: writeLog(previousLog),
      lastReport: writeLastReport(lastReport),
      earlier: writeEarlier(earlier, now),
      nextAlerts: showsAlerts ? writeNextAlerts(record) : null,
      history: history.map(writeHistoryEntry),
      openedTogether: {
        ...openedTogether,
        from: writeTime(openedTogether.from),
        to: writeTime(openedTogether.to),
      },
      related: related.map(({ record, ...common }) => ({ ...writeIncident(record, now), ...common })),
    },
  });
}

/** Returns the member's name, or the email if there is no name. */
export async function memberName(
  { access }: Pick<IncidentRequest, 'access'>,
  { store }: Pick<V1Parts, 'store'>,
): Promise<string> {
  const [member] = await store.listMembers({ teamID: access.teamID, memberID: access.memberID });
  return member?.name.trim() || (member?.email ?? '');
}

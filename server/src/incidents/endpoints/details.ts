import { coversProject } from '@overdue/domain/access/team-security.ts';
import { explain } from '@overdue/domain/decision/explanation.ts';
import { AppError } from '@overdue/domain/error.ts';
import { RELATIONS } from '@overdue/domain/incidents/relations.ts';
import { statusAt } from '@overdue/domain/monitor/state.ts';
import { z } from 'zod';
import type { ValidatedTeamRequest } from '../../api/checked-request.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { respond } from '../../api/respond.ts';
import { status, timeOutput } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { run, writeRun } from '../../runs/endpoints/runs.ts';
import type { IncidentRecord } from '../contract.ts';
import {
  earlierIncidents,
  findEarlier,
  findLastReport,
  lastReport,
  writeEarlier,
  writeLastReport,
} from './earlier-incidents.ts';
import { FAILURES_MAX, listIncidentFailures } from './failures.ts';
import { historyEntry, readHistory, writeHistoryEntry } from './history.ts';
import { findFailedLog, findPreviousLog, incidentLog, writeLog } from './log.ts';
import { COMPARED_MAX, findRelated } from './related.ts';
import {
  incident,
  incidentNote,
  type incidentParams,
  monitorFields,
  writeIncident,
  writeMonitor,
  writeNote,
} from './schema.ts';

type IncidentRequest = Pick<
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

const nextAlerts = z
  .object({
    reminderAt: timeOutput(
      'When the next reminder is due; null if none is.',
      '2026-11-20T02:00:00.000Z',
    ).nullable(),
    escalationAt: timeOutput(
      'When the next step of the escalation is due; null if none is, or if an alert of the incident is held.',
      '2026-11-20T01:30:00.000Z',
    ).nullable(),
    escalationStep: z.int().nullable().meta({
      description: 'Number of that step in the escalation policy, counted from 1; null without a step.',
      example: 2,
    }),
  })
  .meta({
    id: 'NextAlerts',
    description: 'Alerts that follow if the incident is neither acknowledged, snoozed nor closed.',
  });

export const incidentWithFailures = incident
  .extend({
    monitor: z.object({
      ...monitorFields,
      status,
      explanation: z.string().meta({
        description: 'Why the monitor has its status now and what comes next, in English.',
        example: 'Down since 03:00: the 02:00 run missed its deadline. Recovers on the next success.',
      }),
      timezone: z.string().meta({ description: 'Time zone of the schedule.', example: 'Europe/Riga' }),
      description: z.string().meta({ example: 'Nightly dump of the orders.' }),
      tags: z.array(z.string()).meta({ example: ['prod', 'db'] }),
    }),
    failures: z.array(run).meta({
      description:
        `Runs that failed, oldest first, at most ${FAILURES_MAX}: the failures in a row that led to the incident, then the ` +
        'failures during the incident.',
    }),
    notes: z.array(incidentNote).meta({ description: 'Notes, oldest first.' }),
    log: incidentLog.nullable().meta({
      description: 'The end of the log of the last failed run that sent one; null if none has.',
    }),
    previousLog: incidentLog.nullable().meta({
      description:
        'If `log` is null: the end of the log of the last earlier run that sent one; null if there is none.',
      example: null,
    }),
    lastReport: lastReport.nullable().meta({
      description:
        'The last ping that arrived before the end of the incident; null if it is not among the newest stored events.',
    }),
    earlier: earlierIncidents,
    nextAlerts: nextAlerts.nullable().meta({ description: 'Null for tokens limited to projects.' }),
    history: z.array(historyEntry).meta({
      description:
        'Everything that happened, oldest first: alerts with their outcome, acknowledgements, notes, the end. Tokens limited to ' +
        'projects see no alerts.',
    }),
    openedTogether: z
      .object({
        count: z.int().meta({ description: `Number of incidents, at most ${COMPARED_MAX}.`, example: 82 }),
        isMore: z.boolean().meta({ description: 'Whether there are more.', example: false }),
        from: timeOutput('When the first of them opened.', '2026-11-20T00:58:00.000Z'),
        to: timeOutput('When the last of them opened.', '2026-11-20T01:02:00.000Z'),
      })
      .meta({
        description:
          'Incidents of the team that opened within five minutes before or after this incident, itself included.',
      }),
    related: z
      .array(
        incident.extend({
          relations: z.array(z.enum(RELATIONS)).meta({
            description:
              '`time`: opened within five minutes before or after. `host`: the last pings came from the same address, and both were ' +
              'down at the same time. `tag`: both have a tag in common and were down at the same time.',
            example: ['time', 'tag'],
          }),
          commonTags: z
            .array(z.string())
            .meta({ description: 'Tags that both monitors have.', example: ['prod'] }),
        }),
      )
      .meta({
        description:
          'The incidents of other monitors that have most in common, at most five, one per monitor: those with the relation `host` first, then `tag`, then `time`.',
      }),
  })
  .meta({ id: 'IncidentWithFailures' });

function writeMonitorOf(record: IncidentRecord, current: MonitorRecord, now: number) {
  return {
    ...writeMonitor(record),
    status: statusAt(current, now),
    explanation: explain(current, now),
    timezone: current.rules.schedule.timezone,
    description: current.details.description,
    tags: record.monitor.tags,
  };
}

function writeNextAlerts({ timers: { remindAt, escalateAt, escalationStep } }: IncidentRecord) {
  return {
    reminderAt: writeTimeOrNull(remindAt),
    escalationAt: writeTimeOrNull(escalateAt),
    escalationStep: escalateAt === null ? null : escalationStep + 1,
  };
}

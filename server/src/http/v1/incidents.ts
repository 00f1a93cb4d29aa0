import { z } from 'zod';
import { AppError } from '../../domain/error.ts';
import { INCIDENT_ENDS } from '../../domain/incident.ts';
import { FAILURE_REASONS } from '../../domain/monitor.ts';
import type { IncidentRecord } from '../../store/alert-store.ts';
import { answer } from './answer.ts';
import { success } from './documentation.ts';
import { type Checked, endpoint, NO_INPUT, type V1Parts } from './endpoint.ts';
import { pageOf, pageQuery, storePage } from './page.ts';
import { run, writeRun } from './runs.ts';
import { incidentParams, line, lines, nextCursor, time } from './schemas.ts';
import { writeTime, writeTimeOrNull } from './times.ts';

const FAILURES_MAX = 100;
const NOTE_LENGTH_MAX = 1000;

const incident = z
  .object({
    incidentID: z.string().meta({
      description: 'Identifies the incident in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    monitor: z.object({
      shortID: z.string().meta({ example: 'k3v9x2mq7d' }),
      name: z.string().meta({ example: 'pg-dump prod' }),
      projectShortID: z.string().meta({ example: 'p7w4nc2h9t' }),
    }),
    reason: z
      .enum(FAILURE_REASONS)
      .meta({ description: 'What brought the monitor down.', example: 'missed' }),
    openedAt: time('When the monitor went down.', '2026-11-20T01:00:00.000Z'),
    closedAt: time('When it ended; null while it is open.', '2026-11-20T03:03:08.732Z').nullable(),
    closedBy: z.enum(INCIDENT_ENDS).nullable().meta({
      description: 'Why it ended: the monitor recovered, or somebody paused it. Null while it is open.',
      example: 'recovered',
    }),
    duration: z.number().meta({ description: 'Seconds; so far, while it is open.', example: 7388.732 }),
    runID: z.string().nullable().meta({
      description: 'The run that brought the monitor down; null when it is no longer kept.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b71',
    }),
    acknowledgedAt: time(
      'When somebody took it on; null when nobody has.',
      '2026-11-20T01:20:31.005Z',
    ).nullable(),
    acknowledgedBy: z
      .string()
      .nullable()
      .meta({ description: 'Who that was: the name, or else the email.', example: 'Ann Example' }),
    note: z.string().nullable().meta({
      description: 'What that member wrote; null when nothing.',
      example: 'The disk was full. Cleaning up.',
    }),
  })
  .meta({ id: 'Incident', description: 'The time from a monitor going down to its recovery.' });

const incidentWithFailures = incident
  .extend({
    failures: z
      .array(run)
      .meta({ description: 'The runs that failed in its time, oldest first, at most 100.' }),
  })
  .meta({ id: 'IncidentWithFailures' });

function writeIncident(record: IncidentRecord, now: number) {
  const { monitor, openedAt, closedAt } = record;
  return {
    incidentID: record.incidentID,
    monitor: { shortID: monitor.shortID, name: monitor.name, projectShortID: monitor.projectShortID },
    reason: record.reason,
    openedAt: writeTime(openedAt),
    closedAt: writeTimeOrNull(closedAt),
    closedBy: record.closedBy,
    duration: Math.max(0, (closedAt ?? now) - openedAt) / 1000,
    runID: record.runID,
    acknowledgedAt: writeTimeOrNull(record.acknowledgedAt),
    acknowledgedBy: record.acknowledgedBy,
    note: record.note,
  };
}

type AboutIncident = Pick<Checked<z.output<typeof incidentParams>, unknown, unknown>, 'access' | 'params'>;

async function findIncident({ access, params }: AboutIncident, { store }: V1Parts): Promise<IncidentRecord> {
  const found = await store.findIncident(access.teamID, params.incidentID);
  if (found === null) throw new AppError('not_found', 'There is no such incident.');
  return found;
}

async function answerIncident(request: AboutIncident, parts: V1Parts): Promise<Response> {
  const record = await findIncident(request, parts);
  const failures = await parts.store.listFailures(record, FAILURES_MAX);
  return answer(200, {
    incident: { ...writeIncident(record, parts.clock.now()), failures: failures.map(writeRun) },
  });
}

const listIncidents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/',
  operationID: 'listIncidents',
  tag: 'Incidents',
  summary: 'List incidents',
  description: "The team's incidents, newest first.",
  permission: 'read',
  query: pageQuery.extend({
    state: z
      .enum(['open', 'closed'])
      .optional()
      .meta({ description: 'Only incidents that are open, or closed.', example: 'open' }),
    monitor: line(1, 64).optional().meta({
      description: 'Only incidents of the monitor with this `shortID`.',
      example: 'k3v9x2mq7d',
    }),
  }),
  responses: success(200, 'The incidents.', { incidents: z.array(incident), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store, clock }) {
    const found = await store.listIncidents(access.teamID, {
      ...storePage('incidents', query),
      ...(query.state === undefined ? {} : { state: query.state }),
      ...(query.monitor === undefined ? {} : { monitorShortID: query.monitor }),
    });
    const page = pageOf('incidents', found, query.limit, ({ id }) => id);
    const now = clock.now();
    const incidents = page.rows.map((record) => writeIncident(record, now));
    return answer(200, { incidents, nextCursor: page.nextCursor });
  },
});

const readIncident = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/{incidentID}/',
  operationID: 'readIncident',
  tag: 'Incidents',
  summary: 'Read an incident',
  description: 'One incident, with the runs that failed in its time.',
  permission: 'read',
  params: incidentParams,
  responses: success(200, 'The incident.', { incident: incidentWithFailures }),
  errors: ['not_found'],
  handle: answerIncident,
});

const acknowledgeIncident = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/incidents/{incidentID}/acknowledge/',
  operationID: 'acknowledgeIncident',
  tag: 'Incidents',
  summary: 'Acknowledge an incident',
  description:
    'Says that you take it on: there are no more reminders of it, and it is not escalated further.',
  permission: 'write',
  params: incidentParams,
  body: z
    .strictObject({
      note: lines(NOTE_LENGTH_MAX).default('').meta({
        description: 'For the others, at most 1000 characters.',
        example: 'The disk was full. Cleaning up.',
      }),
    })
    .meta({ id: 'Acknowledgement' }),
  bodyExample: { note: 'The disk was full. Cleaning up.' },
  responses: success(200, 'The incident after that.', { incident: incidentWithFailures }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { access, body } = request;
    const { id } = await findIncident(request, parts);
    const members = await parts.store.listMembers(access.teamID);
    const member = members.find((each) => each.id === access.memberID);
    const by = member?.name.trim() || (member?.email ?? '');
    if (!(await parts.store.acknowledgeIncident(id, parts.clock.now(), by, body.note)))
      throw alreadyDone(await findIncident(request, parts));
    return answerIncident(request, parts);
  },
});

function alreadyDone({ closedAt, acknowledgedBy }: IncidentRecord): AppError {
  return new AppError(
    'conflict',
    closedAt === null
      ? `${acknowledgedBy} has acknowledged this incident already.`
      : 'This incident is over: there is nothing left to acknowledge.',
  );
}

export const INCIDENT_ENDPOINTS = [listIncidents, readIncident, acknowledgeIncident];

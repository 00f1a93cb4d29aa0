import { z } from 'zod';
import type { Access } from '../../domain/access.ts';
import { AppError } from '../../domain/error.ts';
import { reaches } from '../../domain/team-security.ts';
import type { IncidentFilter, IncidentRecord } from '../../store/alert-store.ts';
import { answer } from './answer.ts';
import { success } from './documentation.ts';
import { type Checked, endpoint, NO_INPUT, type V1Parts } from './endpoint.ts';
import { incident, incidentWithFailures, writeIncident, writeNote } from './incident-schema.ts';
import { pageOf, pageQuery, storePage } from './page.ts';
import { writeRun } from './runs.ts';
import { incidentParams, lines, nextCursor, sought } from './schemas.ts';

const FAILURES_MAX = 100;
const NOTE_LENGTH_MAX = 1000;
const RELATED_MS = 5 * 60_000;
const RELATED_MAX = 100;

export type AboutIncident = Pick<
  Checked<z.output<typeof incidentParams>, unknown, unknown>,
  'access' | 'params'
>;

export async function findIncident(
  { access, params }: AboutIncident,
  { store }: Pick<V1Parts, 'store'>,
): Promise<IncidentRecord> {
  const found = await store.findIncident(access.teamID, params.incidentID);
  if (found === null || !reaches(access, found.monitor.projectShortID))
    throw new AppError('not_found', 'There is no such incident.');
  return found;
}

function within({ projects }: Access): Pick<IncidentFilter, 'projects'> {
  return projects === null ? {} : { projects };
}

/** An incident with all that belongs to it. */
export async function readWhole(request: AboutIncident, { store }: Pick<V1Parts, 'store'>) {
  const record = await findIncident(request, { store });
  const { id, teamID, openedAt } = record;
  const around = await store.listIncidents(teamID, {
    openedFrom: openedAt - RELATED_MS,
    openedTo: openedAt + RELATED_MS,
    ...within(request.access),
    limit: RELATED_MAX + 1,
  });
  return {
    record,
    failures: await store.listFailures(record, FAILURES_MAX),
    notes: await store.listNotes(id),
    related: around.filter((other) => other.id !== id).slice(0, RELATED_MAX),
  };
}

export async function answerIncident(request: AboutIncident, parts: V1Parts): Promise<Response> {
  const { record, failures, notes, related } = await readWhole(request, parts);
  const now = parts.clock.now();
  return answer(200, {
    incident: {
      ...writeIncident(record, now),
      failures: failures.map(writeRun),
      notes: notes.map(writeNote),
      related: related.map((other) => writeIncident(other, now)),
    },
  });
}

/** Whoever asks, as others are to read it: the name, or else the email. */
export async function nameOf(
  { access }: Pick<AboutIncident, 'access'>,
  { store }: Pick<V1Parts, 'store'>,
): Promise<string> {
  const members = await store.listMembers(access.teamID);
  const member = members.find((each) => each.id === access.memberID);
  return member?.name.trim() || (member?.email ?? '');
}

const listIncidents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/',
  operationID: 'listIncidents',
  ofProjects: true,
  tag: 'Incidents',
  summary: 'List incidents',
  description: "The team's incidents, newest first.",
  permission: 'read',
  query: pageQuery.extend({
    state: z
      .enum(['open', 'closed'])
      .optional()
      .meta({ description: 'Only incidents that are open, or closed.', example: 'open' }),
    monitor: sought(1, 64).optional().meta({
      description: 'Only incidents of the monitor with this `shortID`.',
      example: 'k3v9x2mq7d',
    }),
  }),
  responses: success(200, 'The incidents.', { incidents: z.array(incident), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store, clock }) {
    const found = await store.listIncidents(access.teamID, {
      ...storePage('incidents', query),
      ...within(access),
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
  ofProjects: true,
  tag: 'Incidents',
  summary: 'Read an incident',
  description:
    'One incident, with the runs that failed in its time, what people wrote to it, and what else went down about then.',
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
  ofProjects: true,
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
    const { body } = request;
    const { id } = await findIncident(request, parts);
    const by = await nameOf(request, parts);
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

import { z } from 'zod';
import { AppError } from '../../../domain/error.ts';
import type { IncidentRecord } from '../../../store/incidents/contract.ts';
import { answer } from '../api/answer.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { incidentParams, lines, nextCursor, searchText, timeInput } from '../api/schemas.ts';
import { success } from '../docs/responses.ts';
import { answerIncident, findIncident, memberName } from './incident-details.ts';
import { incidentWithFailures } from './incident-details-schema.ts';
import { incidentFilterOf, orderedPageQuery, pageOfIncidents } from './incident-order.ts';
import { projectFilter } from './incident-related.ts';
import { incident, writeIncident } from './incident-schema.ts';

const NOTE_LENGTH_MAX = 1000;
const listIncidents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/',
  operationID: 'listIncidents',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'List incidents',
  description: "The team's incidents, newest first, or in the order of their ends.",
  permission: 'read',
  query: orderedPageQuery.extend({
    state: z
      .enum(['open', 'closed'])
      .optional()
      .meta({ description: 'Only incidents that are open, or closed.', example: 'open' }),
    monitor: searchText(1, 64).optional().meta({
      description: 'Only incidents of the monitor with this `shortID`.',
      example: 'k3v9x2mq7d',
    }),
    from: timeInput.optional().meta({
      description: 'Only incidents that opened at or after this time, RFC 3339.',
      example: '2026-11-20T00:00:00Z',
    }),
    to: timeInput.optional().meta({
      description: 'Only incidents that opened before this time, RFC 3339.',
      example: '2026-11-21T00:00:00Z',
    }),
  }),
  responses: success(200, 'The incidents.', { incidents: z.array(incident), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store, clock }) {
    const records = await store.listIncidents(access.teamID, {
      ...incidentFilterOf(query),
      ...projectFilter(access),
      ...(query.state === undefined ? {} : { state: query.state }),
      ...(query.monitor === undefined ? {} : { monitorShortID: query.monitor }),
      ...(query.from === undefined ? {} : { openedFrom: query.from }),
      ...(query.to === undefined ? {} : { openedTo: query.to - 1 }),
    });
    const page = pageOfIncidents(records, query);
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
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Read an incident',
  description:
    'One incident with the end of the log of its last failed run, its history, its failed runs and notes, and related incidents.',
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
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Acknowledge an incident',
  description: 'Stops the reminders and the escalation of the incident. The recovery alert is still sent.',
  permission: 'write',
  params: incidentParams,
  body: z
    .strictObject({
      note: lines(NOTE_LENGTH_MAX)
        .default('')
        .meta({
          description: `Note for other members, at most ${NOTE_LENGTH_MAX} characters.`,
          example: 'The disk was full. Cleaning up.',
        }),
    })
    .meta({ id: 'Acknowledgement' }),
  bodyExample: { note: 'The disk was full. Cleaning up.' },
  responses: success(200, 'The incident after the change.', { incident: incidentWithFailures }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { body } = request;
    const incident = await findIncident(request, parts);
    const by = await memberName(request, parts);
    const change = { kind: 'acknowledge', at: parts.clock.now(), by, note: body.note } as const;
    if (!(await parts.store.changeIncident(incident, change)))
      throw alreadyDone(await findIncident(request, parts));
    return answerIncident(request, parts);
  },
});

function alreadyDone({ closedAt, acknowledgedBy }: IncidentRecord): AppError {
  return new AppError(
    'conflict',
    closedAt === null
      ? `${acknowledgedBy} has already acknowledged this incident.`
      : "This incident has ended, so it can't be acknowledged.",
  );
}

export const INCIDENT_ENDPOINTS = [listIncidents, readIncident, acknowledgeIncident];

import { AppError } from '@overdue/domain/error.ts';
import { PAST_ACKNOWLEDGEMENTS_MAX } from '@overdue/domain/incidents/acknowledgement.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { success } from '../../api/responses.ts';
import { multilineText } from '../../api/schemas.ts';
import type { IncidentRecord } from '../contract.ts';
import { findIncident, incidentWithFailures, memberName, respondIncident } from './details.ts';
import { incidentParams } from './schema.ts';

const NOTE_LENGTH_MAX = 1000;

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
      note: multilineText(NOTE_LENGTH_MAX)
        .default('')
        .meta({
          description: `Note for other members, at most ${NOTE_LENGTH_MAX} characters.`,
          example: 'The disk was full. Cleaning up.',
        }),
      takeOver: z.boolean().default(false).meta({
        description: 'Replaces the acknowledgement of another member, if there is one.',
        example: false,
      }),
    })
    .meta({ id: 'Acknowledgement' }),
  bodyExample: { note: 'The disk was full. Cleaning up.', takeOver: false },
  responses: success(200, 'The incident after the change.', { incident: incidentWithFailures }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { note, takeOver } = request.body;
    const incident = await findIncident(request, parts);
    const by = await memberName(request, parts);
    const change = { kind: 'acknowledge', at: parts.clock.now(), by, note, takeOver } as const;
    if (!(await parts.store.changeIncident(incident, change)))
      throw notAcknowledged(await findIncident(request, parts), { by, takeOver });
    return respondIncident(request, parts);
  },
});

function notAcknowledged(
  { closedAt, acknowledgedBy, pastAcknowledgements }: IncidentRecord,
  { by, takeOver }: { readonly by: string; readonly takeOver: boolean },
): AppError {
  if (closedAt !== null)
    return new AppError('conflict', "This incident has ended, so it can't be acknowledged.");
  if (takeOver && pastAcknowledgements.length >= PAST_ACKNOWLEDGEMENTS_MAX) return tooMany();
  return new AppError(
    'conflict',
    takeOver && acknowledgedBy === by
      ? 'You have already acknowledged this incident.'
      : `${acknowledgedBy} has already acknowledged this incident.`,
  );
}

const unacknowledgeIncident = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/incidents/{incidentID}/unacknowledge/',
  operationID: 'unacknowledgeIncident',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Take back an acknowledgement',
  description:
    'Takes back the acknowledgement of the incident. Reminders and escalation continue. The next step of the escalation comes after the ' +
    'delay that remained when the incident was acknowledged.',
  permission: 'write',
  params: incidentParams,
  responses: success(200, 'The incident after the change.', { incident: incidentWithFailures }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const incident = await findIncident(request, parts);
    const by = await memberName(request, parts);
    const change = { kind: 'unacknowledge', at: parts.clock.now(), by } as const;
    if (!(await parts.store.changeIncident(incident, change)))
      throw unacknowledgeError(await findIncident(request, parts));
    return respondIncident(request, parts);
  },
});

function unacknowledgeError({ closedAt, acknowledgedAt }: IncidentRecord): AppError {
  if (closedAt !== null)
    return new AppError('conflict', "This incident has ended, so its acknowledgement can't be taken back.");
  return acknowledgedAt === null ? new AppError('conflict', 'This incident is not acknowledged.') : tooMany();
}

function tooMany(): AppError {
  return new AppError(
    'conflict',
    `Acknowledgements of this incident have been taken back or taken over ${PAST_ACKNOWLEDGEMENTS_MAX} times, which is the limit.`,
  );
}

export const INCIDENT_ACKNOWLEDGEMENT_ENDPOINTS = [acknowledgeIncident, unacknowledgeIncident];

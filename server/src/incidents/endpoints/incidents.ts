import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { incidentParams, nextCursor } from '../../api/schemas.ts';
import { respondIncident } from './details.ts';
import { incidentWithFailures } from './details-schema.ts';
import { incidentFilterQuery, storeFilterOf } from './filter.ts';
import { incidentFilterOf, orderedPageQuery, pageOfIncidents } from './order.ts';
import { incident, writeIncident } from './schema.ts';

const listIncidents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/',
  operationID: 'listIncidents',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'List incidents',
  description: "The team's incidents, newest first, or the most recently ended first.",
  permission: 'read',
  query: orderedPageQuery.extend(incidentFilterQuery),
  responses: success(200, 'The incidents.', { incidents: z.array(incident), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store, clock }) {
    const records = await store.listIncidents(access.teamID, {
      ...incidentFilterOf(query),
      ...storeFilterOf(access, query),
    });
    const page = pageOfIncidents(records, query);
    const now = clock.now();
    const incidents = page.rows.map((record) => writeIncident(record, now));
    return respond(200, { incidents, nextCursor: page.nextCursor });
  },
});

const countIncidents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/open/',
  operationID: 'countOpenIncidents',
  tag: 'Incidents',
  summary: 'Count open incidents',
  description: 'The number of open incidents, and how many of them no member has acknowledged.',
  permission: 'read',
  responses: success(200, 'The numbers.', {
    open: z.int().meta({ description: 'Open incidents.', example: 12 }),
    unacknowledged: z.int().meta({ description: 'Open incidents without an acknowledgement.', example: 3 }),
  }),
  errors: [],
  async handle({ access }, { store }) {
    const open = await store.listIncidentSummaries(access.teamID, {});
    const unacknowledged = open.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
    return respond(200, { open: open.length, unacknowledged });
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
  handle: respondIncident,
});

/** The count is before the incident, because the path of one incident would match its path too. */
export const INCIDENT_ENDPOINTS = [listIncidents, countIncidents, readIncident];

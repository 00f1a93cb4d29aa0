import { answerMarkdown } from '../api/answer.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { incidentParams } from '../api/schemas.ts';
import { readIncidentDetails } from './incident-details.ts';
import { writeIncidentMarkdown } from './incident-markdown.ts';

const DELIVERIES_MAX = 200;

const exportIncident = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/{incidentID}/export/',
  operationID: 'exportIncident',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Export an incident',
  description:
    'Exports the incident as a Markdown document with its timeline, failed runs, alerts and notes. Times are in UTC.',
  permission: 'read',
  params: incidentParams,
  responses: {
    200: {
      description: 'The document.',
      content: {
        'text/markdown; charset=utf-8': {
          schema: { type: 'string' },
          example:
            '# Incident: pg-dump prod\n\nDown from 2026-11-20 01:00:00 to 03:03:08 UTC, for 2 h 3 min.\n',
        },
      },
    },
  },
  errors: ['not_found'],
  async handle(request, parts) {
    const details = await readIncidentDetails(request, parts);
    // Tokens limited to projects get no deliveries, because channels belong to the whole team.
    const isWholeTeam = request.access.projects === null;
    const about = { incidentID: details.record.incidentID, limit: DELIVERIES_MAX };
    const deliveries = isWholeTeam ? await parts.store.listDeliveries(details.record.teamID, about) : [];
    const text = writeIncidentMarkdown({
      ...details,
      deliveries,
      now: parts.clock.now(),
      baseURL: parts.baseURL,
    });
    return answerMarkdown(text, `incident-${details.record.incidentID}`);
  },
});

export const INCIDENT_EXPORT_ENDPOINTS = [exportIncident];

import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respondMarkdown } from '../../api/respond.ts';
import { incidentParams } from '../../api/schemas.ts';
import { readIncidentDetails } from './details.ts';
import { readHistory } from './history.ts';
import { findFailedLog } from './log.ts';
import { writeIncidentMarkdown } from './markdown.ts';

const exportIncident = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/{incidentID}/export/',
  operationID: 'exportIncident',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Export an incident',
  description:
    'Exports the incident as a Markdown document with its history, failed runs and the end of the log. Times are in UTC. For tokens limited to projects, the document leaves out alerts, because channels belong to the whole team.',
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
    const { record, failures } = details;
    const text = writeIncidentMarkdown({
      ...details,
      history: await readHistory(details, parts, { showsAlerts: request.access.projects === null }),
      log: await findFailedLog(parts.store, record, failures),
      now: parts.clock.now(),
      baseURL: parts.baseURL,
    });
    return respondMarkdown(text, `incident-${record.incidentID}`);
  },
});

export const INCIDENT_EXPORT_ENDPOINTS = [exportIncident];

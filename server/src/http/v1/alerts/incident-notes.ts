import { z } from 'zod';
import { AppError } from '../../../domain/error.ts';
import { answer, answerMarkdown } from '../api/answer.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { incidentParams, lines } from '../api/schemas.ts';
import { success } from '../docs/responses.ts';
import { findIncident, nameOf, readWhole } from './find-incident.ts';
import { writeIncidentMarkdown } from './incident-markdown.ts';
import { incidentNote, writeNote } from './incident-schema.ts';

const TEXT_LENGTH_MAX = 5000;
const NOTES_MAX = 200;
const DELIVERIES_MAX = 200;

const addNote = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/incidents/{incidentID}/notes/',
  operationID: 'addIncidentNote',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Add a note',
  description: `Adds a note for other members, also after the incident has ended. At most ${NOTES_MAX} notes per incident.`,
  permission: 'write',
  action: 'incident.note',
  params: incidentParams,
  body: z
    .strictObject({
      text: lines(TEXT_LENGTH_MAX, 1).meta({
        description: `At most ${TEXT_LENGTH_MAX} characters.`,
        example: 'Moved the dumps to the other disk. Watching.',
      }),
    })
    .meta({ id: 'IncidentNoteInput' }),
  bodyExample: { text: 'Moved the dumps to the other disk. Watching.' },
  responses: success(201, 'The note.', { note: incidentNote }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { store, clock, random } = parts;
    const incident = await findIncident(request, parts);
    const { incidentID, monitor } = incident;
    const note = {
      noteID: random.uuid(),
      at: clock.now(),
      author: await nameOf(request, parts),
      text: request.body.text,
    };
    if (!(await store.changeIncident(incident, { kind: 'add_note', note, max: NOTES_MAX })))
      throw new AppError(
        'conflict',
        `This incident has reached its limit of ${NOTES_MAX} notes. Keep further notes elsewhere.`,
      );
    request.audit({ target: { kind: 'incident', id: incidentID, name: monitor.name } });
    return answer(201, { note: writeNote(note) });
  },
});

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
    const whole = await readWhole(request, parts);
    // Tokens limited to projects get no deliveries, because channels belong to the whole team.
    const isWholeTeam = request.access.projects === null;
    const about = { incidentID: whole.record.incidentID, limit: DELIVERIES_MAX };
    const deliveries = isWholeTeam ? await parts.store.listDeliveries(whole.record.teamID, about) : [];
    const text = writeIncidentMarkdown({
      ...whole,
      deliveries,
      now: parts.clock.now(),
      baseURL: parts.baseURL,
    });
    return answerMarkdown(text, `incident-${whole.record.incidentID}`);
  },
});

export const INCIDENT_NOTE_ENDPOINTS = [addNote, exportIncident];

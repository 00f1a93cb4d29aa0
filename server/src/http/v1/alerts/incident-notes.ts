import { z } from 'zod';
import { AppError } from '../../../domain/error.ts';
import { answer, answerMarkdown } from '../api/answer.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { incidentParams, lines } from '../api/schemas.ts';
import { success } from '../docs/documentation.ts';
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
  ofProjects: true,
  tag: 'Incidents',
  summary: 'Write a note',
  description: `For the others, and for later: what you saw, what you did. Also to an incident that is over. At most ${NOTES_MAX} to each.`,
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
    const { id, incidentID, monitor } = await findIncident(request, parts);
    const note = {
      noteID: random.uuid(),
      at: clock.now(),
      author: await nameOf(request, parts),
      text: request.body.text,
    };
    if (!(await store.addNote(id, note, NOTES_MAX)))
      throw new AppError('conflict', `This incident has ${NOTES_MAX} notes. Write the next one elsewhere.`);
    request.note({ target: { kind: 'incident', id: incidentID, name: monitor.name } });
    return answer(201, { note: writeNote(note) });
  },
});

const exportIncident = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/{incidentID}/export/',
  operationID: 'exportIncident',
  ofProjects: true,
  tag: 'Incidents',
  summary: 'Export an incident',
  description:
    'All that is known of it as a document in Markdown: what happened when, who was told, what people wrote. Times are UTC.',
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
    // Deliveries belong to channels, which are the whole team's.
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

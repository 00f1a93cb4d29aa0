import { AppError } from '@overdue/domain/error.ts';
import { INCIDENT_NOTE_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { multilineText } from '../../api/schemas.ts';
import { findIncident, memberName } from './details.ts';
import { incidentNote, incidentParams, writeNote } from './schema.ts';

const NOTES_MAX = 200;

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
      text: multilineText(INCIDENT_NOTE_LENGTH_MAX, 1).meta({
        description: `At most ${INCIDENT_NOTE_LENGTH_MAX} characters.`,
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
      author: await memberName(request, parts),
      text: request.body.text,
    };
    if (!(await store.changeIncident(incident, { kind: 'add_note', note, max: NOTES_MAX })))
      throw new AppError(
        'conflict',
        `This incident has reached its limit of ${NOTES_MAX} notes. Keep further notes elsewhere.`,
      );
    request.audit({ target: { kind: 'incident', id: incidentID, name: monitor.name } });
    return respond(201, { note: writeNote(note) });
  },
});

export const INCIDENT_NOTE_ENDPOINTS = [addNote];

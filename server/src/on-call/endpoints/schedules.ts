import { onCallAt } from '@overdue/domain/on-call/on-call.ts';
import type { OnCallSchedule } from '@overdue/domain/on-call/schedule.ts';
import { z } from 'zod';
import { deletionCheckOf, editOf, respondEdited } from '../../api/edits.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { revision } from '../../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly } from '../../api/read-only.ts';
import { requireFound, respondCreated, respondDeleted, type TeamResource } from '../../api/resources.ts';
import { respond, respondRevised } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, onCallParams } from '../../api/schemas.ts';
import type { Revised } from '../../database/edits.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import type { OnCallResource } from '../contract.ts';
import { SCHEDULES_MAX, scheduleBody } from './input.ts';
import {
  isMemberOf,
  MEMBER_ID,
  onCallNow,
  type People,
  readPeople,
  requireMembers,
  rosterOf,
  writeNow,
} from './people.ts';
import { membersIn, rotations } from './rotation-fields.ts';

const onCallSchedule = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the schedule in this API.', example: 'r6k2v9tn4x' }),
    name: z.string().meta({ example: 'Database' }),
    timezone: z.string().meta({ example: 'Europe/Riga' }),
    rotations,
    now: onCallNow,
    revision,
  })
  .meta({
    id: 'OnCallSchedule',
    description: 'Rotations of the members on call, and the member on call now.',
  });

const READ_ONLY = ['shortID'] as const;
const scheduleEdit = scheduleBody
  .partial()
  .extend(readOnly(onCallSchedule.shape, [...READ_ONLY, 'now', 'revision']))
  .meta({ id: 'OnCallScheduleEdit', description: EDIT_DESCRIPTION });

type RevisedOnCallSchedule = Revised<OnCallSchedule>;

const LABELS = { one: 'on-call schedule', many: 'on-call schedules' };

function schedulesOf(people: People, at: number): TeamResource<RevisedOnCallSchedule> {
  const isMember = isMemberOf(people);
  return {
    name: 'schedule',
    labels: LABELS,
    write: ({ shortID, name, timezone, rotations: list, revision: number, ...schedule }) => ({
      shortID,
      name,
      timezone,
      rotations: list,
      now: writeNow(
        people,
        onCallAt(rosterOf(people, { shortID, name, timezone, rotations: list, ...schedule }), at, isMember),
      ),
      revision: number,
    }),
  };
}

const listSchedules = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/on-call/schedules/',
  operationID: 'listOnCallSchedules',
  tag: 'On call',
  summary: 'List on-call schedules',
  description: `All schedules, oldest first, each with the member on call now. A team has at most ${SCHEDULES_MAX}.`,
  permission: 'read',
  responses: success(200, 'The schedules.', { schedules: z.array(onCallSchedule), nextCursor }),
  errors: [],
  async handle({ access }, { store, clock }) {
    const schedules = await store.onCall.schedules.list(access.teamID);
    const { write } = schedulesOf(await readPeople(store, access.teamID), clock.now());
    return respond(200, { schedules: schedules.map(write), nextCursor: null });
  },
});

const createSchedule = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/on-call/schedules/',
  operationID: 'createOnCallSchedule',
  tag: 'On call',
  summary: 'Create an on-call schedule',
  description: 'To alert the member on call, list the schedule in `onCall` of an escalation step.',
  permission: 'write',
  body: scheduleBody,
  bodyExample: {
    name: 'Database',
    timezone: 'Europe/Riga',
    rotations: [{ members: [MEMBER_ID], startsOn: '2026-11-23', handoverAt: '09:00', shiftDays: 7 }],
  },
  responses: success(201, 'The new schedule.', { schedule: onCallSchedule }),
  etag: 'sent',
  errors: ['conflict'],
  async handle({ access, body }, { store, random, clock }) {
    const { teamID } = access;
    const people = await readPeople(store, teamID);
    requireMembers(people, membersIn(body.rotations));
    const created = await store.onCall.schedules.create(
      { teamID, shortID: newShortID(random), ...body, createdAt: clock.now() },
      { max: SCHEDULES_MAX },
    );
    return respondCreated(schedulesOf(people, clock.now()), created, SCHEDULES_MAX);
  },
});

const readSchedule = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/on-call/schedules/{onCallShortID}/',
  operationID: 'readOnCallSchedule',
  tag: 'On call',
  summary: 'Read an on-call schedule',
  description: 'One schedule, with the member on call now.',
  permission: 'read',
  params: onCallParams,
  responses: success(200, 'The schedule.', { schedule: onCallSchedule }),
  etag: 'sent',
  errors: ['not_found'],
  async handle({ access, params }, { store, clock }) {
    const schedule = requireFound(
      await store.onCall.schedules.find(access.teamID, params.onCallShortID),
      LABELS.one,
    );
    const { write } = schedulesOf(await readPeople(store, access.teamID), clock.now());
    return respondRevised(200, { schedule: write(schedule) }, schedule.revision);
  },
});

const editSchedule = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/on-call/schedules/{onCallShortID}/',
  operationID: 'editOnCallSchedule',
  tag: 'On call',
  summary: 'Change an on-call schedule',
  description: 'Omitted fields keep their value. `rotations` are replaced as a whole.',
  permission: 'write',
  params: onCallParams,
  body: scheduleEdit,
  bodyExample: { timezone: 'Europe/Riga' },
  responses: success(200, 'The schedule after the change.', { schedule: onCallSchedule }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, body, ifMatch, audit }, { store, clock }) {
    const people = await readPeople(store, access.teamID);
    const resource = schedulesOf(people, clock.now());
    const edited = await store.onCall.schedules.change(
      access.teamID,
      params.onCallShortID,
      editOf<RevisedOnCallSchedule, OnCallResource['change']>({
        resource,
        expected: { ifMatch, revision: body.revision },
        readOnly: { requestBody: body, names: READ_ONLY },
        merge({ name, timezone, rotations: before }) {
          requireMembers(people, membersIn(body.rotations ?? []));
          return {
            before: { name, timezone, rotations: before },
            after: {
              name: body.name ?? name,
              timezone: body.timezone ?? timezone,
              rotations: body.rotations ?? before,
            },
          };
        },
      }),
    );
    return respondEdited(resource, requireFound(edited, LABELS.one), audit);
  },
});

const deleteSchedule = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/on-call/schedules/{onCallShortID}/',
  operationID: 'deleteOnCallSchedule',
  tag: 'On call',
  summary: 'Delete an on-call schedule',
  description: 'Also deletes its overrides, and removes the schedule from escalation policies.',
  permission: 'write',
  params: onCallParams,
  responses: success(200, 'The deleted schedule.', { schedule: onCallSchedule }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, ifMatch }, { store, clock }) {
    const resource = schedulesOf(await readPeople(store, access.teamID), clock.now());
    const check = deletionCheckOf(resource, { ifMatch });
    return respondDeleted(
      resource,
      await store.onCall.schedules.delete(access.teamID, params.onCallShortID, check),
    );
  },
});

export const ON_CALL_SCHEDULE_ENDPOINTS = [
  listSchedules,
  createSchedule,
  readSchedule,
  editSchedule,
  deleteSchedule,
];

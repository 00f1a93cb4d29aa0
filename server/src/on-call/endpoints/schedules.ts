import { onCallAt } from '@overdue/domain/on-call/on-call.ts';
import {
  type OnCallSchedule,
  ROTATIONS_MAX,
  type Rotation,
  SHIFT_DAYS_MAX,
} from '@overdue/domain/on-call/schedule.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { revision } from '../../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly } from '../../api/read-only.ts';
import { resourceEndpoints } from '../../api/resource-endpoints.ts';
import {
  editOf,
  requireFound,
  respondCreated,
  respondEdited,
  type TeamResource,
} from '../../api/resources.ts';
import { success } from '../../api/responses.ts';
import { pathID, singleLineText, timezoneInput } from '../../api/schemas.ts';
import type { Revised } from '../../database/edits.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import type { OnCallResource } from '../contract.ts';
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

export const onCallParams = z.object({
  onCallShortID: pathID.meta({ description: "The on-call schedule's `shortID`.", example: 'r6k2v9tn4x' }),
});

const MEMBERS_MAX = 50;
const DAYS_OF_WEEK = 7;
const WEEKDAYS_EXAMPLE = [1, 2, 3, 4, 5];

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const YEAR_MAX = '2999-12-31';

const META = {
  members: {
    description:
      'Members who take turns, by `memberID`, at most 50. Empty if all of them have left the team.',
    example: [MEMBER_ID],
  },
  startsOn: {
    description: 'Date of the first handover. Nobody is on call before it.',
    example: '2026-11-23',
  },
  handoverAt: { description: 'Time of day at which shifts change.', example: '09:00' },
  shiftDays: { description: 'Days from one handover to the next: 1 for daily, 7 for weekly.', example: 7 },
  hours: {
    description:
      'Times of the week that the rotation covers; null for all. If `to` is not later than `from`, the hours end on the next day.',
    example: { weekdays: WEEKDAYS_EXAMPLE, from: '09:00', to: '17:00' },
  },
  rotations: {
    description: `Rotations, at most ${ROTATIONS_MAX}. If several have a member on call at the same time, the first one applies.`,
  },
};

const timeOfDay = z.string().regex(TIME_OF_DAY, 'This must be a time of day, like 09:00.');

const hours = z.object({
  weekdays: z.array(z.int()).meta({
    description: 'Days on which the hours begin: 1 is Monday, 7 is Sunday.',
    example: WEEKDAYS_EXAMPLE,
  }),
  from: z.string().meta({ example: '09:00' }),
  to: z.string().meta({ example: '17:00' }),
});

const rotation = z
  .object({
    members: z.array(z.string()).meta(META.members),
    startsOn: z.string().meta(META.startsOn),
    handoverAt: z.string().meta(META.handoverAt),
    shiftDays: z.int().meta(META.shiftDays),
    hours: hours.nullable().meta(META.hours),
  })
  .meta({
    id: 'Rotation',
    description: 'Members who take turns. Times are in the time zone of the schedule.',
  });

const rotations = z.array(rotation).meta(META.rotations);

const hoursInput = z.strictObject({
  weekdays: z
    .array(z.int().min(1).max(DAYS_OF_WEEK))
    .min(1)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  from: timeOfDay,
  to: timeOfDay,
});

const rotationInput = z
  .strictObject({
    members: z.array(z.string()).max(MEMBERS_MAX).meta(META.members),
    startsOn: z.iso
      .date()
      .refine((date) => date >= '2000-01-01' && date <= YEAR_MAX, 'This must be a date from 2000 to 2999.')
      .meta(META.startsOn),
    handoverAt: timeOfDay.meta(META.handoverAt),
    shiftDays: z.int().min(1).max(SHIFT_DAYS_MAX).default(DAYS_OF_WEEK).meta(META.shiftDays),
    hours: hoursInput.nullable().default(null).meta(META.hours),
  })
  .meta({ id: 'RotationInput' });

const rotationsInput = z.array(rotationInput).min(1).max(ROTATIONS_MAX).meta(META.rotations);

const rotationTimezone = timezoneInput.meta({
  type: 'string',
  description: 'IANA time zone of handovers and hours.',
  example: 'Europe/Riga',
});

export function membersIn(
  list: readonly Rotation[],
): readonly { readonly path: string; readonly memberID: string }[] {
  return list.flatMap(({ members }, index) =>
    members.map((memberID, place) => ({ path: `rotations.${index}.members.${place}`, memberID })),
  );
}

/** Maximum on-call schedules of a team. */
export const SCHEDULES_MAX = 50;

const NAME_META = { description: 'Display name.', example: 'Database' };

export const scheduleBody = z
  .strictObject({
    name: singleLineText(1, NAME_LENGTH_MAX).meta(NAME_META),
    timezone: rotationTimezone,
    rotations: rotationsInput,
  })
  .meta({ id: 'OnCallScheduleInput' });

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

const SCHEDULE = {
  name: 'schedule',
  labels: { one: 'on-call schedule', many: 'on-call schedules' },
} as const;

function schedulesOf(people: People, at: number): TeamResource<RevisedOnCallSchedule> {
  const isMember = isMemberOf(people);
  return {
    ...SCHEDULE,
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

const schedules = resourceEndpoints<RevisedOnCallSchedule>({
  ...SCHEDULE,
  path: '/v1/on-call/schedules/',
  tag: 'On call',
  params: onCallParams,
  schema: onCallSchedule,
  stored: ({ store }) => store.onCall.schedules,
  resource: async ({ store, clock }, { teamID }) => schedulesOf(await readPeople(store, teamID), clock.now()),
});

const listSchedules = schedules.list({
  operationID: 'listOnCallSchedules',
  description: `All schedules, oldest first, each with the member on call now. A team has at most ${SCHEDULES_MAX}.`,
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
    return respondCreated(schedulesOf(people, clock.now()), created);
  },
});

const readSchedule = schedules.read({
  operationID: 'readOnCallSchedule',
  description: 'One schedule, with the member on call now.',
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
    return respondEdited(resource, requireFound(edited, SCHEDULE.labels.one), audit);
  },
});

const deleteSchedule = schedules.delete({
  operationID: 'deleteOnCallSchedule',
  description: 'Also deletes its overrides, and removes the schedule from escalation policies.',
});

export const ON_CALL_SCHEDULE_ENDPOINTS = [
  listSchedules,
  createSchedule,
  readSchedule,
  editSchedule,
  deleteSchedule,
];

import type { FieldProblem } from '@overdue/domain/error.ts';
import type { Override } from '@overdue/domain/on-call/schedule.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { invalidInputError } from '../../api/problems.ts';
import {
  notFoundError,
  requireFound,
  respondCreated,
  respondDeleted,
  type TeamResource,
} from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, pathID, timeInput, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { Revised } from '../../database/edits.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import { MEMBER_ID, type People, person, readPeople, requireMembers, writePerson } from './people.ts';
import { onCallParams } from './schedules.ts';

const overrideParams = onCallParams.extend({
  overrideShortID: pathID.meta({ description: "The override's `shortID`.", example: 'v8m3q6yk2d' }),
});

const OVERRIDES_MAX = 500;
const LENGTH_DAYS_MAX = 400;

const override = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the override in this API.', example: 'v8m3q6yk2d' }),
    member: person.meta({ description: 'Member who is on call.' }),
    replaces: person
      .nullable()
      .meta({ description: 'Member whose shifts are covered; null for the whole period.' }),
    startsAt: timeOutput('Start.', '2099-11-24T07:00:00.000Z'),
    endsAt: timeOutput('End, exclusive.', '2099-11-25T07:00:00.000Z'),
  })
  .meta({ id: 'OnCallOverride', description: 'A period in which a member takes over shifts.' });

const overrideBody = z
  .strictObject({
    memberID: z.string().meta({ description: 'Member who is on call.', example: MEMBER_ID }),
    replaces: z.string().nullable().default(null).meta({
      description: 'Member whose shifts are covered, by `memberID`; null covers the whole period.',
      example: null,
    }),
    startsAt: timeInput.meta({ description: 'Start, RFC 3339.', example: '2099-11-24T07:00:00Z' }),
    endsAt: timeInput.meta({ description: 'End, RFC 3339, exclusive.', example: '2099-11-25T07:00:00Z' }),
  })
  .meta({ id: 'OnCallOverrideInput' });

const LABELS = { one: 'override', many: 'overrides' };
const SCHEDULE = 'on-call schedule';

function overridesOf(people: People): TeamResource<Revised<Override>> {
  return {
    name: 'override',
    labels: LABELS,
    write: ({ shortID, memberID, replaces, from, to }) => ({
      shortID,
      member: writePerson(people, memberID),
      replaces: replaces === null ? null : writePerson(people, replaces),
      startsAt: writeTime(from),
      endsAt: writeTime(to),
    }),
  };
}

const listOverrides = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/on-call/schedules/{onCallShortID}/overrides/',
  operationID: 'listOnCallOverrides',
  tag: 'On call',
  summary: 'List overrides',
  description:
    'All overrides of a schedule, oldest first, including past ones of the last 400 days. Later overrides take precedence.',
  permission: 'read',
  params: onCallParams,
  responses: success(200, 'The overrides.', { overrides: z.array(override), nextCursor }),
  errors: ['not_found'],
  async handle({ access, params }, { store }) {
    const { shortID } = requireFound(
      await store.onCall.schedules.find(access.teamID, params.onCallShortID),
      SCHEDULE,
    );
    const people = await readPeople(store, access.teamID);
    const { write } = overridesOf(people);
    const overrides = people.overrides.filter(({ schedule }) => schedule === shortID);
    return respond(200, {
      overrides: overrides.map((override) => write({ ...override, revision: 1 })),
      nextCursor: null,
    });
  },
});

const createOverride = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/on-call/schedules/{onCallShortID}/overrides/',
  operationID: 'createOnCallOverride',
  tag: 'On call',
  summary: 'Cover for a member',
  description: `Puts a member on call for a period of at most ${LENGTH_DAYS_MAX} days, either for the whole period or only for the shifts of another member.`,
  permission: 'write',
  params: onCallParams,
  body: overrideBody,
  bodyExample: { memberID: MEMBER_ID, startsAt: '2099-11-24T07:00:00Z', endsAt: '2099-11-25T07:00:00Z' },
  responses: success(201, 'The new override.', { override }),
  errors: ['not_found', 'conflict'],
  async handle({ access, params, body }, { store, random, clock }) {
    const { teamID } = access;
    const { memberID, replaces, startsAt: from, endsAt: to } = body;
    requireFound(await store.onCall.schedules.find(teamID, params.onCallShortID), SCHEDULE);
    const people = await readPeople(store, teamID);
    requirePeriod(body, clock.now());
    requireMembers(people, [
      { path: 'memberID', memberID },
      ...(replaces === null ? [] : [{ path: 'replaces', memberID: replaces }]),
    ]);
    const schedule = { kind: 'on_call', shortID: params.onCallShortID } as const;
    const created = await store.onCall.overrides.create(
      {
        teamID,
        shortID: newShortID(random),
        schedule: schedule.shortID,
        memberID,
        replaces,
        from,
        to,
        createdAt: clock.now(),
      },
      {
        max: OVERRIDES_MAX,
        references: {
          teamID,
          references: [schedule],
          check(find) {
            if (find(schedule) === null) throw notFoundError(SCHEDULE);
          },
        },
      },
    );
    return respondCreated(overridesOf(people), created);
  },
});

function requirePeriod(
  { startsAt, endsAt, memberID, replaces }: z.output<typeof overrideBody>,
  now: number,
): void {
  const problems: FieldProblem[] = [];
  if (endsAt <= startsAt || endsAt - startsAt > LENGTH_DAYS_MAX * DAY_MS)
    problems.push({
      path: 'endsAt',
      message: `This must be after startsAt, by at most ${LENGTH_DAYS_MAX} days.`,
    });
  else if (endsAt <= now) problems.push({ path: 'endsAt', message: 'This must be in the future.' });
  if (memberID === replaces)
    problems.push({
      path: 'replaces',
      message: 'A member cannot replace themselves. Choose a different member.',
    });
  if (problems.length > 0) throw invalidInputError(problems);
}

const deleteOverride = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/on-call/schedules/{onCallShortID}/overrides/{overrideShortID}/',
  operationID: 'deleteOnCallOverride',
  tag: 'On call',
  summary: 'Delete an override',
  description: 'The regular shifts apply again.',
  permission: 'write',
  params: overrideParams,
  responses: success(200, 'The deleted override.', { override }),
  errors: ['not_found'],
  async handle({ access, params }, { store }) {
    const { teamID } = access;
    const resource = overridesOf(await readPeople(store, teamID));
    const deleted = await store.onCall.overrides.delete(teamID, params.overrideShortID, ({ schedule }) => {
      if (schedule !== params.onCallShortID) throw notFoundError(LABELS.one);
    });
    return respondDeleted(resource, deleted);
  },
});

export const ON_CALL_OVERRIDE_ENDPOINTS = [listOverrides, createOverride, deleteOverride];

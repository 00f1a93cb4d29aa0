import { coverage, onCallAt } from '@overdue/domain/on-call/on-call.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { invalidInputError } from '../../api/problems.ts';
import { requireFound } from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { timeInput, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { isMemberOf, onCallNow, person, readPeople, rosterOf, writeNow, writePerson } from './people.ts';
import { onCallParams } from './schedules.ts';

const WINDOW_DAYS_DEFAULT = 28;
const WINDOW_DAYS_MAX = 100;

const period = {
  startsAt: timeOutput('Start.', '2026-11-23T07:00:00.000Z'),
  endsAt: timeOutput('End, exclusive.', '2026-11-30T07:00:00.000Z'),
};
const span = z
  .object({
    ...period,
    member: person,
    override: z.string().nullable().meta({
      description: '`shortID` of the override that put the member on call; null for a regular shift.',
      example: null,
    }),
  })
  .meta({ id: 'OnCallSpan' });
const gap = z
  .object(period)
  .meta({ id: 'OnCallGap', description: 'A period in which no member is on call.' });

const readOnCall = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/on-call/',
  operationID: 'readOnCall',
  tag: 'On call',
  summary: 'Read who is on call now',
  description: 'The member on call in each schedule, and the member on call afterwards.',
  permission: 'read',
  responses: success(200, 'The members on call.', {
    onCall: z.array(
      z
        .object({
          schedule: z.object({
            shortID: z.string().meta({ example: 'r6k2v9tn4x' }),
            name: z.string().meta({ example: 'Database' }),
          }),
          ...onCallNow.shape,
        })
        .meta({ id: 'OnCall' }),
    ),
  }),
  errors: [],
  async handle({ access }, { store, clock }) {
    const schedules = await store.onCall.schedules.list(access.teamID);
    const people = await readPeople(store, access.teamID);
    const now = clock.now();
    const onCall = schedules.map((schedule) => ({
      schedule: { shortID: schedule.shortID, name: schedule.name },
      ...writeNow(people, onCallAt(rosterOf(people, schedule), now, isMemberOf(people))),
    }));
    return respond(200, { onCall });
  },
});

const readCoverage = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/on-call/schedules/{onCallShortID}/coverage/',
  operationID: 'readOnCallCoverage',
  tag: 'On call',
  summary: 'Read who is on call in a period',
  description: `Shifts of the members on call, and the gaps without a member. The period has at most ${WINDOW_DAYS_MAX} days.`,
  permission: 'read',
  params: onCallParams,
  query: z.object({
    from: timeInput.optional().meta({ description: 'Start. Default: now.', example: '2026-11-23T00:00:00Z' }),
    to: timeInput.optional().meta({
      description: `End. Default: ${WINDOW_DAYS_DEFAULT} days after \`from\`.`,
      example: '2026-12-21T00:00:00Z',
    }),
  }),
  responses: success(
    200,
    'Spans and gaps in chronological order, cut off at the start and end of the period.',
    {
      spans: z.array(span),
      gaps: z.array(gap),
    },
  ),
  errors: ['not_found'],
  async handle({ access, params, query }, { store, clock }) {
    const from = query.from ?? clock.now();
    const to = query.to ?? from + WINDOW_DAYS_DEFAULT * DAY_MS;
    if (to <= from || to - from > WINDOW_DAYS_MAX * DAY_MS)
      throw invalidInputError([
        { path: 'to', message: `This must be after from, by at most ${WINDOW_DAYS_MAX} days.` },
      ]);
    const schedule = requireFound(
      await store.onCall.schedules.find(access.teamID, params.onCallShortID),
      'on-call schedule',
    );
    const people = await readPeople(store, access.teamID);
    const { spans, gaps } = coverage(rosterOf(people, schedule), { from, to }, isMemberOf(people));
    return respond(200, {
      spans: spans.map((shift) => ({
        startsAt: writeTime(shift.from),
        endsAt: writeTime(shift.to),
        member: writePerson(people, shift.memberID),
        override: shift.override,
      })),
      gaps: gaps.map((gap) => ({ startsAt: writeTime(gap.from), endsAt: writeTime(gap.to) })),
    });
  },
});

export const ON_CALL_COVERAGE_ENDPOINTS = [readOnCall, readCoverage];

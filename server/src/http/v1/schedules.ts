import { z } from 'zod';
import { previewOccurrences, summarize } from '../../domain/schedule.ts';
import { answer } from './answer.ts';
import { success } from './documentation.ts';
import { endpoint, NO_INPUT } from './endpoint.ts';
import { newSchedule } from './monitor-input.ts';
import { time, timeInput } from './schemas.ts';
import { writeTime } from './times.ts';

const COUNT_MAX = 100;
const COUNT_DEFAULT = 5;
/** A rare expression's hundredth occurrence after this is still in a year of four digits. */
const AFTER_MAX = Date.UTC(2500, 0);

const previewBody = z
  .strictObject({
    schedule: newSchedule,
    after: timeInput
      .refine((at) => at >= 0 && at < AFTER_MAX, 'This must be a time from 1970 to 2499.')
      .optional()
      .meta({
        description: 'Occurrences after this time, RFC 3339. Now by default.',
        example: '2026-11-21T08:15:30Z',
      }),
    count: z
      .int()
      .min(1)
      .max(COUNT_MAX)
      .default(COUNT_DEFAULT)
      .meta({ description: 'How many.', example: 3 }),
  })
  .meta({ id: 'SchedulePreviewInput' });

const previewSchedule = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/schedules/preview/',
  operationID: 'previewSchedule',
  tag: 'Schedules',
  summary: 'Preview a schedule',
  description:
    'When runs would be expected, without creating anything. For an interval, as if each run came when it is expected.',
  permission: 'read',
  body: previewBody,
  bodyExample: { schedule: { cron: '0 2 * * 1-5', timezone: 'Europe/Riga' }, count: 3 },
  responses: success(200, 'The next occurrences.', {
    occurrences: z.array(time('An occurrence.')).meta({
      example: ['2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    }),
    summary: z.string().meta({
      description: 'The schedule in English.',
      example: 'At 02:00, Monday through Friday (Europe/Riga)',
    }),
  }),
  errors: [],
  async handle({ body }, { clock }) {
    const occurrences = previewOccurrences(body.schedule, body.after ?? clock.now(), body.count);
    return answer(200, { occurrences: occurrences.map(writeTime), summary: summarize(body.schedule) });
  },
});

export const SCHEDULE_ENDPOINTS = [previewSchedule];

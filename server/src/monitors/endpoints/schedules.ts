import { parseCrontab } from '@overdue/domain/schedule/crontab.ts';
import { previewOccurrences, suggestGraceMs } from '@overdue/domain/schedule/occurrences.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { summarize } from '@overdue/domain/schedule/summary.ts';
import { zoneSpanAt } from '@overdue/domain/schedule/timezone.ts';
import { CRONTAB_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { DAY_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { invalidInputError } from '../../api/problems.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { multilineText, timeInput, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { newSchedule } from '../settings/input.ts';

const NOTES = ['', 'clocks_forward', 'clocks_back'] as const;

const previewDetail = z
  .object({
    at: timeOutput('Time of the occurrence.', '2026-11-23T00:00:00.000Z'),
    local: z.string().meta({
      description: "Local time in the schedule's time zone.",
      example: '2026-11-23T02:00:00',
    }),
    offset: z.string().meta({ description: 'Offset of the local time from UTC.', example: '+02:00' }),
    note: z.enum(NOTES).meta({
      description:
        'Whether the clocks change between the previous occurrence and this one: forward or back; empty if they do not. If ' +
        'occurrences are more than a day apart, only a change within the last day counts.',
      example: '',
    }),
  })
  .meta({ id: 'PreviewDetail' });

/** Adds local times, and marks each occurrence that follows a clock change. */
function describeOccurrences(schedule: Schedule, after: number, occurrences: readonly number[]) {
  return occurrences.map((at, index) => {
    const { offsetMs } = zoneSpanAt(schedule.timezone, at);
    const before = Math.max(occurrences[index - 1] ?? after, at - DAY_MS);
    return {
      at: writeTime(at),
      local: writeTime(at + offsetMs).slice(0, -'.000Z'.length),
      offset: writeOffset(offsetMs),
      note: noteOf(offsetMs - zoneSpanAt(schedule.timezone, before).offsetMs),
    };
  });
}

function noteOf(changeMs: number): (typeof NOTES)[number] {
  if (changeMs === 0) return '';
  return changeMs > 0 ? 'clocks_forward' : 'clocks_back';
}

/** Drops the seconds of historic offsets, which RFC 3339 can't express. */
function writeOffset(offsetMs: number): string {
  const minutes = Math.floor(Math.abs(offsetMs) / MINUTE_MS);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

const COUNT_MAX = 100;
const COUNT_DEFAULT = 5;
/** Latest start of a preview. Leaves room for 100 occurrences of a rare expression before the year 10000. */
const AFTER_MAX = Date.UTC(2500, 0);

const previewBody = z
  .strictObject({
    schedule: newSchedule,
    after: timeInput
      .refine((at) => at >= 0 && at < AFTER_MAX, 'This must be a time from 1970 to 2499.')
      .optional()
      .meta({
        description: 'Start of the preview, RFC 3339. Default: now.',
        example: '2026-11-21T08:15:30Z',
      }),
    count: z
      .int()
      .min(1)
      .max(COUNT_MAX)
      .default(COUNT_DEFAULT)
      .meta({ description: 'Number of occurrences.', example: 3 }),
  })
  .meta({ id: 'SchedulePreviewInput' });

const previewSchedule = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/schedules/preview/',
  operationID: 'previewSchedule',
  allowsProjectTokens: true,
  action: null,
  tag: 'Schedules',
  summary: 'Preview a schedule',
  description:
    'Lists when runs would be expected, without creating anything. For an interval, assumes that each run starts when expected.',
  permission: 'read',
  body: previewBody,
  bodyExample: { schedule: { cron: '0 2 * * 1-5', timezone: 'Europe/Riga' }, count: 3 },
  responses: success(200, 'The next occurrences.', {
    occurrences: z.array(timeOutput('An occurrence.')).meta({
      example: ['2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    }),
    summary: z.string().meta({
      description: 'The schedule in English.',
      example: 'At 02:00, Monday through Friday (Europe/Riga)',
    }),
    suggestedGraceDuration: z.number().meta({
      description:
        'Grace period that fits the schedule, in seconds: a tenth of the shortest gap between the next runs, from 60 to 3600.',
      example: 3600,
    }),
    details: z.array(previewDetail).meta({ description: 'The same occurrences in local time.' }),
  }),
  errors: [],
  async handle({ body }, { clock }) {
    const after = body.after ?? clock.now();
    const occurrences = previewOccurrences(body.schedule, after, body.count);
    return respond(200, {
      occurrences: occurrences.map(writeTime),
      summary: summarize(body.schedule),
      suggestedGraceDuration: suggestGraceMs(body.schedule, after) / 1000,
      details: describeOccurrences(body.schedule, after, occurrences),
    });
  },
});

const crontabBody = z
  .strictObject({
    line: multilineText(CRONTAB_LENGTH_MAX).meta({
      description:
        'A line of a crontab, of /etc/crontab or of a file in /etc/cron.d. Comments and settings such as CRON_TZ may precede it.',
      example: '0 2 * * 1-5 /usr/local/bin/pg-dump.sh',
    }),
    hasUser: z.boolean().optional().meta({
      description:
        'Whether a user follows the times, as in /etc/crontab. Default: guessed from the words of the line.',
      example: false,
    }),
  })
  .meta({ id: 'CrontabInput' });

const crontab = z
  .object({
    cron: z.string().meta({ description: 'The cron expression.', example: '0 2 * * 1-5' }),
    timezone: z.string().nullable().meta({
      description: 'Value of CRON_TZ; null if it is not set, which means the time zone of the machine.',
      example: null,
    }),
    randomDelay: z.number().meta({
      description:
        'Seconds by which cronie may delay each run, from RANDOM_DELAY; add them to the grace period. 0 if it is not set.',
      example: 0,
    }),
    command: z.string().meta({
      description: 'Command that cron runs; empty if there is none.',
      example: '/usr/local/bin/pg-dump.sh',
    }),
    name: z.string().meta({
      description: 'Suggested name of the monitor, from a comment or the command; empty if neither has one.',
      example: 'pg-dump',
    }),
    user: z.string().nullable().meta({
      description: 'The user, as in /etc/crontab; null if the line was read without a user.',
      example: null,
    }),
    possibleUser: z.string().nullable().meta({
      description:
        'The word after the times if it could be a user or part of the command; `hasUser` decides which. Null if it can’t be a user.',
      example: null,
    }),
    parts: z
      .object({
        before: z.string().meta({
          description: 'Everything before the command, such as the times and the user.',
          example: '0 2 * * 1-5 ',
        }),
        command: z.string().meta({
          description: 'The command as written, without its input.',
          example: '/usr/local/bin/pg-dump.sh',
        }),
        after: z.string().meta({
          description: 'The input of the command, which starts with `%`, and the lines that follow.',
          example: '',
        }),
      })
      .meta({ description: 'The text in three parts, for programs that edit the command.' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'Parts that were ignored or guessed, as sentences.', example: [] }),
  })
  .meta({ id: 'Crontab' });

const readCrontab = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/schedules/crontab/',
  operationID: 'readCrontab',
  allowsProjectTokens: true,
  action: null,
  tag: 'Schedules',
  summary: 'Read a crontab line',
  description: 'Parses a pasted crontab line to prefill a monitor. Creates nothing.',
  permission: 'read',
  body: crontabBody,
  bodyExample: { line: '0 2 * * 1-5 /usr/local/bin/pg-dump.sh' },
  responses: success(200, 'The parsed line.', { crontab }),
  errors: [],
  async handle({ body }) {
    const result = parseCrontab(body.line, body.hasUser);
    if (!result.ok) throw invalidInputError([{ path: 'line', message: result.message }]);
    return respond(200, { crontab: result.crontab });
  },
});

export const SCHEDULE_ENDPOINTS = [previewSchedule, readCrontab];

import { AppError } from '@overdue/domain/error.ts';
import { PING_METHODS } from '@overdue/domain/ping/ping.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery, pageRangeOf } from '../../api/page.ts';
import { respond, respondBytes } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { eventFields, nextCursor, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { EventRecord } from '../../database/records.ts';
import { findMonitor, monitorParams } from '../../monitors/find-monitor.ts';

const event = z
  .object({
    number: eventFields.number,
    type: eventFields.type,
    duration: eventFields.duration,
    runID: z.string().meta({
      description: 'The `rid` that the job sent, or else an ID that Overdue generated.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    at: timeOutput('Time of arrival.', '2026-11-20T00:03:08.732Z'),
    happenedAt: timeOutput(
      'When the reported event happened: the time that the job sent, or else the time of arrival.',
      '2026-11-20T00:03:08.732Z',
    ),
    warnings: eventFields.warnings,
    method: z.enum(PING_METHODS).meta({
      description: 'HTTP method of the ping, or `EMAIL`.',
      example: 'POST',
    }),
    userAgent: z.string().meta({ example: 'curl/8.14.1' }),
    remoteAddress: z.string().meta({ example: '192.0.2.17' }),
    exitStatus: z.int().nullable().meta({
      description: 'Exit status of the job, if the path had one; else null.',
      example: 0,
    }),
    bodySize: z.int().meta({
      description: 'Stored bytes of the body; 0 if there was none or it is no longer stored.',
      example: 1289,
    }),
  })
  .meta({ id: 'Event', description: 'A recorded ping.' });

function writeEvent(record: EventRecord) {
  const { request } = record;
  return {
    number: record.number,
    type: record.type,
    duration: (record.durationMs ?? 0) / 1000,
    runID: record.runID,
    at: writeTime(record.at),
    happenedAt: writeTime(record.happenedAt),
    warnings: record.warnings,
    method: request.method,
    userAgent: request.userAgent,
    remoteAddress: request.remoteAddress,
    exitStatus: request.exitStatus,
    bodySize: record.bodySize,
  };
}

const listEvents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/events/',
  operationID: 'listEvents',
  allowsProjectTokens: true,
  tag: 'History',
  summary: "List a monitor's events",
  description: 'Every ping is an event. Newest first.',
  permission: 'read',
  params: monitorParams,
  query: pageQuery,
  responses: success(200, 'The events.', { events: z.array(event), nextCursor }),
  errors: ['not_found', 'invalid'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    const events = await parts.store.listEvents(id, pageRangeOf('events', request.query));
    const page = pageOf('events', {
      rows: events,
      limit: request.query.limit,
      position: ({ number }) => number,
    });
    return respond(200, { events: page.rows.map(writeEvent), nextCursor: page.nextCursor });
  },
});

const readEventBody = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/events/{number}/body/',
  operationID: 'readEventBody',
  allowsProjectTokens: true,
  tag: 'History',
  summary: "Read an event's body",
  description: 'The body that the job sent with the ping, byte for byte: the log of its run.',
  permission: 'read',
  params: monitorParams.extend({
    number: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number)
      .meta({ type: 'integer', minimum: 1, description: "The event's `number`.", example: 412 }),
  }),
  responses: {
    200: {
      description: 'The body, as text if it is valid UTF-8.',
      content: {
        'text/plain; charset=utf-8': {
          schema: { type: 'string' },
          example: 'pg_dump: dumping contents of table "public.orders"\n',
        },
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      },
    },
  },
  errors: ['not_found'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    const { number } = request.params;
    const body = await parts.store.findEventBody(id, number);
    if (body === null) throw new AppError('not_found', 'There is no such event, or its body is not stored.');
    return respondBytes(body, `event-${number}`);
  },
});

export const EVENT_ENDPOINTS = [listEvents, readEventBody];

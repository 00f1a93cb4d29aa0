import { TRANSITION_REASONS } from '@overdue/domain/decision/decision-draft.ts';
import { STORED_STATUSES } from '@overdue/domain/monitor/state.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery, pageRangeOf } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { TransitionRecord } from '../../database/records.ts';
import { findMonitor, monitorParams } from '../../monitors/find-monitor.ts';

const transition = z
  .object({
    id: z.int().meta({ description: 'Identifies the transition in this API.', example: 97 }),
    from: z.enum(STORED_STATUSES).meta({ description: 'The status before.', example: 'up' }),
    to: z.enum(STORED_STATUSES).meta({
      description: 'The status after. `late` is never stored, because it depends on the time.',
      example: 'down',
    }),
    at: timeOutput('Time of the change.', '2026-11-20T01:00:00.000Z'),
    reason: z.enum(TRANSITION_REASONS).meta({ description: 'Reason for the change.', example: 'missed' }),
    runID: z.string().nullable().meta({
      description: 'Run that caused the change; null if the monitor was paused or resumed.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    eventNumber: z.int().nullable().meta({
      description: 'Event that caused the change; null if there was none, as with a missed run.',
      example: null,
    }),
  })
  .meta({ id: 'Transition', description: "A change of a monitor's status." });

function writeTransition({ id, from, to, at, reason, runID, eventNumber }: TransitionRecord) {
  return { id, from, to, at: writeTime(at), reason, runID, eventNumber };
}

const listTransitions = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/transitions/',
  operationID: 'listTransitions',
  allowsProjectTokens: true,
  tag: 'History',
  summary: "List a monitor's transitions",
  description: 'Every status change with its reason, newest first.',
  permission: 'read',
  params: monitorParams,
  query: pageQuery,
  responses: success(200, 'The transitions.', { transitions: z.array(transition), nextCursor }),
  errors: ['not_found', 'invalid'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    const transitions = await parts.store.listTransitions(id, pageRangeOf('transitions', request.query));
    const page = pageOf('transitions', {
      rows: transitions,
      limit: request.query.limit,
      position: (row) => row.id,
    });
    return respond(200, { transitions: page.rows.map(writeTransition), nextCursor: page.nextCursor });
  },
});

export const TRANSITION_ENDPOINTS = [listTransitions];

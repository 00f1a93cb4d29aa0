import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { timeOutput } from '../../api/schemas.ts';
import { writeTimeOrNull } from '../../api/times.ts';
import type { ForwardingState } from '../../forwarding/contract.ts';
import { findMonitor, monitorParams } from '../find-monitor.ts';

const forwarding = z
  .object({
    enabled: z.boolean().meta({
      description: 'Whether the monitor forwards its pings. The other fields are empty if it does not.',
      example: true,
    }),
    backlog: z.int().meta({ description: 'Number of pings that wait to be forwarded.', example: 0 }),
    lastSentAt: timeOutput(
      'When a ping was last forwarded; null if none was.',
      '2026-11-20T00:00:04.812Z',
    ).nullable(),
    lastFailedAt: timeOutput(
      'When an attempt last failed; null if none has.',
      '2026-11-19T00:00:04.771Z',
    ).nullable(),
    error: z.string().meta({
      description: 'Reason of the last failure, in English; empty since the last success.',
      example: '',
    }),
    retryAt: timeOutput(
      'Time of the next attempt after a failure; null otherwise.',
      '2026-11-19T00:01:04.771Z',
    )
      .nullable()
      .meta({ example: null }),
    dropped: z.int().meta({
      description:
        'Number of dropped pings: refused by the receiver, not forwarded within an hour, or beyond 1,000 waiting pings.',
      example: 0,
    }),
    lastDroppedAt: timeOutput('When a ping was last dropped; null if none was.', '2026-11-19T01:00:04.771Z')
      .nullable()
      .meta({ example: null }),
  })
  .meta({ id: 'Forwarding' });

const NOTHING: ForwardingState = {
  backlog: 0,
  lastSentAt: null,
  failedAt: null,
  error: '',
  retryAt: null,
  dropped: 0,
  droppedAt: null,
};

const readForwarding = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/forwarding/',
  operationID: 'readForwarding',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: "Read the state of a monitor's forwarding",
  description:
    'Says whether the pings of the monitor reach `forwardTo`. Overdue forwards them in order, retries for an hour, and then drops them.',
  permission: 'read',
  params: monitorParams,
  responses: success(200, 'The state.', { forwarding }),
  errors: ['not_found'],
  async handle(request, parts) {
    const { id, details } = await findMonitor(request, parts);
    const enabled = details.forwardTo !== '';
    const state = (enabled ? await parts.store.findForwarding(id) : null) ?? NOTHING;
    return respond(200, { forwarding: writeForwarding(enabled, state) });
  },
});

function writeForwarding(enabled: boolean, { failedAt, droppedAt, ...state }: ForwardingState) {
  return {
    enabled,
    backlog: state.backlog,
    lastSentAt: writeTimeOrNull(state.lastSentAt),
    lastFailedAt: writeTimeOrNull(failedAt),
    error: state.error,
    retryAt: writeTimeOrNull(state.retryAt),
    dropped: state.dropped,
    lastDroppedAt: writeTimeOrNull(droppedAt),
  };
}

export const FORWARDING_ENDPOINTS = [readForwarding];

import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { findMonitor, monitorParams } from '../../monitors/find-monitor.ts';
import type { AlertReport } from '../contract.ts';

const transitionParams = monitorParams.extend({
  transitionID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, description: "The transition's `id`.", example: 97 }),
});

const channelDecision = z
  .object({
    channel: z.string().meta({
      description: '`shortID` of the channel; empty if the reason applies to all channels.',
      example: 'c5t8n2xw4q',
    }),
    name: z
      .string()
      .meta({ description: 'Name of the channel when the alert was planned.', example: 'On-call' }),
    delivery: z.string().nullable().meta({
      description: '`key` of the delivery; null if nothing is sent.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    reason: z
      .string()
      .meta({ description: 'Why the channel was alerted or not.', example: 'Subscribed to "down".' }),
  })
  .meta({ id: 'ChannelDecision' });

const alerts = z
  .object({
    state: z.enum(['due', 'held', 'planned']).meta({
      description:
        '`due`: about to be planned. `held`: postponed. `planned`: the channels to alert are decided.',
      example: 'planned',
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why alerts are postponed; null unless `held`.', example: null }),
    plannedAgainAt: timeOutput('When held alerts are planned again; null unless `held`.')
      .nullable()
      .meta({ example: null }),
    decisions: z
      .array(channelDecision)
      .meta({ description: 'Every channel considered, whether alerted or not.' }),
  })
  .meta({
    id: 'TransitionAlerts',
    description: 'Which channels were alerted about a status change, which were not, and why.',
  });

function writeAlerts({ state, held, planAt, decisions }: AlertReport) {
  return {
    state,
    reason: held,
    plannedAgainAt: state === 'held' ? writeTime(planAt) : null,
    decisions: decisions.map(({ channel, name, delivery, reason }) => ({ channel, name, delivery, reason })),
  };
}

const readTransitionAlerts = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/transitions/{transitionID}/alerts/',
  operationID: 'readTransitionAlerts',
  tag: 'Deliveries',
  summary: 'Read the alerts of a transition',
  description:
    'Which channels were alerted, which were not, and why. The outcome of each message is in its delivery.',
  permission: 'read',
  params: transitionParams,
  responses: success(200, 'The alerts.', { alerts }),
  errors: ['not_found'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    const { transitionID } = request.params;
    const [report] = await parts.store.listAlertReports(id, { transitionID });
    if (report === undefined) throw new AppError('not_found', 'This monitor has no such transition.');
    return respond(200, { alerts: writeAlerts(report) });
  },
});

export const ALERT_REPORT_ENDPOINTS = [readTransitionAlerts];

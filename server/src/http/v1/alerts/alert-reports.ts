import { z } from 'zod';
import { AppError } from '../../../domain/error.ts';
import type { AlertReport } from '../../../store/alerts/contract.ts';
import { answer } from '../api/answer.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { time, transitionParams } from '../api/schemas.ts';
import { writeTime } from '../api/times.ts';
import { success } from '../docs/documentation.ts';
import { findMonitor } from '../monitors/find-monitor.ts';

const told = z
  .object({
    channel: z.string().meta({
      description: "The channel's `shortID`; empty when the reason holds for all.",
      example: 'c5t8n2xw4q',
    }),
    name: z.string().meta({ description: 'What it was called then.', example: 'On-call' }),
    delivery: z.string().nullable().meta({
      description: 'The `key` of the delivery; null when nothing is sent.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    reason: z.string().meta({ description: 'Why it was told, or was not.', example: 'It wants down.' }),
  })
  .meta({ id: 'Told' });

const alerts = z
  .object({
    state: z.enum(['due', 'held', 'planned']).meta({
      description:
        '`due`: it will be looked at in a moment. `held`: it is put off. `planned`: it is decided who is told.',
      example: 'planned',
    }),
    why: z.string().nullable().meta({ description: 'Why it is held; null otherwise.', example: null }),
    lookAgainAt: time('When it is looked at again; null unless it is held.')
      .nullable()
      .meta({ example: null }),
    told: z.array(told).meta({ description: 'Each channel that was told, and each that was not.' }),
  })
  .meta({ id: 'TransitionAlerts', description: 'Who was told of a change of status, who was not, and why.' });

function writeAlerts({ state, held, planAt, told: list }: AlertReport) {
  return {
    state,
    why: held,
    lookAgainAt: state === 'held' ? writeTime(planAt) : null,
    told: list.map(({ channel, name, delivery, reason }) => ({ channel, name, delivery, reason })),
  };
}

const readTransitionAlerts = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/transitions/{transitionID}/alerts/',
  operationID: 'readTransitionAlerts',
  tag: 'Deliveries',
  summary: 'Read who was told of a transition',
  description: 'Who was told, who was not, and why. What came of each message is in its delivery.',
  permission: 'read',
  params: transitionParams,
  responses: success(200, 'Who was told.', { alerts }),
  errors: ['not_found'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    const found = await parts.store.findAlertReport(id, request.params.transitionID);
    if (found === null) throw new AppError('not_found', 'This monitor has no such transition.');
    return answer(200, { alerts: writeAlerts(found) });
  },
});

export const TELLING_ENDPOINTS = [readTransitionAlerts];

import { MESSAGE_KINDS, parseAlert } from '@overdue/domain/alerting/alert.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { ValidatedTeamRequest } from '../../api/checked-request.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery, pageRangeOf } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, pathID, searchText, timeOutput, UUID_EXAMPLE } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { DeliveryAttempt } from '../../channels/contract.ts';
import { attemptFields } from '../../channels/endpoints/attempt-schema.ts';
import { DELIVERY_STATES, type DeliveryRecord } from '../contract.ts';

const deliveryParams = z.object({
  key: pathID.meta({ description: "The delivery's `key`.", example: UUID_EXAMPLE }),
});

/** How long sending is retried after a person resends a message. */
const SEND_AGAIN_FOR_MS = 24 * 3_600_000;
/** Maximum attempts returned, newest first. Even 24 hours of retries make fewer attempts. */
const ATTEMPTS_MAX = 200;
const FILTER_LENGTH_MAX = 64;

const key = z.string().meta({
  description:
    'Identifies the delivery. Receivers get it with each attempt and can use it to drop duplicates.',
  example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
});

const delivery = z
  .object({
    key,
    state: z.enum(DELIVERY_STATES).meta({
      description:
        '`waiting`: the next attempt is pending. `sent`: delivered. `failed`: given up. `merged`: combined with another message.',
      example: 'sent',
    }),
    kind: z.enum(MESSAGE_KINDS).meta({
      description: '`combined` is one message about many monitors.',
      example: 'down',
    }),
    title: z.string().meta({ example: 'Down: pg-dump prod' }),
    text: z
      .array(z.string())
      .meta({ description: 'Paragraphs.', example: ['No report by the deadline of the 02:00 run.'] }),
    channel: z
      .object({
        shortID: z.string().meta({
          description:
            'Empty if the message is mailed directly to an owner or admin because no channel accepted it.',
          example: 'c5t8n2xw4q',
        }),
        name: z.string().meta({
          description: 'Name of the channel, or the address of a directly mailed message.',
          example: 'On-call',
        }),
        type: z.string().meta({ example: 'webhook' }),
      })
      .meta({ description: 'Destination.' }),
    createdAt: timeOutput('Creation time.', '2026-11-20T01:00:00.021Z'),
    nextAttemptAt: timeOutput('Time of the next attempt; null unless waiting.')
      .nullable()
      .meta({ example: null }),
    expiresAt: timeOutput('When Overdue stops retrying an undelivered message.', '2026-11-21T01:00:00.021Z'),
    doneAt: timeOutput(
      'When the delivery stopped waiting; null while waiting.',
      '2026-11-20T01:00:00.214Z',
    ).nullable(),
    attempts: z.int().meta({ description: 'Number of attempts.', example: 1 }),
    mergedInto: key.nullable().meta({
      description: '`key` of the delivery that a `merged` one is combined with; null otherwise.',
      example: null,
    }),
  })
  .meta({ id: 'Delivery', description: 'One message to one channel, or to one member by mail.' });

const attempt = z
  .object({
    at: timeOutput('Time of the attempt.', '2026-11-20T01:00:00.032Z'),
    ...attemptFields,
    nextAt: timeOutput('Time of the next attempt; null if there is none.').nullable().meta({ example: null }),
  })
  .meta({ id: 'Attempt' });

/** Shown in place of a stored message that can't be read. */
const DAMAGED = {
  title: 'This message is damaged',
  text: [
    'The service could not read this stored message, so it was not sent. Ask the operator to run "overdue-server check".',
  ],
};

function writeDelivery(record: DeliveryRecord) {
  const { state, kind, channel, attempts, mergedInto } = record;
  const { title, text } = parseAlert(record.alert) ?? DAMAGED;

  return {
    key: record.key,
    state,
    kind,
    title,
    text,
    channel,
    createdAt: writeTime(record.createdAt),
    nextAttemptAt: state === 'waiting' ? writeTime(record.dueAt) : null,
    expiresAt: writeTime(record.expiresAt),
    doneAt: writeTimeOrNull(record.doneAt),
    attempts,
    mergedInto,
  };
}

function writeAttempt({ at, latencyMs, outcome, status, answer: response, nextAt }: DeliveryAttempt) {
  return {
    at: writeTime(at),
    outcome,
    status,
    answer: response,
    latency: latencyMs / 1000,
    nextAt: writeTimeOrNull(nextAt),
  };
}

type OneDelivery = ValidatedTeamRequest<z.output<typeof deliveryParams>, unknown, unknown>;

async function findDelivery({ access, params }: OneDelivery, { store }: V1Parts): Promise<DeliveryRecord> {
  const [record] = await store.listDeliveries(access.teamID, { key: params.key, limit: 1 });
  if (record === undefined) throw new AppError('not_found', 'There is no such delivery.');
  return record;
}

function filter(description: string, example: string) {
  return searchText(1, FILTER_LENGTH_MAX).optional().meta({ description, example });
}

const listQuery = pageQuery.extend({
  state: z
    .enum(DELIVERY_STATES)
    .optional()
    .meta({ description: 'Only deliveries in this state.', example: 'waiting' }),
  channel: filter('Only to the channel with this `shortID`.', 'c5t8n2xw4q'),
  monitor: filter('Only about the monitor with this `shortID`.', 'k3v9x2mq7d'),
  incident: filter('Only about the incident with this `incidentID`.', '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70'),
});

const listDeliveries = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/deliveries/',
  operationID: 'listDeliveries',
  tag: 'Deliveries',
  summary: 'List deliveries',
  description: 'Sent and waiting messages, newest first. An entry must match all filters.',
  permission: 'read',
  query: listQuery,
  responses: success(200, 'The deliveries.', { deliveries: z.array(delivery), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store }) {
    const { state, channel, monitor, incident } = query;
    const deliveries = await store.listDeliveries(access.teamID, {
      ...pageRangeOf('deliveries', query),
      ...(state === undefined ? {} : { state }),
      ...(channel === undefined ? {} : { channelShortID: channel }),
      ...(monitor === undefined ? {} : { monitorShortID: monitor }),
      ...(incident === undefined ? {} : { incidentID: incident }),
    });
    const page = pageOf('deliveries', { rows: deliveries, limit: query.limit, position: ({ id }) => id });
    return respond(200, { deliveries: page.rows.map(writeDelivery), nextCursor: page.nextCursor });
  },
});

const readDelivery = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/deliveries/{key}/',
  operationID: 'readDelivery',
  tag: 'Deliveries',
  summary: 'Read a delivery',
  description: `One message to one channel, with its newest ${ATTEMPTS_MAX} attempts, oldest first.`,
  permission: 'read',
  params: deliveryParams,
  responses: success(200, 'The delivery.', { delivery, attempts: z.array(attempt) }),
  errors: ['not_found'],
  async handle(request, parts) {
    const record = await findDelivery(request, parts);
    const attempts = await parts.store.listAttempts(record.id, ATTEMPTS_MAX);
    return respond(200, { delivery: writeDelivery(record), attempts: attempts.map(writeAttempt) });
  },
});

const sendAgain = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/deliveries/{key}/send-again/',
  operationID: 'sendAgain',
  action: 'delivery.send_again',
  tag: 'Deliveries',
  summary: 'Send a message again',
  description:
    'Sends a `sent`, `failed` or `merged` message once more with the same `key`, and retries for 24 hours. Accepts no body.',
  permission: 'write',
  params: deliveryParams,
  responses: success(200, 'The delivery, now waiting.', { delivery }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { store, clock, wakeNotifier } = parts;
    const record = await findDelivery(request, parts);
    const channel = await store.channels.find(request.access.teamID, record.channel.shortID);
    if (channel?.disabled != null) {
      throw new AppError('conflict', `The channel is disabled: ${channel.disabled} Enable it first.`);
    }
    const now = clock.now();
    const selection = { deliveryID: record.id, expiresAt: now + SEND_AGAIN_FOR_MS };
    if ((await store.makeAlertsDue(selection, now)) === 0) {
      throw new AppError('conflict', 'This delivery is still waiting. See its nextAttemptAt.');
    }
    wakeNotifier();
    return respond(200, { delivery: writeDelivery(await findDelivery(request, parts)) });
  },
});

export const DELIVERY_ENDPOINTS = [listDeliveries, readDelivery, sendAgain];
